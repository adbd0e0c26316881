"""Text of the actions that are unavailable to the player, with reasons."""

from __future__ import annotations

from kickdoor.engine.state.state import State
from kickdoor.text.unavailable_actions import list_unavailable_actions


def unavailable_lines(s: State, seat: int, names: list[str], name: str = "") -> list[str]:
    """Return why each unavailable card and step is unavailable; with a name, only for cards of that name."""
    card_names = [s.cards[card].name for card in s.seats[seat].hand + s.seats[seat].play]
    wanted = [card_name for card_name in card_names if name.casefold() in card_name.casefold()]
    actions_by_reason: dict[str, list[str]] = {}
    for action in list_unavailable_actions(s, seat, names):
        if name and (action.card < 0 or s.cards[action.card].name not in wanted):
            continue
        reasons = action.text or "You can't do that now."
        if action.act not in actions_by_reason.setdefault(reasons, []):
            actions_by_reason[reasons].append(action.act)
    if name and not actions_by_reason:
        return [f"You can do everything with {wanted[0]} right now." if wanted else f"You have no card '{name}'."]
    lines = [f"  {'; '.join(actions)}: {reasons}" for reasons, actions in actions_by_reason.items()]
    return lines or ["You can use everything you have right now."]
