"""Uncertainty: intervals over clusters, paired comparisons, how many more seeds."""
