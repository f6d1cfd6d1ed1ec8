"""The HTML report and the memory inspector."""
