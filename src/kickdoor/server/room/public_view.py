"""What everybody sees alike at one moment of a game, worked out once however many look."""

from __future__ import annotations

from kickdoor.engine import constants as nr
from kickdoor.engine.machine.prompts import Verdict
from kickdoor.engine.rules.fight.game_winning import winners_by
from kickdoor.engine.rules.fight.help_eligibility import check_helper
from kickdoor.engine.rules.fight.participants import body_treasures
from kickdoor.engine.rules.fight.strength import is_winning, munchkin_strength, terms, totals, wins_ties
from kickdoor.engine.rules.items.equipment import slot_size
from kickdoor.engine.state.state import Fight, State
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.escape_odds import with_escapes
from kickdoor.text.event_text import capital, term_label
from kickdoor.text.message_catalog import DEFAULT, renderer_for


class PublicView:
    """A game as it is, for all who look at it now. Nothing in here hangs on what a seat may know."""

    def __init__(self, s: State, names: list[str], lang: str = DEFAULT) -> None:
        self.s, self.names, self.lang = s, names, lang
        seats = range(len(s.seats))
        self.strengths = [munchkin_strength(s, i) for i in seats]
        """What each munchkin would bring into a fight, or brings into this one."""
        self.hands = [slot_size(s, i, nr.HAND) for i in seats]
        """How many hands each munchkin has to hold Items with."""
        self.fight = None if s.fight is None else self.explained(s.fight)
        """The fight as those see it who need not run."""

    def explained(self, fight: Fight) -> wire.FightShown:
        """Explain a fight: every summand, who is ahead by how much, and whose help would change that."""
        s = self.s
        both = totals(s)[:]
        ahead = is_winning(s)
        return wire.FightShown(
            totals=both,
            winning=ahead,
            lacks=0 if ahead else both[1] - both[0] + (0 if wins_ties(s, fight) else 1),
            chips=self.chips(),
            escapes=[],
            helped=[helped_by(s, other.index) for other in s.seats if check_helper(s, other.index, Verdict(False))],
            treasures=[body_treasures(s, fight, body) for body in fight.bodies],
            for_win=winners_by(s, fight),
        )

    def chips(self) -> list[wire.StrengthTerm]:
        """List every summand. Whose it is stands beside it, not in it, so that all read the same."""
        rules = self.s.rules
        speaker = renderer_for(rules, self.lang)
        return [
            wire.StrengthTerm(
                side=term.side,
                seat=term.seat,
                text=capital(term_label(speaker, rules, term, self.names, term.seat, term.seat)),
                amount=term.amount,
                card=rules.defs[term.name].key if term.name >= 0 else "",
            )
            for term in terms(self.s)
        ]

    def fight_of(self, seat: int) -> wire.FightShown | None:
        """Explain the fight to a seat: whoever takes part is told what running away would take."""
        return None if self.fight is None else with_escapes(self.s, seat, self.fight)


def helped_by(s: State, helper: int) -> wire.HelpPreview:
    """Return how the fight would stand with a helper, whose Class may be what a monster hates."""
    imagined = s.copy()
    assert imagined.fight is not None
    imagined.fight.helper = helper
    # Odd: not at rest, so that nothing summed up before counts
    imagined.serial += 1
    return wire.HelpPreview(seat=helper, totals=totals(imagined)[:], winning=is_winning(imagined))
