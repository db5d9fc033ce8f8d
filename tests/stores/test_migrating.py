"""The schema: from nothing to the newest, by several processes at once, and never by an older package."""

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

import thoughtbank.stores
from tests.conftest import Opener
from thoughtbank import Thoughtbank
from thoughtbank.errors import StoreVersion
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.stores import migrating
from thoughtbank.stores.schema import SCOPED, metadata

ROOT = Path(__file__).parents[2]


def opened(path: Path) -> Thoughtbank:
    return Thoughtbank(str(path), embedder=HashEmbedder(), home=path.parent)


def test_the_newest_revision_is_the_one_of_the_files() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(thoughtbank.stores.__file__).parent / "migrations"))
    script = ScriptDirectory.from_config(config)
    assert script.get_current_head() == migrating.HEAD
    assert {revision.revision for revision in script.walk_revisions()} == set(migrating.KNOWN)


def test_a_migrated_file_is_what_the_schema_says(tmp_path: Path) -> None:
    opened(tmp_path / "new" / "deep" / "bank.db").close()
    engine = sa.create_engine(f"sqlite:///{tmp_path}/new/deep/bank.db")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == migrating.HEAD
        # what Alembic doesn't compare: partial indexes, tables without rowid
        made = dict(connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall())
    engine.dispose()
    fresh = sa.create_engine("sqlite://")
    metadata.create_all(fresh)
    with fresh.connect() as connection:
        wanted = dict(connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall())
    fresh.dispose()
    for name, sql in wanted.items():
        for telling in ("WITHOUT ROWID", "AUTOINCREMENT", "WHERE"):
            assert (telling in made[name]) == (telling in sql), name
    assert set(made) - set(wanted) == {"alembic_version", "turn_append_only"}


def test_every_primary_key_begins_with_the_scope() -> None:
    for table in SCOPED:
        assert table.primary_key.columns.keys()[0] == "scope_id", table.name


def test_four_processes_may_open_a_new_store_at_once(tmp_path: Path) -> None:
    program = (
        "import sys; from thoughtbank import Thoughtbank; from thoughtbank.providers.fake import HashEmbedder;"
        "print('ready', flush=True); sys.stdin.readline();"
        "bank = Thoughtbank(sys.argv[1], embedder=HashEmbedder(), home=sys.argv[2]);"
        "print(bank.remember('hello from ' + sys.argv[3], user_id='u')[0].outcome); bank.close()"
    )
    command = [sys.executable, "-W", "error", "-c", program, str(tmp_path / "bank.db"), str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    running = [subprocess.Popen([*command, str(n)], cwd=ROOT, text=True, **pipes) for n in range(4)]  # type: ignore[call-overload]
    for process in running:
        assert process.stdout.readline() == "ready\n"
    ends = []
    for process in running:
        process.stdin.write("\n")
        process.stdin.flush()
    for process in running:
        out, error = process.communicate(timeout=60)
        ends.append((out, error, process.returncode))
    for out, error, code in ends:
        assert (out, code) == ("stored\n", 0), error
        assert error == ""
    bank = opened(tmp_path / "bank.db")
    assert len(bank.list(user_id="u")) == 4
    assert all(finding.well for finding in bank.check())
    bank.close()


def test_a_store_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    opened(tmp_path / "bank.db").close()
    raw = sqlite3.connect(tmp_path / "bank.db")
    with raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.close()
    before = (tmp_path / "bank.db").read_bytes()
    with pytest.raises(StoreVersion, match=r"9999.*upgrade thoughtbank"):
        opened(tmp_path / "bank.db")
    assert (tmp_path / "bank.db").read_bytes() == before


def test_turns_are_append_only(open_bank: Opener, tmp_path: Path) -> None:
    open_bank().remember("as it was said", user_id="u")
    raw = sqlite3.connect(tmp_path / "bank.db")
    with raw, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        raw.execute("UPDATE turn SET text = 'something else'")
    assert raw.execute("SELECT text FROM turn").fetchall() == [("as it was said",)]
    raw.close()


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    opened(tmp_path / "bank.db").close()
    before = (tmp_path / "bank.db").read_bytes()
    opened(tmp_path / "bank.db").close()
    assert (tmp_path / "bank.db").read_bytes() == before


def test_a_file_that_another_is_just_writing_to_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "bank.db"  # not yet with a write-ahead log, as while another process makes it
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        ends = threading.Timer(0.5, other.execute, ("COMMIT",))
        ends.start()
        opened(file).close()
        ends.join()


def test_times_of_before_keep_their_words_until_their_turns_are_thought_about_anew(tmp_path: Path) -> None:
    path = tmp_path / "bank.db"
    given = {"embedder": HashEmbedder(), "home": tmp_path, "think": {"by": "rules"}, "gain": {"mode": "off"}}
    with Thoughtbank(str(path), **given) as bank:
        bank.remember("작년에 리옹으로 이사했어요.", user_id="u", speaker="Ana", said_at="2026-03-04")
    raw = sqlite3.connect(path)
    with raw:  # as 0005 left it
        for name in ("begins", "ends", "precision", "side"):
            raw.execute(f"ALTER TABLE argument DROP COLUMN {name}")
        raw.execute("DROP TABLE node")
        raw.execute("DROP TABLE alias")
        raw.execute("DROP INDEX ix_evidence_version")
        raw.execute("ALTER TABLE evidence DROP COLUMN version")
        raw.execute("UPDATE memory SET valid_from = said_at WHERE kind = 'thought'")
        raw.execute("UPDATE alembic_version SET version_num = '0005'")
    raw.close()
    with Thoughtbank(str(path), **given) as bank:
        (before,) = bank.list(user_id="u", kind="thought")
        assert before.triple is not None and before.triple.others[0].when is None and before.valid_from == before.said_at
        bank.rethink(user_id="u", all=True)
        bank.work()
        (after,) = bank.list(user_id="u", kind="thought")
        assert after.triple is not None and after.triple.others[0].when is not None
        assert after.valid_from is not None and after.valid_from.year == 2025
        assert all(finding.well for finding in bank.check())
