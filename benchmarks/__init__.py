"""Measurements anyone can repeat; see README.md for what each script answers. Run them as `python -m benchmarks.NAME`."""
