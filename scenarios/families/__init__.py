"""Generated families, one file each."""
