"""Ways to compute embeddings; ``parts.embedder`` is the one entry point to them."""
