"""Tests that the figures in docs/hosting.md match the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from kickdoor.server.cluster import bus, leases, relay, remote_bot_worker, remote_session, room_directory

DOC = (Path(__file__).parents[2] / "docs/hosting.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "figure",
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
def test_documented_figures_match_the_code(figure: str) -> None:
    assert figure in DOC


def test_a_waiting_client_is_notified_after_a_minute() -> None:
    assert remote_session.REJOIN_TIMEOUT_S == 60.0
    assert "try again after a minute" in DOC


def test_failover_takes_less_than_ten_seconds() -> None:
    """By the numbers: a server is noticed to be gone, and its lease is over, well within ten seconds."""
    waits = (
        max(leases.LEASE, relay.SILENT + relay.HEARTBEAT_INTERVAL_S)
        + remote_session.JOIN_TIMEOUT_S
        + remote_session.PAUSE
    )
    assert waits < 10.0
