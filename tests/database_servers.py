"""The database servers of the tests, with a password that the tests know."""

from __future__ import annotations

from contextlib import AbstractContextManager

from kickdoor.server.cluster import local_services
from kickdoor.server.cluster.local_services import Postgres as Postgres
from kickdoor.server.cluster.local_services import Redis as Redis
from kickdoor.server.cluster.local_services import Server as Server
from kickdoor.server.cluster.local_services import ended as ended
from kickdoor.server.cluster.local_services import free_port as free_port
from kickdoor.server.cluster.local_services import own_folder as own_folder
from kickdoor.server.cluster.local_services import postgres_programs as postgres_programs

PASSWORD = "a-word-for-tests"


def postgres() -> AbstractContextManager[Postgres]:
    return local_services.postgres(PASSWORD)


def redis() -> AbstractContextManager[Redis]:
    return local_services.redis(PASSWORD)
