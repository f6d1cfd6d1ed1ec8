"""Ranking by many signals, shared by the designs that look again at what a search found."""
