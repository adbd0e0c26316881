"""Hints are thought of where bots think: in a process of their own, by what the seat may know and nothing else."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kickdoor.analysis.hints import hint
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine.prompts import Prompt, key
from kickdoor.policies.search.search_policy import NOTHING
from kickdoor.seat_view import SeatView
from kickdoor.view.observation import Observation


@dataclass(frozen=True, slots=True)
class HintErrand:
    """Somebody who does not know what to do, as it is sent to a worker."""

    sets: list[str]
    folders: list[str]
    seen: str
    """What their seat may know, as JSON."""
    question: list[Any]
    names: list[str]


def advise(errand: HintErrand) -> tuple[str, str]:
    """Return what to do, as the key of an option or nothing, and why; runs in a worker."""
    observation: Observation = json.loads(errand.seen)
    seat = observation["seat"]
    rules = load_catalog(errand.sets, [Path(folder) for folder in errand.folders])
    prompt = Prompt(errand.question[0], seat, *errand.question[1:])
    found = hint(SeatView(observation, prompt, rules)._world, seat, errand.names)
    code = found.choice[0]
    return "" if code == NOTHING else key(code), found.text
