"""How a trial is scored: pure functions of stored records."""
