-- The same shape as the embedded store's (../../migrations): a table, its journal, its snapshots,
-- finished games, and when the server was last known to run.
CREATE TABLE tables (
    id      text PRIMARY KEY,
    code    text NOT NULL UNIQUE,
    made    double precision NOT NULL,
    touched double precision NOT NULL,
    status  text NOT NULL,
    room    bytea NOT NULL
);
CREATE INDEX tables_by_touch ON tables (status, touched);

-- The primary key refuses a second writer of the same entry.
CREATE TABLE journal (
    table_id text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq      bigint NOT NULL,
    at       double precision NOT NULL,
    kind     text NOT NULL,
    body     bytea NOT NULL,
    PRIMARY KEY (table_id, seq)
);

CREATE TABLE snapshots (
    table_id text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind     text NOT NULL,
    seq      bigint NOT NULL,
    body     bytea NOT NULL,
    PRIMARY KEY (table_id, kind)
);

CREATE TABLE records (
    id   text PRIMARY KEY,
    made double precision NOT NULL,
    body bytea NOT NULL
);
CREATE INDEX records_by_age ON records (made);

CREATE TABLE server_meta (
    id   integer PRIMARY KEY CHECK (id = 1),
    seen double precision NOT NULL
);
