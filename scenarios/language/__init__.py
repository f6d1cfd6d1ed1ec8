"""Surface forms per language, in two disjoint pools."""
