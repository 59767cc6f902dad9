"""File format of recordings: one SQLite file that any machine can open.

Invariants: a file has a version, and another version is refused by name; nothing in it is executed; `docs/view.md` describes
the tables, which hold text and numbers only. Nodes are stored once each, whatever the number of graphs they are in.
"""
from __future__ import annotations

import sqlite3
from pathlib import Path

from heddle.errors import FileFormatError

VERSION = 3
MAGIC = b"SQLite format 3\0"
_APPLICATION = 0x4865646C  # "Hedl": what SQLite's header says the file is

TABLES = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE location(id INTEGER PRIMARY KEY, file TEXT NOT NULL, line INTEGER NOT NULL, function TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE node(id INTEGER PRIMARY KEY, op TEXT NOT NULL, dtype TEXT NOT NULL, shape TEXT NOT NULL, arg TEXT NOT NULL,
                  src TEXT NOT NULL, location INTEGER);
CREATE TABLE graph(id INTEGER PRIMARY KEY, root INTEGER NOT NULL, location INTEGER, uses INTEGER NOT NULL, start REAL NOT NULL);
CREATE TABLE call(graph INTEGER NOT NULL, position INTEGER NOT NULL, what TEXT NOT NULL, kernel INTEGER, location INTEGER,
                  PRIMARY KEY(graph, position)) WITHOUT ROWID;
CREATE TABLE operand(graph INTEGER NOT NULL, position INTEGER NOT NULL, slot INTEGER NOT NULL, buffer TEXT NOT NULL,
                     device TEXT NOT NULL, dtype TEXT NOT NULL, bytes INTEGER NOT NULL, written INTEGER NOT NULL,
                     PRIMARY KEY(graph, position, slot)) WITHOUT ROWID;
CREATE TABLE boundary(graph INTEGER NOT NULL, position INTEGER NOT NULL, writer INTEGER NOT NULL, readers TEXT NOT NULL,
                      op TEXT NOT NULL, dtype TEXT NOT NULL, shape TEXT NOT NULL, bytes INTEGER NOT NULL, location INTEGER,
                      why TEXT NOT NULL, PRIMARY KEY(graph, position)) WITHOUT ROWID;
CREATE TABLE kernel(id INTEGER PRIMARY KEY, name TEXT NOT NULL, device TEXT NOT NULL, ast INTEGER NOT NULL, location INTEGER,
                    source TEXT, assembly TEXT, info TEXT, error TEXT);
CREATE TABLE stage(id INTEGER PRIMARY KEY, graph INTEGER, kernel INTEGER, position INTEGER NOT NULL, name TEXT NOT NULL,
                   root INTEGER, nodes INTEGER NOT NULL, error TEXT NOT NULL);
CREATE TABLE rewriting(id INTEGER PRIMARY KEY, stage INTEGER NOT NULL, position INTEGER NOT NULL, by TEXT NOT NULL,
                       root INTEGER NOT NULL, result INTEGER, steps INTEGER NOT NULL, direct INTEGER NOT NULL);
CREATE TABLE step(rewriting INTEGER NOT NULL, position INTEGER NOT NULL, before INTEGER NOT NULL, after INTEGER NOT NULL,
                  rule INTEGER NOT NULL, PRIMARY KEY(rewriting, position)) WITHOUT ROWID;
CREATE TABLE rule(id INTEGER PRIMARY KEY, name TEXT NOT NULL, says TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL);
CREATE TABLE event(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, lane TEXT NOT NULL, depth INTEGER NOT NULL,
                   start REAL NOT NULL, seconds REAL NOT NULL, ops INTEGER NOT NULL, bytes INTEGER NOT NULL, kernel INTEGER,
                   location INTEGER, within TEXT NOT NULL);
CREATE TABLE memory(id INTEGER PRIMARY KEY, device TEXT NOT NULL, start REAL NOT NULL, live INTEGER NOT NULL,
                    cached INTEGER NOT NULL);
CREATE INDEX stage_of ON stage(kernel, graph);
CREATE INDEX event_at ON event(start);
CREATE INDEX event_of ON event(kernel);
CREATE INDEX call_of ON call(kernel);
"""


def create(path: Path) -> sqlite3.Connection:
    """A new, empty recording in place of what was at `path`. FileFormatError if it cannot be written."""
    try:
        path.unlink(missing_ok=True)
        db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        # a recording that is cut off by a power failure is of no use anyway: commits need not reach the disk at once
        db.executescript(f"PRAGMA page_size=8192; PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; "
                         f"PRAGMA application_id={_APPLICATION}; PRAGMA user_version={VERSION}; {TABLES}")
    except (OSError, sqlite3.Error) as fault:
        raise FileFormatError(f"cannot write the recording {path}: {fault}", "Name another file.") from None
    return db


def open_recording(path: Path) -> sqlite3.Connection:
    """The recording at `path`, to be read. FileFormatError if it is none, or of another version."""
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False, isolation_level=None)
        application, version = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        others = db.execute("SELECT type, name FROM sqlite_master WHERE type NOT IN ('table', 'index')").fetchall()
    except (sqlite3.Error, ValueError) as fault:
        raise FileFormatError(f"cannot read the recording {path}: {fault}", "Record the script again.") from None
    if application != _APPLICATION:
        raise FileFormatError(f"{path} is a database, but no recording of heddle", "Name a file that heddle view --save wrote.")
    if version != VERSION:
        raise FileFormatError(f"{path} is a recording of version {version}, and this heddle reads version {VERSION}",
                              "Record the script again, or open the file with the heddle that wrote it.")
    if others:  # views and triggers would be queries of the file's author
        raise FileFormatError(f"{path} holds more than tables: {others[0][0]} {others[0][1]!r}", "Record the script again.")
    return db


def is_recording(path: Path) -> bool:
    """Whether the file at `path` looks like one; what it holds is checked by `open_recording`."""
    with path.open("rb") as file: return file.read(len(MAGIC)) == MAGIC
