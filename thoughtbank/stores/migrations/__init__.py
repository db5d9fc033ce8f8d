"""Alembic revisions of the schema, run by the store itself when it opens an older or an empty database."""
