"""Scores as the public benchmarks' own scorers compute them, oddities included.

Names begin with ``official_``; the corrected figure of the same thing stands beside it under a
plain name. Written from the definitions, no code taken over.
"""
