"""A query comes in: the paths that find memories, how they are fused, and what is made of what they found."""
