"""The public face of memtrial."""
