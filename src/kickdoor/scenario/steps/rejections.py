"""Says why a step is refused, by the rules that forbid it."""

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
    """A step that did not go as the scenario says."""


class NotLegal(Failed):
    """A step that the game does not take, with the ids of every rule against it."""

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
"""The rules behind choices that may have left nothing to choose, by what then happened."""


def settled(game: ScenarioGame, seat: int) -> list[str]:
    """Name the rules behind a choice that the engine has just made for a player, because only one thing was left."""
    mine = [event for event in game.events if seat in (event.seat, event.other)]
    out = [rule for event in mine for rule in AUTOMATIC_CHOICE_RULES.get(event.kind, [])]
    played = [event.cards[0] for event in mine if event.kind in (ev.CARD_PLAYED, ev.ABILITY_USED) and event.cards]
    if out and locked(game.s, seat):
        # It may have been a promise that left nothing else
        out += PROMISED.rules
    return list(dict.fromkeys(out + [rule for card in played for rule in card_grounds(game.s, card)]))


def list_reasons(game: ScenarioGame, found: list[Interpretation]) -> list[Reason]:
    """Gather every reason against all the ways a step may be meant."""
    out: list[Reason] = []
    for attempt in found:
        v = Verdict(True)
        runtime.explain(game.s, attempt.seat, attempt.code, attempt.picks, v)
        for reason in v.reasons:
            if (reason.code, reason.rules) not in [(r.code, r.rules) for r in out]:
                out.append(reason)
    return out


def second_roll_rules(game: ScenarioGame, found: list[Interpretation]) -> list[str]:
    """Name what stood against a card for the first roll while a later one lay there, if that moment closed by itself.

    A roll that nobody can change waits for nobody, so the card comes after it as well as too late for it (AMB-111).
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
    """Quote the rules by id."""
    parts: list[str] = []
    for rule in rules:
        try:
            parts.append(f"{rule}: {rulebook.sentence(rule)}")
        except KeyError:
            parts.append(rule)
    return "; ".join(parts)


def refusal(game: ScenarioGame, found: list[Interpretation]) -> NotLegal:
    """Make the account of a step that is not legal."""
    reasons = list_reasons(game, found)
    rules = [rule for reason in reasons for rule in reason.rules] + second_roll_rules(game, found)
    if game.s.phase == nr.OVER:
        return NotLegal("refused: the game is over", rules)
    if not reasons:
        return NotLegal(f"refused: not among the things to do now; {game.waiting_text()}", rules)
    told = ", ".join(f"{r.code} ({cite(r.rules)})" if r.rules else r.code for r in reasons)
    return NotLegal(f"refused: {told}; {game.waiting_text()}", rules)
