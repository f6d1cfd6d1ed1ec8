"""How trials are planned, executed, logged, reported and gated."""
