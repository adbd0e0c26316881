"""The normal bot: takes what helps it most right now, and spoils the others' fights when it can."""

from __future__ import annotations

from kickdoor.bots import bargaining, own_turn
from kickdoor.bots.base import Bot, Choice, Desk
from kickdoor.bots.options import aimed_at_seat, of_act, turn_the_fight, verb_of
from kickdoor.bots.sight import FightSeen, Sight
from kickdoor.bots.worth import cheapest, worth
from kickdoor.core import prompts as p
from kickdoor.core import words as w
from kickdoor.core.rng import Lots

ESCAPES = w.AFTER_MY_FAILED_ESCAPE | w.WHEN_I_RUN
GAINS = (w.ASK_LOOT, w.ASK_PICK)
WIN_IS_NEAR = 2
"""So many Levels below the end a munchkin is dangerous."""


class NormalBot(Bot):
    """Plays sensibly, one step ahead."""

    def __init__(self, seat: int, lots: Lots) -> None:
        super().__init__(seat, lots)
        self.turn = -1
        self.tried: set[int] = set()
        """What it has tried this turn and will not try again: Items taken off, munchkins asked for help."""

    def answer(self, desk: Desk) -> Choice:
        """Answers by what is asked for."""
        self.notice_turn(desk.sight)
        purpose = desk.prompt.purpose
        if purpose in (w.ASK_SETUP, w.ASK_ARRANGE, w.ASK_SECOND, w.ASK_CHARITY, w.ASK_KEEP):
            return own_turn.go_on(desk, self.tried)
        if purpose == w.ASK_FIGHT:
            return self.fight(desk)
        if purpose in (w.ASK_WINDOW, w.ASK_DIE, w.ASK_FLEE):
            return self.react(desk)
        if purpose in (w.ASK_HELP, w.ASK_OFFER):
            return bargaining.answer_offer(desk)
        if purpose in (w.ASK_TRADE, w.ASK_GIFT):
            return bargaining.answer_trade(desk)
        return self.choose(desk)

    def interject(self, desk: Desk) -> Choice | None:
        """Curses the leader, takes its levels, plays what it just got, and offers help that pays."""
        sight = desk.sight
        self.notice_turn(sight)
        best = own_turn.best_preparation(desk, self.tried)
        if best is not None:
            return best
        return bargaining.offer_help(desk, self.tried)

    def notice_turn(self, sight: Sight) -> None:
        """Forgets what it tried once a new turn begins."""
        if sight.turns != self.turn:
            self.turn = sight.turns
            self.tried.clear()

    def fight(self, desk: Desk) -> Choice:
        """Claims a fight that is won; else plays what turns it, asks for help, tries what it has, or gives up."""
        fight = desk.sight.fight
        claims = of_act(desk.codes, p.CLAIM)
        if claims or fight is None:
            return (claims or desk.codes)[0], []
        code = self.rescue(desk, fight)
        if code >= 0:
            return code, []
        asking = bargaining.ask_for_help(desk, self.tried)
        if asking is not None:
            return asking
        odd = self.odd_card(desk)
        return (odd if odd >= 0 else of_act(desk.codes, p.GIVE_UP)[0]), []

    def rescue(self, desk: Desk, fight: FightSeen) -> int:
        """Finds a play that wins his own fight; -1 if there is none."""
        return turn_the_fight(desk.sight, desk.codes, w.MUNCHKINS, fight.monsters - fight.munchkins + 1)

    def odd_card(self, desk: Desk) -> int:
        """Finds a Treasure whose effect is no plain number: in a losing fight it can only help."""
        for code in desk.codes:
            play = verb_of(desk.sight, code)
            d = desk.sight.cards.get(p.card_of(code))
            if d is not None and play.verb == w.V_EFFECT and d.deck == w.TREASURE and d.kind != w.GOUP:
                return code
        return -1

    def react(self, desk: Desk) -> Choice:
        """Saves itself if it must, spoils a dangerous fight if it can, and else lets things go on."""
        sight = desk.sight
        for code in desk.codes:
            moments = verb_of(sight, code).moments
            saves = moments & w.WHEN_CURSE_LANDS and sight.victim == self.seat
            if saves or (moments & ESCAPES and not moments & w.AFTER_ANY_ROLL):
                return code, []
        fight = sight.fight
        if fight is not None and not fight.lost:
            code = self.meddle(desk, fight)
            if code >= 0:
                return code, []
        quiet = of_act(desk.codes, p.PASS) or of_act(desk.codes, p.FLEE) or desk.codes
        return self.complete(desk, quiet[0])

    def meddle(self, desk: Desk, fight: FightSeen) -> int:
        """Finds a play for its own side of a fight, or against a munchkin about to get too far; -1 if there is none."""
        if self.seat in (fight.main, fight.helper):
            return -1 if fight.won else self.rescue(desk, fight)
        if not fight.won:
            return -1
        sight = desk.sight
        level = sight.munchkins[fight.main].level + fight.levels
        if level < sight.winning_level - WIN_IS_NEAR:
            return -1
        code = turn_the_fight(sight, desk.codes, w.MONSTERS, fight.munchkins - fight.monsters)
        if code >= 0 or level < sight.winning_level:
            return code
        for curse in desk.codes:
            if verb_of(sight, curse).verb == w.V_CURSE and aimed_at_seat(curse) == fight.main:
                return curse
        return -1

    def choose(self, desk: Desk) -> Choice:
        """Picks the best of what it gets and the least of what it loses; what it cannot judge it leaves to the lots."""
        sight = desk.sight
        codes = desk.codes
        gets = sight.keeps or desk.prompt.purpose in GAINS
        many = of_act(codes, p.CHOOSE_MANY)
        if many:
            sheet = desk.sheet(many[0])
            picks = cheapest(sight, sheet.atoms)
            if gets:
                picks = picks[::-1][: sheet.most]
            else:
                picks = picks[: sheet.least]
            return many[0], picks if sheet.fits(picks) else sheet.sample(self.lots)
        if desk.prompt.purpose == w.ASK_LEAVE:
            return codes[-1], []
        cards = [code for code in codes if p.kind_of(code) == w.A_CARD]
        if cards:
            ranked = sorted(cards, key=lambda code: (worth(sight, p.target_of(code)), code))
            return ranked[-1 if gets else 0], []
        return self.complete(desk, codes[self.lots.below(len(codes))])

    def complete(self, desk: Desk, code: int) -> Choice:
        """Fills in the form behind an option, if there is one."""
        return code, desk.sheet(code).sample(self.lots) if code & p.FORM_BIT else []
