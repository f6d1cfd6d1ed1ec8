"""Loaders of public data sets."""
