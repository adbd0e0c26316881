"""The keys that cards of each kind may have, and the plays that come with the kind."""

from typing import Any

from msgspec import Struct

from kickdoor.catalog import card_tables as ct
from kickdoor.catalog.compiler import NO_OPS, Compiler, listed, text
from kickdoor.catalog.toml_reader import TableError, fitting
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef, Modifier, Play, Trigger, VersusTrait
from kickdoor.engine.effects.quantities import Plain
from kickdoor.engine.rules.fight.dice import ESCAPES_ON

NOT_IN_COMBAT = nr.ON_QUIET_TURN | nr.JUST_RECEIVED
AIMS = {"player": nr.A_SEAT, "monster": nr.A_MONSTER, "side": nr.A_SIDE, "curse": nr.A_CARD, "item": nr.A_CARD,
        "any_item": nr.A_CARD}  # fmt: skip
ITEM_KINDS = 1 << nr.ITEM | 1 << nr.ONESHOT
MAX_PAID = 20
ENDS_BY_ITSELF = (
    "discard_this", "end_fight", "force_help", "kill_monster", "leave_fight", "monster_leaves", "move_fight",
)  # fmt: skip
"""Timings that cannot recur at once, so that a use in them needs no limit."""


SIGNS = {nr.Q_EACH_STRENGTH: 1, nr.Q_RUN: 1, nr.Q_DIE: 1, nr.Q_ESCAPE_NUMBER: -1, nr.Q_ESCAPE_LOSS: -1}
"""Queries where more is better for the player, or worse: the amount decides whether a line is a disadvantage."""
OF_FIGHTS = ("fight", "victim", "monster", "munchkin", "fight_cards")
"""Limits that are counted per fight."""
IN_FIGHTS = (
    nr.IN_FIGHT | nr.IN_MY_FIGHT | nr.AS_MAIN_FIGHTER | nr.WHEN_LOST | nr.WHEN_I_RUN | nr.AFTER_MY_ESCAPE_ROLL
    | nr.AFTER_MY_FAILED_ESCAPE | nr.AFTER_ESCAPE | nr.AFTER_ANY_ESCAPE_ROLL | nr.AFTER_ANY_FAILED_ESCAPE
    | nr.AFTER_OTHER_CAUGHT | nr.WHEN_I_KILL | nr.AFTER_MY_ROLL | nr.AFTER_ANY_ROLL | nr.WHEN_OTHERS_DRAW_REWARD
    | nr.WHEN_I_TAKE_TOKEN | nr.WHEN_ONESHOT_PLAYED
)  # fmt: skip
"""Timings that usually lie in a fight; the others end by themselves."""


def is_about_fights(moments: int) -> bool:
    return not moments & ~IN_FIGHTS


def is_free(play: Play, unlimited: bool = True) -> bool:
    """Return whether an ability can be used repeatedly at no cost."""
    paid = play.cost_min or play.cost_token_min or play.cost_worth or play.cost_self
    return unlimited and not paid


def eases(t: ct.Static, before: list[Modifier]) -> bool:
    """Return whether a `static` line is an advantage for the player by its amount, given the card's lines before it."""
    query = nr.QUERIES.index(t.query)
    amount = t.add if t.set is None else t.set
    if query not in SIGNS or not isinstance(amount, int):
        return False
    if t.set is not None:
        usual = ESCAPES_ON if query == nr.Q_ESCAPE_NUMBER else 0
        for m in before:
            if m.query == query and m.when is None and isinstance(m.amount, Plain):
                usual = m.amount.n if m.sets else usual + m.amount.n
        amount -= usual
    return amount * SIGNS[query] > 0


class CardReader:
    """A reader for one card."""

    def __init__(self, compiler: Compiler, d: CardDef, t: ct.Card, table: dict[str, Any]) -> None:
        self.compiler = compiler
        self.d = d
        self.t = t
        self.table = table
        """The table as it was written."""
        self.name = f"{d.set_id}/{d.id}"
        self.hurts = d.kind in (nr.MONSTER, nr.CURSE)
        """Whether the card's effects are a disadvantage for the player, as with these kinds."""

    def read(self) -> None:
        d, t = self.d, self.t
        d.name = text(t, "name")
        d.copies = t.copies
        d.flavour = text(t, "flavour")
        d.tags = self.compiler.tags(t, "tags")
        d.bonus = t.bonus
        d.run = t.run
        d.must_play = t.must_play
        text(t, "powers")
        d.powers = t.powers
        for static in t.static:
            d.modifiers.append(self.compiler.static(static, d.index, self.hurts and not eases(static, d.modifiers)))
        d.mutes = [self.compiler.mute(mute) for mute in t.mute]
        for i, trigger in enumerate(t.trigger):
            d.triggers.append(self.trigger(trigger, i))
        for i, ability in enumerate(t.ability):
            d.abilities.append(self.ability(ability, i))
        self.read_kind()
        for i, play in enumerate(t.play):
            d.plays.append(self.play(play, i))
        self.add_moments()

    def read_kind(self) -> None:
        d, t, kind = self.d, self.t, self.d.kind
        if isinstance(t, ct.Monster):
            self.monster(t)
        elif isinstance(t, ct.Item):
            self.item(t)
        elif isinstance(t, ct.Oneshot):
            self.oneshot(t)
        elif isinstance(t, ct.Enhancer):
            d.treasures = t.treasures
            d.gives = self.compiler.tags(t, "gives")
            d.takes = self.compiler.tags(t, "takes")
            if t.becomes is not None:
                d.becomes = self.compiler.counters(t, "becomes")[0]
            self.add(nr.V_ENHANCE, nr.IN_FIGHT, nr.A_MONSTER)
        elif isinstance(t, ct.Curse):
            d.lasts = nr.LASTS.index(t.lasts)
            d.on_land = self.program(t, "do")
            self.add(nr.V_CURSE, nr.AT_ANY_TIME, nr.A_SEAT)
        elif isinstance(t, ct.Cheat):
            d.lifts = lifts(t)
            self.attach(1 << nr.ITEM)
        elif isinstance(t, ct.Follower):
            d.lifts = lifts(t)
            d.sacrifice = t.sacrifice
            self.add(nr.V_FOLLOWER, nr.AT_ANY_TIME)
        elif isinstance(t, ct.OtherTreasure):
            if t.improves:
                self.improvement(t)
            elif t.stays:
                self.add(nr.V_STAY, NOT_IN_COMBAT | nr.AT_SETUP)
        elif kind in (nr.CLASS, nr.RACE):
            d.trait = self.compiler.rules.trait_bit(d.id)
            self.add(nr.V_CLASS if kind == nr.CLASS else nr.V_RACE, nr.ON_OWN_TURN | nr.JUST_RECEIVED | nr.AT_SETUP)
        elif kind in (nr.SUPER, nr.HALFBREED):
            verb = nr.V_SECOND_CLASS if kind == nr.SUPER else nr.V_SECOND_RACE
            self.add(verb, nr.ON_OWN_TURN | nr.JUST_RECEIVED | nr.AT_SETUP)
        elif kind == nr.WANDERING:
            self.add(nr.V_JOIN, nr.IN_FIGHT).needs_second = True
        elif kind == nr.MATE:
            self.add(nr.V_MATE, nr.IN_FIGHT, nr.A_MONSTER)
        elif kind == nr.GOUP:
            self.level_card()

    def attach(self, kinds: int) -> None:
        """Make it a card that is attached to one of the player's own Items."""
        play = self.add(nr.V_ATTACH, NOT_IN_COMBAT | nr.AT_SETUP, nr.A_CARD)
        play.aim_kinds = kinds

    def improvement(self, t: ct.OtherTreasure) -> None:
        d = self.d
        d.value = t.value
        d.makes = nr.SIZES.index(t.makes)
        d.gives = self.compiler.tags(t, "gives")
        d.takes = self.compiler.tags(t, "takes")
        d.lifts = lifts(t)
        self.attach(1 << nr.ITEM | 1 << nr.ONESHOT)

    def add(self, verb: int, moments: int, aim: int = nr.NOTHING) -> Play:
        play = Play(len(self.d.plays), verb, moments)
        play.aim = aim
        self.d.plays.append(play)
        return play

    def program(self, t: Struct, key: str) -> int:
        """Compile an effect of the card itself; return -1 if it has none."""
        lines = getattr(t, key)
        if lines is None:
            return -1
        if not lines:
            raise TableError(t, key, NO_OPS)
        return self.compiler.program(lines, self.table[key], f"{self.name}:{key}", self.d.index, self.hurts)

    def effect(self, t: ct.Use | ct.Trigger, key: str, i: int, hurts: bool = False) -> int:
        """Compile the effect of a play, ability or trigger."""
        if not t.do:
            raise TableError(t, "do", NO_OPS)
        name = f"{self.name}:{key}{len(self.d.plays) if key == 'play' else i}"
        return self.compiler.program(t.do, self.table[key][i]["do"], name, self.d.index, hurts)

    def monster(self, t: ct.Monster) -> None:
        d = self.d
        d.level = t.level
        d.treasures = t.treasures
        d.levels_gained = t.levels
        d.sides_with = self.compiler.tags(t, "sides_with")
        for versus in t.vs:
            d.vs.append(VersusTrait(self.compiler.traits(versus, "who"), versus.bonus))
        d.on_reveal = self.program(t, "on_reveal")
        d.on_spare = self.program(t, "on_spare")
        d.on_kill = self.program(t, "on_kill")
        d.after_run = self.program(t, "after_run")
        d.bad_stuff = self.program(t, "bad_stuff")

    def item(self, t: ct.Item) -> None:
        d = self.d
        d.value = t.value
        self.add(nr.V_ITEM, NOT_IN_COMBAT | nr.AT_SETUP)
        d.slot = nr.SLOTS.index(t.slot)
        d.hands = int(d.slot == nr.HAND) if t.hands is None else t.hands
        d.big = t.big
        d.complex = t.complex
        d.joins = self.compiler.tags(t, "joins")
        d.lifts = lifts(t)
        if t.only:
            d.needs.append(self.compiler.traits(t, "only"))
        d.forbids = self.compiler.traits(t, "not_for")

    def oneshot(self, t: ct.Oneshot) -> None:
        """Read a one-shot; it lies on the table as Items do, but unequipped."""
        d = self.d
        d.value = t.value
        self.add(nr.V_ITEM, NOT_IN_COMBAT | nr.AT_SETUP)
        d.side = -1 if t.side == "either" else nr.SIDES.index(t.side)
        if d.bonus:
            play = self.add(nr.V_SIDE_BONUS, nr.IN_FIGHT, nr.A_SIDE)
            play.from_table = True

    def level_card(self) -> None:
        """Read a level card. By default it gives one level to any player at any time."""
        if "play" not in self.table:
            play = self.add(nr.V_EFFECT, nr.AT_ANY_TIME, nr.A_SEAT)
            lines: list[Any] = [ct.OP_TABLES["gain_levels"]()]
            tables = [{"op": "gain_levels"}]
            play.program = self.compiler.program(lines, tables, f"{self.name}:play", self.d.index, False)

    def play(self, t: ct.Play, i: int) -> Play:
        """Read a [[play]] table: its timings, target and effect."""
        play = Play(len(self.d.plays), nr.V_EFFECT, self.moments(t))
        self.aim(t, play)
        play.from_table = self.d.kind == nr.ONESHOT
        play.needs_second = t.with_ == "monster"
        self.use(t, play, "play", i)
        return play

    def use(self, t: ct.Use, play: Play, key: str, i: int) -> None:
        """Read the condition and the effect of a play or ability."""
        self.compiler.begin_use(play.cost_token_max > 0, play.aim == nr.A_SIDE)
        play.when = self.compiler.condition(t.when, False)
        play.program = self.effect(t, key, i)
        self.compiler.begin_use(False, False)

    def ability(self, t: ct.Ability, i: int) -> Play:
        """Read an [[ability]] table: its name, timings, cost and effect."""
        play = Play(i, nr.V_ABILITY, self.moments(t))
        play.name = text(t, "name")
        play.carried = t.carried
        self.aim(t, play)
        if self.d.kind == nr.MONSTER:
            play.aim = nr.A_MONSTER
        play.limit = nr.LIMITS.index(t.once)
        if self.d.kind in (nr.CLASS, nr.RACE):
            # Equal ids are one trait in a mix, so abilities that belong to them are one ability too.
            play.power = self.compiler.rules.power(f"{self.d.id}:{play.name}")
        elif self.d.kind == nr.MONSTER:
            play.power = self.compiler.rules.power(f"{self.name}:{play.name}")
        if t.cost is not None:
            self.card_cost(t.cost, play)
        self.use(t, play, "ability", i)
        if is_free(play, not play.limit) and t.do[0].__struct_config__.tag not in ENDS_BY_ITSELF:
            raise TableError(t, "once", "is missing; an ability without a cost must limit its use")
        if is_free(play, t.once in OF_FIGHTS and not is_about_fights(play.moments)):
            raise TableError(t, "once", f"'{t.once}' is not a limit outside fights; say \"turn\"")
        return play

    def card_cost(self, t: ct.Cost, play: Play) -> None:
        play.cost_min = t.least
        play.cost_max = t.least if t.most is None else t.most
        play.cost_hand_only = t.hand_only
        play.cost_whole_hand = t.whole_hand
        play.cost_self = t.itself
        play.cost_same_deck = t.same_deck
        play.cost_valued = t.valued
        play.cost_worth = t.worth
        if play.cost_min > play.cost_max:
            raise TableError(t, "least", "is larger than most")
        if play.cost_worth:
            play.cost_max = MAX_PAID
        play.cost_tag = self.compiler.tags(t, "tag")
        if play.cost_self:
            play.cost_min = play.cost_max = 0
        if play.cost_max and play.cost_token_max:
            raise TableError(t, "least", "an ability is paid for either with cards or with tokens")

    def moments(self, t: ct.Use) -> int:
        mask = sum(nr.TIMINGS[name] for name in listed(t, "at"))
        if not mask:
            raise TableError(t, "at", f"expected at least one timing{fitting('', nr.TIMINGS)}")
        if mask & nr.WHEN_I_TAKE_TOKEN:
            answered = self.compiler.rules.answered_kinds
            answered.extend([kind for kind in self.compiler.meant if kind not in answered])
        return mask

    def aim(self, t: ct.Use, play: Play) -> None:
        play.not_self = t.on == "other_player"
        play.aim = nr.A_SEAT if play.not_self else AIMS.get(t.on, nr.NOTHING)
        if t.on in nr.SIDES:
            play.aim = nr.A_SIDE
            play.aim_side = nr.SIDES.index(t.on)
        play.aim_kinds = 1 << nr.CURSE if t.on == "curse" else ITEM_KINDS
        play.aim_anyones = t.on in ("curse", "any_item")
        play.aim_level = t.level_at_most
        play.aim_name = t.named
        if t.named and t.named not in self.compiler.monsters:
            raise TableError(t, "named", f"{t.named!r} is not known{fitting(t.named, self.compiler.monsters)}")
        if t.tokens is not None:
            self.token_cost(t.tokens, play)
        play.aim_added = t.added
        play.aim_tag = self.compiler.tags(t, "tag")

    def token_cost(self, t: ct.TokenCost, play: Play) -> None:
        play.cost_token_min = t.least
        play.cost_token_max = t.least if t.most is None else t.most
        play.cost_token_kinds = self.compiler.counters(t, "kinds")
        play.again = t.again
        if play.cost_token_min > play.cost_token_max:
            raise TableError(t, "least", "is larger than most")

    def trigger(self, t: ct.Trigger, i: int) -> Trigger:
        event = nr.TRIGGER_EVENTS.index(t.event)
        when = self.compiler.condition(t.when, False)
        trigger = Trigger(event, self.effect(t, "trigger", i, self.hurts), False, when)
        self.compiler.rules.triggered |= 1 << event
        trigger.hurts = t.hurts
        return trigger

    def add_moments(self) -> None:
        """Collect the timings at which the card could matter, for a quick check while options are listed."""
        d = self.d
        for play in d.plays:
            d.moments |= play.moments
            if play.from_table:
                d.table_moments |= play.moments
        for ability in d.abilities:
            d.table_moments |= ability.moments


def lifts(t: Struct) -> int:
    """Return the bits of the limits that do not apply to a card's Item."""
    return sum(nr.LIFTS[name] for name in listed(t, "lifts"))
