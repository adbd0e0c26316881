"""Reasons why a step is refused, with the rules that forbid it."""

from typing import Final

from kickdoor import rulebook
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.rule_citations import card_grounds
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import KickdoorError
from kickdoor.engine.machine.prompts import PROMISED, Reason, Verdict
from kickdoor.engine.rules.fight.promises import locked
from kickdoor.engine.rules.plays.legality import play_of
from kickdoor.scenario.steps.scenario_game import Interpretation, ScenarioGame


class Failed(KickdoorError):
    """A step whose result differs from what the scenario expects."""


class NotLegal(Failed):
    """A step that the game refuses, with the ids of all rules against it."""

    def __init__(self, message: str, rules: list[str]) -> None:
        super().__init__(message)
        self.rules = rules


AUTOMATIC_CHOICE_RULES: Final = {
    ev.LOOTED: ["DEATH-02", "DEATH-09", "DEATH-11", "AMB-43", "AMB-46"],
    ev.TREASURE_PICKED: ["HELP-09", "HELP-24", "AMB-20"],
    ev.TOKEN_GAINED: ["TOKEN-04", "TOKEN-07", "AMB-64", "AMB-95"],
    ev.TOKENS_SWAPPED: ["AMB-95", "TOKEN-10"],
    ev.CARD_DISCARDED: ["CURSE-09", "AMB-36", "AMB-73"],
    ev.LEVEL_LOST: ["AMB-73"],
    ev.BIG_ITEM_PASSED: ["ITEM-21", "ITEM-23", "AMB-25"],
}
"""The rules that may leave only one choice, by the event that follows."""


def automatic_choice_rules(game: ScenarioGame, seat: int) -> list[str]:
    """List the rules for a choice that the engine has just made for a player because only one was possible."""
    own = [event for event in game.events if seat in (event.seat, event.other)]
    out = [rule for event in own for rule in AUTOMATIC_CHOICE_RULES.get(event.kind, [])]
    played = [event.cards[0] for event in own if event.kind in (ev.CARD_PLAYED, ev.ABILITY_USED) and event.cards]
    if out and locked(game.s, seat):
        # A promise may have ruled out the other choices.
        out += PROMISED.rules
    return list(dict.fromkeys(out + [rule for card in played for rule in card_grounds(game.s, card)]))


def list_reasons(game: ScenarioGame, found: list[Interpretation]) -> list[Reason]:
    """List the reasons against all interpretations of a step, each once."""
    out: list[Reason] = []
    for attempt in found:
        verdict = Verdict(True)
        runtime.explain(game.s, attempt.seat, attempt.code, attempt.picks, verdict)
        for reason in verdict.reasons:
            if (reason.code, reason.rules) not in [(r.code, r.rules) for r in out]:
                out.append(reason)
    return out


def second_roll_rules(game: ScenarioGame, found: list[Interpretation]) -> list[str]:
    """List the rules against a card that is played after a second escape roll and may change only the first.

    The window of a roll closes at once if no player can change it. Then a scenario can name the card only after the
    roll, and its rules are cited beside those for a card that comes too late (AMB-111).
    """
    rolls = (
        [e.seat for e in game.events if e.kind == ev.DIE_ROLLED and e.other == nr.FOR_ESCAPE]
        if game.last_verb != "flee"
        else []
    )
    plays = [play_of(game.s, attempt.code) for attempt in found if attempt.seat in rolls]
    late = [p.when for p in plays if p is not None and p.when is not None and p.moments & nr.AFTER_MY_FAILED_ESCAPE]
    return [rule for condition in late for rule in condition.rules()]


def cite(rules: list[str]) -> str:
    """Quote the rules, each with its id."""
    parts: list[str] = []
    for rule in rules:
        try:
            parts.append(f"{rule}: {rulebook.sentence(rule)}")
        except KeyError:
            parts.append(rule)
    return "; ".join(parts)


def refusal(game: ScenarioGame, found: list[Interpretation]) -> NotLegal:
    """Return the exception for a step that is not legal, with all reasons."""
    reasons = list_reasons(game, found)
    rules = [rule for reason in reasons for rule in reason.rules] + second_roll_rules(game, found)
    if game.s.phase == nr.OVER:
        return NotLegal("refused: the game is over", rules)
    if not reasons:
        return NotLegal(f"refused: not among the options now; {game.waiting_text()}", rules)
    text = ", ".join(f"{r.code} ({cite(r.rules)})" if r.rules else r.code for r in reasons)
    return NotLegal(f"refused: {text}; {game.waiting_text()}", rules)
