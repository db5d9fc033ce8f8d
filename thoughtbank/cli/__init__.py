"""The command line: verbs over a bank. Typer reads it, Rich shows it; nothing here decides anything about memory."""
