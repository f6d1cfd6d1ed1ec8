"""What designs are built from."""
