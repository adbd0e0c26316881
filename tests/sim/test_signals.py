"""Test that an exception of a signal handler is raised from a game, wherever it occurs.

A compiled program could end there instead, as if memory had run out: see engine/state/rng.py. So it is tried in a
program of its own.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

INTERRUPTED = """
import signal, sys
import kickdoor as kd

class Alarm(Exception):
    pass

def ring(*_):
    raise Alarm

def play():
    return kd.play(sys.argv[1], sets="all", seats=4, seed="signals", max_turns=2)

def story(result):
    return str(result), result.decisions

signal.signal(signal.SIGALRM, ring)
undisturbed = story(play())
lots, rung = kd.Rng("when"), 0
for _ in range(int(sys.argv[2])):
    try:
        signal.setitimer(signal.ITIMER_REAL, (50 + lots.below(4000)) / 1e6)
        play()
        signal.setitimer(signal.ITIMER_REAL, 0)
    except Alarm:
        rung += 1
assert story(play()) == undisturbed
print(rung)
"""


@pytest.mark.parametrize("bot", ["random", "nasty", pytest.param("master", marks=pytest.mark.slow)])
def test_an_exception_of_a_signal_handler_is_raised_from_a_game(bot: str) -> None:
    times = 400
    command = [sys.executable, "-c", INTERRUPTED, bot, str(times)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > times // 2
