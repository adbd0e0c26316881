"""The database servers of the tests, with a password that the tests know."""

from __future__ import annotations

from contextlib import AbstractContextManager

from kickdoor.table.nodes import own_servers
from kickdoor.table.nodes.own_servers import Postgres as Postgres
from kickdoor.table.nodes.own_servers import Redis as Redis
from kickdoor.table.nodes.own_servers import Server as Server
from kickdoor.table.nodes.own_servers import ended as ended
from kickdoor.table.nodes.own_servers import free_port as free_port
from kickdoor.table.nodes.own_servers import own_folder as own_folder
from kickdoor.table.nodes.own_servers import postgres_programs as postgres_programs

PASSWORD = "a-word-for-tests"


def postgres() -> AbstractContextManager[Postgres]:
    return own_servers.postgres(PASSWORD)


def redis() -> AbstractContextManager[Redis]:
    return own_servers.redis(PASSWORD)
