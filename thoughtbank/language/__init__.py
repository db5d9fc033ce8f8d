"""Pure functions on text, for every language."""
