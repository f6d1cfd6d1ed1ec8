"""The gate: a tracked baseline, thresholds, and whether a run is worse by more than is allowed."""
