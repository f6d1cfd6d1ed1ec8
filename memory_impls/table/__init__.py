"""The design ``table``: statements as rows, found by conditions."""

from memory_impls.table.design import Table

__all__ = ["Table"]
