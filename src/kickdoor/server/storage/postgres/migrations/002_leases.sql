-- Servers, and until when each is known to be alive, by the database's own time. All tables of a server are held by this
-- one row: it is renewed at one stroke however many they are.
CREATE TABLE nodes (
    name  text PRIMARY KEY,
    until timestamptz NOT NULL
);

-- Who runs a table. The epoch grows with every change of hands: whoever writes names it.
ALTER TABLE tables ADD COLUMN owner text, ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
CREATE INDEX tables_by_owner ON tables (owner);
