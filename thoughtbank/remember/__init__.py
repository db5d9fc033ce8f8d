"""A turn comes in: what is done with it, step by step."""
