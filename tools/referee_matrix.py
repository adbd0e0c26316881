"""The legality matrix: whether each listed option is legal for its seat."""

from __future__ import annotations

from collections.abc import Iterator

from referee_facts import Line
from referee_limits import Fault, hand_limit
from referee_table import Table

from kickdoor import Game, Option

CHARACTER = ("class", "race", "super", "halfbreed")
OWN, MAIN, RUNNING, OTHER, HELPER, DEAD = "ABCDEF"
"""Own turn and not in combat; main fighter; running away; not in combat on another's turn; helper; dead."""
QUIET = {OWN, OTHER}
ANY_TIME = {OWN, MAIN, RUNNING, OTHER, HELPER}
MOMENTS: dict[str, set[str]] = {
    "any_time": ANY_TIME,
    "own_turn": {OWN, MAIN, RUNNING},
    "quiet_turn": {OWN},
    "quiet": QUIET,
    "second_phase": {OWN},
    "received": QUIET,
    "fight": {OWN, MAIN, OTHER, HELPER},
    "my_fight": {MAIN, HELPER},
    "main_fighter": {MAIN},
    "i_run": {RUNNING},
    "my_escape_roll": {RUNNING},
    "my_failed_escape": {RUNNING},
    "my_kill": {MAIN, OWN, OTHER},
}
"""Contexts of each timing; timings that are absent (a die, a curse, a loss) are open to all seats."""
REACTIONS = {
    "lost": {"run_away", "caught_window", "escaped_window", "roll_die"},
    "escape": {"escaped_window"},
    "curse": {"curse_lands"},
    "any_roll": {"roll_die"},
    "my_roll": {"roll_die"},
    "any_escape_roll": {"roll_die"},
    "any_failed_escape": {"roll_die"},
    "oneshot": {"oneshot_played"},
    "others_reward": {"reward_window"},
    "losing": {"losing"},
    "curse_takes": {"losing"},
    "other_caught": {"caught_window"},
    "my_token": {"take_token"},
}
"""Frame that must be in progress for each kind of answer."""
OPEN = {"turn", "combat", "fight_window", "help_talk", "trade"}
"""Frames in which all actions without a fixed timing are possible."""


def context(table: Table, seat: int) -> str:
    """Return a seat's column of the matrix."""
    if table.seats[seat]["dead"]:
        return DEAD
    fight = table.fight
    if fight is not None and seat in (fight["main"], fight["helper"]):
        if fight["lost"]:
            return RUNNING
        return MAIN if seat == fight["main"] else HELPER
    return OWN if seat == table.turn else OTHER


class Matrix:
    """Checks of the options of one state."""

    def __init__(self, game: Game, table: Table) -> None:
        self.table = table
        self.game = game
        self.fresh: list[int] = []
        self.count = 0
        self.winning = game.fight is not None and game.fight.is_winning
        """Whether the munchkins would win the fight now."""
        self.winning_level = table.seen["options"]["winning_level"]
        self.frames = set(table.frames())

    def faults(self, seat: int) -> Iterator[Fault]:
        """List a seat's options that the matrix forbids."""
        self.fresh = self.game.observe(seat)["seats"][seat]["fresh"]
        where = context(self.table, seat)
        options = self.game.options(seat)
        yield from self.missing(seat, options)
        for option in options:
            self.count += 1
            rule = self.objection(option, where)
            if rule:
                yield rule, f"seat {option.seat} may {option.key} ({option.text}) in context {where}", "not legal then"

    def missing(self, seat: int, options: list[Option]) -> Iterator[Fault]:
        """Check that curses and level cards are playable at any time on all legal targets (TURN-26, TURN-27)."""
        fight = self.table.fight
        promised = fight is not None and bool(fight["deal"]) and seat in (fight["main"], fight["helper"])
        top = self.table.frames()[-1]
        if top not in OPEN or self.table.seats[seat]["dead"] or promised or (fight is not None and fight["frozen"]):
            return
        living = {i for i, one in enumerate(self.table.seats) if not one["dead"]}
        below = {i for i in living if self.table.seats[i]["level"] < self.winning_level - 1}
        for card in self.table.hands[seat]:
            fact = self.table.fact(card)
            if fact.kind == "curse" or (fact.kind == "goup" and not fact.plays):
                due = living if fact.kind == "curse" else below
                listed = {o.target for o in options if o.act == "play" and o.card is not None and o.card.id == card}
                if listed != due:
                    rule = "CURSE-03" if fact.kind == "curse" else "TREASURE-14"
                    yield rule, f"seat {seat} may play {fact.key} on {listed}; at work: {top}", f"on {due}"

    def objection(self, option: Option, where: str) -> str:
        """Return the rule that an option breaks, or nothing."""
        act = option.act
        if act in ("choose", "choose_many", "pass", "done", "refuse", "counter", "show", "take"):
            # Answers to prompts; the dead answer for a neighbour's choice (AMB-113).
            return ""
        if where == DEAD:
            return "DEATH-14"
        if self.table.phase == "setup":
            return self.at_setup(option)
        check = getattr(self, "may_" + act, None)
        return "" if check is None else check(option, where)

    def at_setup(self, option: Option) -> str:
        """Check setup: Class, Race, usable Items, and cards with their own timing (AMB-114)."""
        return "CHAR-10" if option.act in ("kick", "trouble", "loot", "sell", "ask", "claim", "flee") else ""

    # The turn

    def may_kick(self, option: Option, where: str) -> str:
        return "" if where == OWN and self.table.phase == "arrange" else "TURN-05"

    def may_trouble(self, option: Option, where: str) -> str:
        return "" if where == OWN and self.table.phase == "second" else "TURN-12"

    def may_loot(self, option: Option, where: str) -> str:
        return "" if where == OWN and self.table.phase == "second" else "TURN-14"

    def may_end_turn(self, option: Option, where: str) -> str:
        seat = option.seat
        fits = len(self.table.hands[seat]) <= hand_limit(self.table, seat)
        return "" if where == OWN and self.table.phase == "charity" and fits else "TURN-19"

    def may_charity(self, option: Option, where: str) -> str:
        seat = option.seat
        over = len(self.table.hands[seat]) > hand_limit(self.table, seat)
        return "" if where == OWN and self.table.phase == "charity" and over else "TURN-21"

    # The fight

    def may_claim(self, option: Option, where: str) -> str:
        return "" if where == MAIN and self.winning else "COMBAT-04"

    def may_give_up(self, option: Option, where: str) -> str:
        return "" if where == MAIN and not self.winning else "AMB-11"

    def may_ask(self, option: Option, where: str) -> str:
        if where != MAIN:
            return "HELP-01"
        return self.help_open(int(str(option.target)))

    def may_offer(self, option: Option, where: str) -> str:
        return self.help_open(option.seat) if where in QUIET else "HELP-06"

    def help_open(self, helper: int) -> str:
        """Return the rule that forbids a seat's help, or nothing (HELP-03, HELP-29, AMB-16)."""
        fight = self.table.fight
        if fight is None or fight["helper"] >= 0:
            return "HELP-03"
        if self.winning and not self.table.seen["options"]["help_when_winning"]:
            return "AMB-16"
        if any(self.table.facts[body[2]].asks("no_help") for body in fight["bodies"]):
            return "MULTI-03"
        return "HELP-29" if self.table.seats[helper]["dead"] else ""

    def may_flee(self, option: Option, where: str) -> str:
        return "" if where == RUNNING else "RUN-01"

    def may_sacrifice(self, option: Option, where: str) -> str:
        fight = self.table.fight
        rolled = fight is not None and fight["rolled"] >> option.seat & 1
        return "AMB-50" if where != RUNNING or rolled else ""

    # Items

    def may_equip(self, option: Option, where: str) -> str:
        return "" if where in QUIET else "ITEM-06"

    may_unequip = may_equip

    def may_attach(self, option: Option, where: str) -> str:
        return "" if where in QUIET else "SIDEKICK-18"

    def may_trade(self, option: Option, where: str) -> str:
        other = context(self.table, int(str(option.target)))
        return "" if where in QUIET and other in QUIET else "ITEM-31"

    may_give = may_trade

    def may_sell(self, option: Option, where: str) -> str:
        if where != OWN:
            return "ITEM-35"
        return "" if self.table.seats[option.seat]["level"] < self.winning_level - 1 else "ITEM-40"

    # Cards

    def may_discard(self, option: Option, where: str) -> str:
        assert option.card is not None
        fact = self.table.facts[option.card.key]
        if fact.kind in CHARACTER:
            return ""
        return "" if fact.kind == "follower" and "star" in self.table.seen["sets"] else "ITEM-15"

    def may_use(self, option: Option, where: str) -> str:
        if option.card is None:
            return "" if self.table.fight is not None else "COMBAT-17"
        return self.timing(self.table.facts[option.card.key].abilities[way_of(option)], option, where)

    def may_play(self, option: Option, where: str) -> str:
        assert option.card is not None
        fact = self.table.facts[option.card.key]
        fresh = option.card.id in self.fresh or "face_up" in self.frames
        if fact.kind in CHARACTER:
            # A new Class or Race is playable on the own turn, in combat too (TURN-30), or just received (CHAR-33).
            return "" if option.seat == self.table.turn or (where == OTHER and fresh) else "TURN-30"
        if fact.kind in ("curse", "follower"):
            return self.target_lives(option)
        if fact.kind == "goup" and not fact.plays:
            return self.level_card(option)
        if fact.kind in ("enhancer", "wandering", "mate", "monster"):
            fight = self.table.fight
            return "" if fight is not None and not fight["lost"] else "AMB-12"
        way = way_of(option)
        if fact.kind not in ("item", "oneshot", "cheat") and fact.plays:
            return self.timing(fact.plays[way], option, where)
        if fact.kind == "oneshot" and way:
            # The first play puts it on the table, the second, if any, is its bonus.
            ways: list[Line] = [{"at": "fight"}, *fact.plays] if fact.bonus else fact.plays
            return self.timing(ways[way - 1], option, where)
        return "" if where == OWN or (where == OTHER and fresh) else "TREASURE-03"

    def level_card(self, option: Option) -> str:
        """Check that a level card targets a living player who would not win by it (TREASURE-16)."""
        target = option.target if option.aim == "seat" else option.seat
        one = self.table.seats[int(str(target))]
        if one["dead"]:
            return "DEATH-15"
        return "" if one["level"] < self.winning_level - 1 else "TREASURE-16"

    def target_lives(self, option: Option) -> str:
        dead = option.aim == "seat" and self.table.seats[int(str(option.target))]["dead"]
        return "AMB-39" if dead else ""

    def timing(self, line: Line, option: Option, where: str) -> str:
        """Return whether one of a card's timings is open."""
        moments = line.get("at", "any_time")
        for moment in [moments] if isinstance(moments, str) else moments:
            if moment in REACTIONS and REACTIONS[moment] & self.frames:
                return ""
            if where in MOMENTS.get(moment, set()) or (moment == "won" and where in QUIET):
                fight = self.table.fight
                if moment == "fight" and (fight is None or fight["lost"]):
                    continue
                return self.target_lives(option)
        return "TREASURE-12"


def way_of(option: Option) -> int:
    """Return the index of the play or ability in an option's key."""
    return int(option.key.partition(">")[0].partition("+")[0].partition(".")[2].strip("*") or 0)
