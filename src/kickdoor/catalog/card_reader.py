"""The keys that cards of each kind may have, and the plays that come with the kind."""

from kickdoor.catalog.compiler import Compiler
from kickdoor.catalog.file_schema import ANY_OP, CARD_SHAPES
from kickdoor.catalog.toml_reader import Reader, fitting
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


def eases(r: Reader, before: list[Modifier]) -> bool:
    """Return whether a `static` line is an advantage for the player by its amount, given the card's lines before it."""
    query = nr.QUERIES.index(r.word("query"))
    key = "set" if r.has("set") else "add"
    amount = r.raw(key) if r.has(key) else None
    if query not in SIGNS or not isinstance(amount, int):
        return False
    if key == "set":
        usual = ESCAPES_ON if query == nr.Q_ESCAPE_NUMBER else 0
        for m in before:
            if m.query == query and m.when is None and isinstance(m.amount, Plain):
                usual = m.amount.n if m.sets else usual + m.amount.n
        amount -= usual
    return amount * SIGNS[query] > 0


class CardReader:
    """A reader for one card."""

    def __init__(self, compiler: Compiler, d: CardDef, r: Reader) -> None:
        self.compiler = compiler
        self.d = d
        self.r = r
        self.name = f"{d.set_id}/{d.id}"
        self.hurts = d.kind in (nr.MONSTER, nr.CURSE)
        """Whether the card's effects are a disadvantage for the player, as with these kinds."""

    def read(self) -> None:
        d, r = self.d, self.r
        r.narrow(CARD_SHAPES[d.kind])
        d.copies = r.number("copies")
        d.flavour = r.text("flavour")
        d.tags = self.tags("tags")
        d.bonus = r.number("bonus")
        d.run = r.number("run")
        d.must_play = r.flag("must_play")
        d.powers = r.texts("powers")
        for t in r.tables("static"):
            d.modifiers.append(self.compiler.static(t, d.index, self.hurts and not eases(t, d.modifiers)))
        d.mutes = [self.compiler.mute(t) for t in r.tables("mute")]
        for i, t in enumerate(r.tables("trigger")):
            d.triggers.append(self.trigger(t, i))
        for i, t in enumerate(r.tables("ability")):
            d.abilities.append(self.ability(t, i))
        self.read_kind()
        for t in r.tables("play"):
            d.plays.append(self.play(t, len(d.plays)))
        self.add_moments()

    def read_kind(self) -> None:
        kind = self.d.kind
        if kind == nr.MONSTER:
            self.monster()
        elif kind in (nr.ITEM, nr.ONESHOT):
            self.item()
        elif kind == nr.ENHANCER:
            self.d.treasures = self.r.number("treasures")
            self.d.gives = self.tags("gives")
            self.d.takes = self.tags("takes")
            if self.r.has("becomes"):
                self.d.becomes = self.compiler.counters(self.r, "becomes")[0]
            self.add(nr.V_ENHANCE, nr.IN_FIGHT, nr.A_MONSTER)
        elif kind in (nr.CLASS, nr.RACE):
            self.d.trait = self.compiler.rules.trait_bit(self.d.id)
            self.add(nr.V_CLASS if kind == nr.CLASS else nr.V_RACE, nr.ON_OWN_TURN | nr.JUST_RECEIVED | nr.AT_SETUP)
        elif kind in (nr.SUPER, nr.HALFBREED):
            verb = nr.V_SECOND_CLASS if kind == nr.SUPER else nr.V_SECOND_RACE
            self.add(verb, nr.ON_OWN_TURN | nr.JUST_RECEIVED | nr.AT_SETUP)
        elif kind == nr.CURSE:
            self.curse()
        elif kind == nr.CHEAT:
            self.d.lifts = self.lifts()
            self.attach(1 << nr.ITEM)
        elif kind == nr.OTHER_TREASURE and self.r.flag("improves"):
            self.improvement()
        elif kind == nr.OTHER_TREASURE and self.r.flag("stays"):
            self.add(nr.V_STAY, NOT_IN_COMBAT | nr.AT_SETUP)
        elif kind == nr.WANDERING:
            self.add(nr.V_JOIN, nr.IN_FIGHT).needs_second = True
        elif kind == nr.MATE:
            self.add(nr.V_MATE, nr.IN_FIGHT, nr.A_MONSTER)
        elif kind == nr.GOUP:
            self.level_card()
        elif kind == nr.FOLLOWER:
            self.d.lifts = self.lifts()
            self.d.sacrifice = self.r.flag("sacrifice")
            self.add(nr.V_FOLLOWER, nr.AT_ANY_TIME)

    def tags(self, key: str) -> int:
        mask = 0
        for tag in self.r.words(key, self.compiler.rules.tags):
            mask |= self.compiler.tag(self.r, key, tag)
        return mask

    def attach(self, kinds: int) -> None:
        """Make it a card that is attached to one of the player's own Items."""
        play = self.add(nr.V_ATTACH, NOT_IN_COMBAT | nr.AT_SETUP, nr.A_CARD)
        play.aim_kinds = kinds

    def improvement(self) -> None:
        d, r = self.d, self.r
        d.value = r.number("value")
        d.makes = nr.SIZES.index(r.word("makes"))
        d.gives = self.tags("gives")
        d.takes = self.tags("takes")
        d.lifts = self.lifts()
        self.attach(1 << nr.ITEM | 1 << nr.ONESHOT)

    def lifts(self) -> int:
        mask = 0
        for name in self.r.words("lifts"):
            mask |= nr.LIFTS[name]
        return mask

    def add(self, verb: int, moments: int, aim: int = nr.NOTHING) -> Play:
        play = Play(len(self.d.plays), verb, moments)
        play.aim = aim
        self.d.plays.append(play)
        return play

    def program(self, key: str) -> int:
        if not self.r.has(key):
            return -1
        return self.compiler.program(self.r.tables(key), f"{self.name}:{key}", self.d.index, self.hurts)

    def monster(self) -> None:
        d, r = self.d, self.r
        d.level = r.number("level")
        d.treasures = r.number("treasures")
        d.levels_gained = r.number("levels")
        d.sides_with = self.tags("sides_with")
        for t in r.tables("vs"):
            mask, _ = self.compiler.traits(t, "who")
            d.vs.append(VersusTrait(mask, t.number("bonus")))
        d.on_reveal = self.program("on_reveal")
        d.on_spare = self.program("on_spare")
        d.on_kill = self.program("on_kill")
        d.after_run = self.program("after_run")
        d.bad_stuff = self.program("bad_stuff")

    def item(self) -> None:
        """Read an Item or one-shot; both lie on the table as Items, one-shots unequipped."""
        d, r = self.d, self.r
        d.value = r.number("value")
        self.add(nr.V_ITEM, NOT_IN_COMBAT | nr.AT_SETUP)
        if d.kind == nr.ITEM:
            d.slot = nr.SLOTS.index(r.word("slot"))
            d.hands = r.number("hands", 1 if d.slot == nr.HAND else 0)
            d.big = r.flag("big")
            d.complex = r.flag("complex")
            d.joins = self.compiler.tag(r, "joins", r.text("joins")) if r.has("joins") else 0
            d.lifts = self.lifts()
            mask, _ = self.compiler.traits(r, "only")
            if mask:
                d.needs.append(mask)
            d.forbids, _ = self.compiler.traits(r, "not_for")
            return
        side = r.word("side")
        d.side = -1 if side == "either" else nr.SIDES.index(side)
        if d.bonus:
            play = self.add(nr.V_SIDE_BONUS, nr.IN_FIGHT, nr.A_SIDE)
            play.from_table = True

    def curse(self) -> None:
        self.d.lasts = nr.LASTS.index(self.r.word("lasts"))
        self.d.on_land = self.program("do")
        self.add(nr.V_CURSE, nr.AT_ANY_TIME, nr.A_SEAT)

    def level_card(self) -> None:
        """Read a level card. By default it gives one level to any player at any time."""
        if not self.r.has("play"):
            play = self.add(nr.V_EFFECT, nr.AT_ANY_TIME, nr.A_SEAT)
            line = Reader({"op": "gain_levels"}, self.r.where, ANY_OP)
            play.program = self.compiler.program([line], f"{self.name}:play", self.d.index, False)

    def play(self, t: Reader, index: int) -> Play:
        """Read a [[play]] table: its timings, target and effect."""
        play = Play(index, nr.V_EFFECT, self.moments(t))
        self.aim(t, play)
        play.from_table = self.d.kind == nr.ONESHOT
        play.needs_second = t.word("with") == "monster"
        self.compiler.begin_use(play.cost_token_max > 0, play.aim == nr.A_SIDE)
        play.when = self.compiler.condition(t.table_or_none("when"), False)
        play.program = self.compiler.program(t.tables("do"), f"{self.name}:play{index}", self.d.index, False)
        self.compiler.begin_use(False, False)
        return play

    def ability(self, t: Reader, index: int) -> Play:
        """Read an [[ability]] table: its name, timings, cost and effect."""
        play = Play(index, nr.V_ABILITY, self.moments(t))
        play.name = t.text("name")
        play.carried = t.flag("carried")
        self.aim(t, play)
        if self.d.kind == nr.MONSTER:
            play.aim = nr.A_MONSTER
        play.limit = nr.LIMITS.index(t.word("once"))
        if self.d.kind in (nr.CLASS, nr.RACE):
            # Equal ids are one trait in a mix, so abilities that belong to them are one ability too.
            play.power = self.compiler.rules.power(f"{self.d.id}:{play.name}")
        elif self.d.kind == nr.MONSTER:
            play.power = self.compiler.rules.power(f"{self.name}:{play.name}")
        self.card_cost(t.table_or_none("cost"), play)
        self.compiler.begin_use(play.cost_token_max > 0, play.aim == nr.A_SIDE)
        play.when = self.compiler.condition(t.table_or_none("when"), False)
        play.program = self.compiler.program(t.tables("do"), f"{self.name}:ability{index}", self.d.index, False)
        self.compiler.begin_use(False, False)
        if is_free(play, not play.limit) and t.tables("do")[0].text("op") not in ENDS_BY_ITSELF:
            raise t.fail("once", "is missing; an ability without a cost must limit its use")
        if is_free(play, nr.LIMITS[play.limit] in OF_FIGHTS and not is_about_fights(play.moments)):
            raise t.fail("once", f"'{nr.LIMITS[play.limit]}' is not a limit outside fights; say \"turn\"")
        return play

    def card_cost(self, cost: Reader | None, play: Play) -> None:
        if cost is None:
            return
        play.cost_min = cost.number("least")
        play.cost_max = cost.number("most", play.cost_min)
        play.cost_hand_only = cost.flag("hand_only")
        play.cost_whole_hand = cost.flag("whole_hand")
        play.cost_self = cost.flag("itself")
        play.cost_same_deck = cost.flag("same_deck")
        play.cost_valued = cost.flag("valued")
        play.cost_worth = cost.number("worth")
        if play.cost_min > play.cost_max:
            raise cost.fail("least", "is larger than most")
        if play.cost_worth:
            play.cost_max = MAX_PAID
        if cost.has("tag"):
            play.cost_tag = self.compiler.tag(cost, "tag", cost.text("tag"))
        if play.cost_self:
            play.cost_min = play.cost_max = 0
        if play.cost_max and play.cost_token_max:
            raise cost.fail("least", "an ability is paid for either with cards or with tokens")

    def moments(self, t: Reader) -> int:
        mask = 0
        for name in t.words("at"):
            mask |= nr.TIMINGS[name]
        if not mask:
            hint = fitting("", nr.TIMINGS)
            raise t.fail("at", f"expected at least one timing{hint}")
        if mask & nr.WHEN_I_TAKE_TOKEN:
            answered = self.compiler.rules.answered_kinds
            answered.extend([kind for kind in self.compiler.meant if kind not in answered])
        return mask

    def aim(self, t: Reader, play: Play) -> None:
        aim = t.word("on")
        play.not_self = aim == "other_player"
        play.aim = nr.A_SEAT if play.not_self else AIMS.get(aim, nr.NOTHING)
        if aim in nr.SIDES:
            play.aim = nr.A_SIDE
            play.aim_side = nr.SIDES.index(aim)
        play.aim_kinds = 1 << nr.CURSE if aim == "curse" else ITEM_KINDS
        play.aim_anyones = aim in ("curse", "any_item")
        play.aim_level = t.number("level_at_most")
        play.aim_name = t.word("named", self.compiler.monsters)
        self.token_cost(t.table_or_none("tokens"), play)
        play.aim_added = t.flag("added")
        if t.has("tag"):
            play.aim_tag = self.compiler.tag(t, "tag", t.text("tag"))

    def token_cost(self, t: Reader | None, play: Play) -> None:
        if t is not None:
            play.cost_token_min = t.number("least")
            play.cost_token_max = t.number("most", play.cost_token_min)
            play.cost_token_kinds = self.compiler.counters(t, "kinds")
            play.again = t.flag("again")
            if play.cost_token_min > play.cost_token_max:
                raise t.fail("least", "is larger than most")

    def trigger(self, t: Reader, index: int) -> Trigger:
        event = nr.TRIGGER_EVENTS.index(t.word("event"))
        when = self.compiler.condition(t.table_or_none("when"), False)
        program = self.compiler.program(t.tables("do"), f"{self.name}:trigger{index}", self.d.index, self.hurts)
        self.compiler.rules.triggered |= 1 << event
        trigger = Trigger(event, program, False, when)
        trigger.hurts = t.flag("hurts")
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
