"""The design ``rerank``: coarse recall, then a score of many signals, under a quota."""

from memory_impls.rerank.design import Rerank

__all__ = ["Rerank"]
