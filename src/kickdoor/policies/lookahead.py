"""One-action lookahead: simulate an action in a copy of the state and value the result."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import Refused
from kickdoor.engine.machine.prompts import (
    CHOOSE,
    CHOOSE_MANY,
    P_GIVE,
    P_WANT,
    Answer,
    Form,
    Verdict,
    act_of,
    kind_of,
    target_of,
)
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import push_frame
from kickdoor.engine.rules.fight.bargain import room_after
from kickdoor.engine.rules.fight.dice import escapes_on, pursues, run_bonus
from kickdoor.engine.rules.fight.participants import body_treasures
from kickdoor.engine.rules.fight.promises import picking_order, values_of_kind
from kickdoor.engine.rules.fight.strength import helper_levels, in_combat, is_winning, kill_levels, totals
from kickdoor.engine.rules.items.sales import is_doubling
from kickdoor.engine.state.items import bonus_of, value_of
from kickdoor.engine.state.queries import ask_body, ask_seat
from kickdoor.engine.state.state import Fight, FightMonster, State
from kickdoor.policies.evaluation import weights
from kickdoor.policies.evaluation.card_value import hand_worth, holdings, level_worth, table_worth
from kickdoor.policies.evaluation.weights import PlayStyle
from kickdoor.policies.play_limits import digest

Choice = tuple[int, list[int]]
"""An option code and the picks of its form."""
FACES = 6
ALL_FACES = (1, 2, 3, 4, 5, 6)
SAMPLED_FACES = (1, 3, 4, 6)
"""The die faces simulated to value an action."""
HASTY_FACES = (2, 5)
"""The die faces simulated in playouts."""
MAX_ANSWERS = 40
"""Maximum number of answers in one simulation."""
OPEN_WAIT = nr.AT_ANY_TIME | nr.AT_SETUP
"""Timings of a wait that is open for any-time plays, also during a fight. A simulation stops there."""


class DecisionContext:
    """The state of one decision."""

    def __init__(
        self,
        state: State,
        seat: int,
        codes: list[int],
        purpose: int,
        style: PlayStyle,
        value_cache: dict[int, int] | None = None,
    ) -> None:
        self.state = state
        """The sampled state on which the policy decides."""
        self.me = seat
        self.codes = codes
        self.overlooked: list[int] = []
        """Own cards that the policy overlooks."""
        self.purpose = purpose
        self.style = style
        self.hand = state.seats[seat].hand
        self.is_hasty = value_cache is not None
        """Whether to decide fast, as in playouts: with fewer die faces, and a value cache shared between decisions."""
        self.value_cache: dict[int, int] = {} if value_cache is None else value_cache
        """Cached values of Bad Stuff, by the inputs they depend on."""
        self.envy_percents: dict[int, int] = {}
        """Cached percent of another seat's value that counts against a position, by seat."""
        self.grudge_percents: list[int] = []
        """The part of `envy_percents` that comes from wrongs, by seat; empty if there were none."""

    @property
    def should_try_rare_options(self) -> bool:
        """Whether to try options that rarely pay: only with a prompt, and not in a playout."""
        return self.purpose >= 0 and not self.is_hasty

    def form(self, code: int) -> Form:
        """Return the form behind an option."""
        return runtime.form(self.state, self.me, code)

    def fits(self, form: Form, picks: list[int]) -> bool:
        """Return whether picks are legal."""
        return form.check(self.state, picks, Verdict(False))

    def default(self, code: int) -> list[int]:
        """Return the default picks of the form behind an option."""
        return self.form(code).default(self.state)

    def simulate(self, s: State, code: int, picks: list[int] | None = None, face: int = 0) -> State | None:
        """Simulate an action and its consequences; `face` is the next die roll. Return None if it is illegal."""
        c = s.copy()
        runtime.same_listing(s, c)
        c.rng.skip()
        if face:
            c.rng.script = [face]
        try:
            runtime.apply(c, Answer(self.me, code, picks))
        except Refused:
            return None
        self.settle(c)
        return c

    def settle(self, s: State) -> None:
        """Answer prompts until the next open wait: own prompts by a simple rule, others by their default."""
        for _ in range(MAX_ANSWERS):
            mask = runtime.prompted_seats(s)
            if not mask:
                return
            seat = (mask & -mask).bit_length() - 1
            frame = s.stack[-1]
            if frame.moments(s, seat) & OPEN_WAIT:
                return
            if seat == self.me:
                code, picks = self.answer_by_rule(s)
                runtime.apply(s, Answer(seat, code, picks))
            else:
                runtime.apply_default(s, seat)

    def answer_by_rule(self, s: State) -> Choice:
        """Answer an own prompt in a simulation by a simple rule: keep the better, give the worse."""
        codes = runtime.legal_options(s, self.me)
        frame = s.stack[-1]
        gains = frame.purpose(s, self.me) in (nr.ASK_PICK, nr.ASK_LOOT)
        if act_of(codes[0]) == CHOOSE_MANY:
            form = runtime.form(s, self.me, codes[0])
            ranked = sorted(form.candidates, key=lambda card: (self.worth(s, card), card), reverse=gains)
            picks = ranked[: form.max_picks if gains else form.min_picks]
            return codes[0], picks if form.check(s, picks, Verdict(False)) else form.default(s)
        cards = [code for code in codes if act_of(code) == CHOOSE and kind_of(code) == nr.A_CARD]
        if is_doubling(s):
            return max(cards, key=lambda code: value_of(s, target_of(code))), []
        if cards:
            ranked = sorted(cards, key=lambda code: (self.worth(s, target_of(code)), code), reverse=gains)
            return ranked[0], []
        if act_of(codes[0]) == CHOOSE and kind_of(codes[0]) == nr.A_NUMBER and len(codes) == FACES:
            return codes[-1], []
        answer = runtime.default_answer(s, self.me)
        return answer.code, answer.picks

    def worth(self, s: State, card: int) -> int:
        """Return the value of a card to the bot, wherever it lies."""
        p = s.seats[self.me]
        if card in p.equipped:
            return table_worth(s, self.me, card) + weights.STRENGTH * s.cards[card].bonus
        return table_worth(s, self.me, card) if card in p.play else hand_worth(s, self.me, card, self.style.saves_harm)

    def holdings(self, s: State, seat: int) -> int:
        """Return the value of everything a seat has."""
        return holdings(s, seat, self.unknown(s, seat), self.style.saves_harm if seat == self.me else 100)

    def unknown(self, s: State, seat: int) -> list[int]:
        """List the cards of a hand whose faces the bot does not know."""
        return [card for card in s.seats[seat].hand if card not in self.hand and self.is_hidden(card)]

    def is_hidden(self, card: int) -> bool:
        """Return whether the bot does not know the face of a card, so that its face in the sample is invented."""
        state = self.state
        if state.seen.get(card, 0) >> self.me & 1:
            return False
        for p in state.seats:
            if card in p.hand:
                return p.index != self.me
        return card in state.decks[state.cards[card].deck]

    def value_with_fight(self, s: State, seat: int) -> int:
        """Return the value of everything a seat has, plus the expected result of its current fight."""
        total = self.holdings(s, seat)
        fight = s.fight
        if fight is None or not in_combat(s, seat) or not fight.bodies or s.winners or s.seats[seat].dead:
            return total
        boldness = self.style.boldness
        if not fight.lost and is_winning(s):
            reward = self.reward(s, fight, seat)
            return total + (reward * boldness.glory // 100 if seat == self.me else reward)
        danger = sum([self.danger(s, seat, monster) for monster in fight.bodies])
        return total - (danger * boldness.caution // 100 if seat == self.me else danger)

    def reward(self, s: State, fight: Fight, seat: int) -> int:
        """Return the value of winning the fight for a combatant."""
        levels = kill_levels(s, fight)
        treasures = treasures_of(s, fight)
        own_share = treasures
        if fight.helper >= 0:
            own_share = picking_order(fight, treasures).count(seat)
        extra = self.bargain_value(s, fight, seat) if fight.helper >= 0 else 0
        if seat != fight.main:
            if s.options.shared_victory and s.seats[fight.main].level + levels >= s.options.winning_level:
                return weights.WIN
            levels = helper_levels(s, fight) if seat == fight.helper else 0
        level = s.seats[seat].level
        top = min(level + levels, s.options.winning_level)
        return level_worth(s, top) - level_worth(s, level) + weights.TREASURE_CARD * own_share + extra

    def bargain_value(self, s: State, fight: Fight, seat: int) -> int:
        """Return the value of the Items that a combatant gets in a bargain, less those that it gives."""
        gets, gives = values_of_kind(fight.deal, P_GIVE), values_of_kind(fight.deal, P_WANT)
        if seat == fight.main:
            gets, gives = gives, gets
        equipped = s.seats[seat].equipped
        lost = sum([table_worth(s, seat, card) for card in gives])
        lost += sum([weights.STRENGTH * bonus_of(s, card) for card in gives if card in equipped])
        # An Item that cannot be carried is not received.
        return sum([hand_worth(s, seat, card) for card in gets if room_after(s, seat, gives, [card])]) - lost

    def danger(self, s: State, seat: int, monster: FightMonster) -> int:
        """Return the average cost of a monster to a seat that must Run Away from it."""
        if not pursues(s, seat, monster.uid):
            return ask_body(s, monster, nr.Q_ESCAPE_LOSS, seat, 0) * weights.LEVEL
        fails = failures(s, seat, monster)
        escape_loss = ask_body(s, monster, nr.Q_ESCAPE_LOSS, seat, 0) * weights.LEVEL * (FACES - fails) // FACES
        return fails * self.bad_stuff(s, seat, monster) // FACES + escape_loss

    def bad_stuff(self, s: State, seat: int, monster: FightMonster) -> int:
        """Return the cost of the Bad Stuff of a monster to a seat, simulated in a copy."""
        program = s.rules.defs[monster.definition].bad_stuff
        if program < 0:
            return 0
        key = monster.definition << 3 | seat
        if self.is_hasty:
            p = s.seats[seat]
            key = digest([key, p.level, len(p.hand), *p.play, -1, *p.equipped])
        if key not in self.value_cache:
            before = self.holdings(s, seat)
            losses: list[int] = []
            for face in HASTY_FACES if self.is_hasty else ALL_FACES:
                c = s.copy()
                c.rng.script = [face]
                c.stack.clear()
                push_frame(c, Resolve(program, monster.card, seat, seat, monster.uid))
                runtime.run(c)
                self.settle(c)
                losses.append(before - self.holdings(c, seat))
                if c.rng.script:
                    break
            self.value_cache[key] = max(0, sum(losses) // len(losses))
        return self.value_cache[key]

    def value(self, s: State, code: int, picks: list[int] | None = None, other: int = -1) -> int:
        """Return the value of an action for the bot, averaged over a die roll; see `score` for `other`."""
        total = 0
        for face in HASTY_FACES if self.is_hasty else SAMPLED_FACES:
            c = self.simulate(s, code, picks, face)
            if c is None:
                return -weights.WIN
            value = self.score(c, other)
            if c.rng.script:
                # No die was rolled, so all faces give this value.
                return value
            # Each face also counts for its neighbours that are not simulated: 2 for 1 to 3 and 5 for 4 to 6, or 1 for
            # 2 and 6 for 5. The faces 3 and 4 count for themselves, because outcomes mostly change between them.
            total += 3 * value if self.is_hasty else value if face in (3, 4) else 2 * value
        return total // FACES

    def score(self, s: State, other: int) -> int:
        """Return the value of a position for the bot, less its envy of the seat `other` unless that is -1."""
        own_value = self.value_with_fight(s, self.me)
        return own_value - self.envy_of(s, other) if other >= 0 else own_value

    def envy_of(self, s: State, other: int) -> int:
        """Return the value of a position to another seat, times a percentage that grows with its Level and wrongs."""
        if other not in self.envy_percents:
            level = self.level_after_fight(self.state, other)
            envy = self.style.envy_at(s.options.winning_level - level)
            self.envy_percents[other] = envy + self.grudge_percent(other)
        return self.value_with_fight(s, other) * self.envy_percents[other] // 100

    def grudge_percent(self, other: int) -> int:
        """Return the percent that the wrongs of a seat add to the envy of it."""
        return self.grudge_percents[other] if self.grudge_percents else 0

    def level_after_fight(self, s: State, seat: int) -> int:
        """Return the Level of a seat after the fight that it is winning."""
        level = s.seats[seat].level
        fight = s.fight
        if fight is not None and fight.main == seat and fight.bodies and not fight.lost and is_winning(s):
            level += kill_levels(s, fight)
        return level

    def leader(self) -> int:
        """Return the most dangerous other seat: the highest Level, then the strongest, then the next to the left."""
        s = self.state
        n = len(s.seats)
        best = -1
        best_rank = -1
        for i in range(1, n):
            p = s.seats[(self.me + i) % n]
            rank = p.level * 1000 + sum([s.cards[c].bonus for c in p.equipped])
            if not p.dead and rank > best_rank:
                best, best_rank = p.index, rank
        return best


def treasures_of(s: State, fight: Fight) -> int:
    """Count the Treasures that killing all monsters would bring."""
    return fight.owed + sum([body_treasures(s, fight, monster) for monster in fight.bodies])


def failures(s: State, seat: int, monster: FightMonster) -> int:
    """Count the faces of the die with which a seat would fail to Run Away."""
    if ask_body(s, monster, nr.Q_NO_ESCAPE, seat, 0):
        return FACES
    bonus = run_bonus(s, seat, monster) + ask_seat(s, seat, nr.Q_DIE, 0)
    return max(0, min(FACES, escapes_on(s, seat, monster.uid) - 1 - bonus))


def margin(s: State) -> int:
    """Return the lead of the munchkins in the fight."""
    strengths = totals(s)
    return strengths[nr.MUNCHKINS] - strengths[nr.MONSTERS]
