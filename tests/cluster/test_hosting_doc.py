"""The figures that docs/hosting.md tells of several servers are those of the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from kickdoor.server.cluster import bus, leases, relay, remote_bot_worker, remote_session, room_directory

DOC = (Path(__file__).parents[2] / "docs/hosting.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "told",
    [
        f"renews its lease every {leases.RENEW_INTERVAL_S:g} s",
        f"does not for {leases.LEASE:g} s by the database's clock",
        f"holds at most {bus.MAX_INBOX_MESSAGES:,} messages",
        f"expires after {bus.INBOX_TTL_S} s",
        f"unread ones expire {bus.INBOX_TTL_S} s after the last message",
        f"{room_directory.LISTING_TTL_S} s after the server last said so",
        f"notices within {relay.SILENT:g} s",
        f"some {remote_bot_worker.HEARTBEAT_TTL_S + remote_bot_worker.HEARTBEAT_INTERVAL_S:g} s",
    ],
)
def test_figures_are_those_that_hold(told: str) -> None:
    assert told in DOC


def test_whoever_waits_for_a_server_is_told_after_a_minute() -> None:
    assert remote_session.REJOIN_TIMEOUT_S == 60.0
    assert "try again after a minute" in DOC


def test_play_goes_on_within_the_goal() -> None:
    """By the numbers: a server is noticed to be gone, and its lease is over, well within ten seconds."""
    waits = (
        max(leases.LEASE, relay.SILENT + relay.HEARTBEAT_INTERVAL_S)
        + remote_session.JOIN_TIMEOUT_S
        + remote_session.PAUSE
    )
    assert waits < 10.0
