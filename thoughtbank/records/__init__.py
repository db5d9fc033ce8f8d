"""Plain frozen data that the steps pass to one another. No I/O, no behaviour beyond checking itself."""
