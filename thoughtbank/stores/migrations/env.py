"""Runs revisions on the connection that the store hands over, inside the store's own transaction."""

from alembic import context

from thoughtbank.stores.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transaction_per_migration=False)
context.run_migrations()
