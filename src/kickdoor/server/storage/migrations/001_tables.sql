-- A table: what it was set up with never changes; `room` is the state of the seats and clocks after the last deed.
CREATE TABLE tables (
    id      TEXT PRIMARY KEY,
    code    TEXT NOT NULL,
    made    REAL NOT NULL,
    touched REAL NOT NULL,
    status  TEXT NOT NULL,
    room    BLOB NOT NULL
);
CREATE UNIQUE INDEX tables_by_code ON tables (code);
CREATE INDEX tables_by_touch ON tables (status, touched);

-- Everything that was done, in order. The primary key refuses a second writer of the same deed.
CREATE TABLE deeds (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    at       REAL NOT NULL,
    kind     TEXT NOT NULL,
    body     BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

-- Finished games that may be looked at again.
CREATE TABLE records (
    id       TEXT PRIMARY KEY,
    made     REAL NOT NULL,
    body     BLOB NOT NULL
);
CREATE INDEX records_by_age ON records (made);
