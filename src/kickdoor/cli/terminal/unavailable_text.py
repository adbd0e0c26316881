"""Text of the actions that are unavailable to the player, with reasons."""

from __future__ import annotations

from kickdoor.engine.state.state import State
from kickdoor.text.unavailable_actions import refused_acts


def refused_lines(s: State, seat: int, names: list[str], name: str = "") -> list[str]:
    """Return why each unavailable card and step is unavailable; with a name, only for cards of that name."""
    own = [s.cards[card].name for card in s.seats[seat].hand + s.seats[seat].play]
    wanted = [one for one in own if name.casefold() in one.casefold()]
    refused: dict[str, list[str]] = {}
    for act in refused_acts(s, seat, names):
        if name and (act.card < 0 or s.cards[act.card].name not in wanted):
            continue
        reasons = act.text or "You can't do that now."
        if act.act not in refused.setdefault(reasons, []):
            refused[reasons].append(act.act)
    if name and not refused:
        return [f"You can do everything with {wanted[0]} right now." if wanted else f"You have no card '{name}'."]
    lines = [f"  {'; '.join(acts)}: {reasons}" for reasons, acts in refused.items()]
    return lines or ["You can use everything you have right now."]
