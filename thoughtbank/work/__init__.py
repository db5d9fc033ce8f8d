"""Work that goes on beside the conversation."""
