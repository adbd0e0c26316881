"""What the store says to PostgreSQL."""

from __future__ import annotations

LIVES = "EXISTS (SELECT 1 FROM nodes WHERE name=tables.owner AND until>clock_timestamp())"
"""The server that runs a table has shown in time that it lives, by the database's own clock."""

COLUMNS = "id, code, made, touched, status, room"

CREATE = f"INSERT INTO tables ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)"

# One statement, so that it is one way there and back and one commit: whatever part of it fails, nothing of it is done.
# Whoever names another epoch than the present one, or whose lease has run out, is refused: a server that was paused or
# cut off can write nothing. An epoch of 0 is of a table that no server has run yet.
APPEND = f"""
WITH held AS (
    UPDATE tables SET room=$2, status=$3, touched=$4 WHERE id=$1 AND epoch=$14 AND (epoch=0 OR {LIVES}) RETURNING id
), done AS (
    INSERT INTO journal (table_id, seq, at, kind, body)
    SELECT held.id, new.* FROM held, unnest($5::bigint[], $6::float8[], $7::text[], $8::bytea[]) AS new
), snapped AS (
    INSERT INTO snapshots (table_id, kind, seq, body)
    SELECT held.id, new.* FROM held, unnest($9::text[], $10::bigint[], $11::bytea[]) AS new
    ON CONFLICT (table_id, kind) DO UPDATE SET seq=excluded.seq, body=excluded.body
), recorded AS (
    INSERT INTO records (id, made, body) SELECT $12, $4, $13 FROM held WHERE $12::text IS NOT NULL
    ON CONFLICT (id) DO UPDATE SET made=excluded.made, body=excluded.body
)
SELECT 1 / count(*) FROM held
"""
"""Fails by a division by zero where nothing may be written: many are sent in one go, and none is looked at."""

SNAPSHOTS = "SELECT kind, seq, body FROM snapshots WHERE table_id=$1"
DEEDS = "SELECT seq, at, kind, body FROM journal WHERE table_id=$1 AND seq>=$2 ORDER BY seq"
LIST = f"SELECT {COLUMNS} FROM tables WHERE status=ANY($1) ORDER BY touched DESC LIMIT $2"
FORGET = f"DELETE FROM tables WHERE touched<$1 AND NOT id=ANY($2) AND NOT {LIVES}"

# Only a few minutes pass between two notes that the server is open: the whole is not written again for them
SEEN = """
INSERT INTO server_meta VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET seen=greatest(server_meta.seen, excluded.seen)
"""

MAKE_SPACE = """
DELETE FROM records WHERE id IN (
    SELECT id FROM (
        SELECT id, sum(greatest(length(body), $1)) OVER (ORDER BY made DESC, id) AS bytes
        FROM records WHERE id LIKE $2
    ) AS kept WHERE bytes>$3
)
"""

REGISTER = """
INSERT INTO nodes VALUES ($1, clock_timestamp()+$2) ON CONFLICT (name) DO UPDATE SET until=excluded.until
"""
RENEW = "UPDATE nodes SET until=clock_timestamp()+$2 WHERE name=$1 AND until>clock_timestamp() RETURNING 1"
FORGET_NODES = "DELETE FROM nodes WHERE until<clock_timestamp()-interval '1 hour'"
CLAIM = f"""
UPDATE tables SET owner=$2, epoch=epoch+1
WHERE id=$1 AND (owner IS NULL OR owner=$2 OR NOT {LIVES})
    AND EXISTS (SELECT 1 FROM nodes WHERE name=$2 AND until>clock_timestamp())
RETURNING epoch
"""
OWNER = "SELECT owner FROM tables WHERE id=$1"
GIVE_UP = "UPDATE tables SET owner=NULL WHERE id=$1 AND owner=$2 AND epoch=$3"


def pattern(names: str) -> str:
    """Make a pattern of SQL of names in which `?` is any letter and `*` any number of them."""
    for mark in "\\%_":
        names = names.replace(mark, "\\" + mark)
    return names.replace("?", "_").replace("*", "%")
