-- Where a game can be taken up without playing it from the deal: the newest of each kind (see store.StoredSnapshot).
CREATE TABLE snapshots (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind     TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    body     BLOB NOT NULL,
    PRIMARY KEY (table_id, kind)
) WITHOUT ROWID;

-- When the house was last known to be open: tables do not age while it is closed.
CREATE TABLE house (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    seen REAL NOT NULL
);
