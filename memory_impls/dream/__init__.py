"""The design ``dream``; ``design`` tells in which order to read its stages."""

from memory_impls.dream.design import Dream

__all__ = ["Dream"]
