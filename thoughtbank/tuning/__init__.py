"""What can be learnt, and on what data."""
