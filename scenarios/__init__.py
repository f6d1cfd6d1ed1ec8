"""Histories: generated families and public data sets."""
