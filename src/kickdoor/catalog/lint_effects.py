"""Lint for lines of a card without meaning: amounts that are always 0, conditions that never hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from kickdoor.catalog.card_tables import PER_DOCS
from kickdoor.engine import constants as nr

Table = dict[str, object]
QUIET = ("quiet_turn", "quiet", "second_phase", "received")
MINE = ("my_fight", "main_fighter")
IN_A_FIGHT = ("fighting", "helping", "main_fighter", "helped", "helping_or_helped", "not_yet_rolled")
CONTRARY = (
    ("alone", "helped"), ("alone", "helping"), ("alone", "helping_or_helped"), ("fighting", "not_fighting"),
    ("helping", "main_fighter"), ("helping", "not_fighting"), ("main_fighter", "not_fighting"),
)  # fmt: skip
"""Named conditions that exclude each other."""
QUIET_QUERIES = (
    "hand_limit", "big_limit", "level_floor", "double_sales", "draws_discards", "loot_choose", "no_loot", "hands",
    "complex_limit", "follower_limit", "extra_slot",
)  # fmt: skip
"""Queries that matter at least as much outside fights as in them."""
OF_FIGHT = ("margin", "other_monster", "card_in_fight")
HIGHEST = 20
"""The highest Level that a game is played to."""
FACES = 6


@dataclass(frozen=True)
class Context:
    """The facts known at the place of a line."""

    tell: Callable[[str, str], None]
    """The report function; it takes a place and a message."""
    held: set[str] = field(default_factory=set)
    """Kinds of token that a player can get."""
    tags: set[str] = field(default_factory=set)
    """Tags that a card has or gets."""
    die: bool = False
    """Whether a die has been rolled before the line."""
    paid: str = ""
    """The cost of the card: cards, tokens, or none."""
    levels: bool = False
    """Whether the line is about levels gained or lost."""
    token: bool = False
    """Whether the line is about a token gained."""
    standing: bool = False
    """Whether the effect is standing, not played."""
    query: str = ""
    moments: tuple[str, ...] = ()
    rewarded: bool = False
    """Whether a monster's reward is being taken, or a fight has just been won."""


def tables(value: object) -> list[Table]:
    """Return the tables of a list, or one table alone."""
    found = value if isinstance(value, list) else [value]
    return [one for one in found if isinstance(one, dict)]


def words(value: object) -> list[str]:
    found = value if isinstance(value, list) else [value]
    return [one for one in found if isinstance(one, str)]


def number(table: Table, key: str, default: int) -> int:
    value = table.get(key, default)
    return value if isinstance(value, int) else default


def amount(value: object, where: str, c: Context) -> None:
    """Report an amount that is always 0, or always the same."""
    if isinstance(value, str):
        given(value, where, c)
    if not isinstance(value, dict):
        return
    if isinstance(value.get("when"), dict):
        condition(value["when"], f"{where}.when", c)
        if number(value, "base", 0) == number(value, "or", 0):
            c.tell(where, f"is {number(value, 'base', 0)} either way: base and or are the same")
        return
    if number(value, "each", 1) == 0:
        c.tell(f"{where}.each", "is 0, so the amount is always 0")
    if "most" in value and number(value, "most", 0) <= 0 < number(value, "each", 1):
        c.tell(f"{where}.most", "makes the amount always 0")
    if isinstance(value.get("items"), dict):
        items(value["items"], f"{where}.items", c)
    per = value.get("per")
    if isinstance(per, str):
        given(per, f"{where}.per", c)
        if c.standing and per == "margin":
            c.tell(f"{where}.per", "is always 0: the margin is known only after the fight")
        fights = per in OF_FIGHT or (per not in PER_DOCS and per not in c.held and not is_token(per, c))
        if c.query in QUIET_QUERIES and fights:
            c.tell(f"{where}.per", f"counts objects of a fight, but {c.query} also matters outside fights")
        if is_token(per, c) and per not in c.held:
            c.tell(f"{where}.per", f"is always 0: no card gives {per} tokens")


def is_token(name: str, c: Context) -> bool:
    return f"token:{name}" in c.tags


def given(word: str, where: str, c: Context) -> None:
    """Report a word for a value that is not available."""
    if word in ("die", "half_die") and not c.die:
        c.tell(where, 'is always 0: no die is rolled before it; { op = "roll" } rolls one')
    elif word == "paid" and not c.paid:
        c.tell(where, "is always 0: it has no cost; use it in an ability with a cost or in a play with tokens")
    elif word == "token" and c.paid != "tokens":
        c.tell(where, "is always 0: it does not cost tokens; name a kind to count the tokens that a player has")
    elif word == "amount" and not c.levels:
        c.tell(where, 'is always 0: only a trigger of the event "level_gained" or "level_lost" has an amount')


def items(table: Table, where: str, c: Context) -> None:
    """Report a selection that no Item can match."""
    for one, other in (("big", "small"), ("complex", "simple")):
        if table.get(one) and table.get(other):
            c.tell(where, f"no Item is {one} and {other}")
    if table.get("oneshot") and (table.get("worn") or table.get("held") or "slot" in table):
        c.tell(where, "one-shots are not worn")
    tag(table.get("tag"), f"{where}.tag", c)


def tag(name: object, where: str, c: Context) -> None:
    if isinstance(name, str) and name not in c.tags:
        c.tell(where, f"no card of these sets has the tag '{name}' or gives it")


def condition(table: object, where: str, c: Context) -> None:
    """Report a condition that never holds, or always does."""
    if not isinstance(table, dict):
        return
    about_dice(table, where, c)
    about_levels(table, where, c)
    for name in sorted(set(words(table.get("trait", []))) & set(words(table.get("not_trait", [])))):
        c.tell(where, f"never holds: no player both has and lacks the trait '{name}'")
    about_affairs(words(table.get("is", [])), where, c)
    for key in ("tag_in_fight", "monster_tag", "won_against", "killed_tag", "tag_counts"):
        tag(table.get(key), f"{where}.{key}", c)
    for key in ("won_against", "killed_tag"):
        if key in table and not c.rewarded:
            c.tell(f"{where}.{key}", "never holds: no fight has been won at that time")
    if "token" in table and not c.token:
        c.tell(f"{where}.token", 'never holds: only a trigger of the event "token_gained" is about a token')
    if number(table, "worth_less_than", 1) == 0:
        c.tell(f"{where}.worth_less_than", "never holds: nothing is worth less than 0")
    for key in ("has_items", "lacks_items"):
        if isinstance(table.get(key), dict):
            items(table[key], f"{where}.{key}", c)
    about_tokens(table.get("has_tokens"), f"{where}.has_tokens", c)
    if "anyone" in table:
        condition(table["anyone"], f"{where}.anyone", c)


def about_dice(table: Table, where: str, c: Context) -> None:
    asked = [key for key in ("die", "die_at_most", "die_at_least") if key in table]
    if asked and not c.die:
        c.tell(f"{where}.{asked[0]}", 'needs a die, but none is rolled before it; { op = "roll" } rolls one')
    low, high = number(table, "die_at_least", 1), number(table, "die_at_most", FACES)
    if low > min(high, FACES) or high < 1:
        c.tell(where, "never holds: no face of the die is in this range")


def about_levels(table: Table, where: str, c: Context) -> None:
    low, high = number(table, "level_at_least", 1), number(table, "level_at_most", HIGHEST)
    if low > high or high < 1 or low > HIGHEST:
        c.tell(where, "never holds: no Level is in this range")
    if number(table, "level_at_least", 2) <= 1:
        c.tell(f"{where}.level_at_least", "always holds: no player is below Level 1")


def about_affairs(found: list[str], where: str, c: Context) -> None:
    for one, other in CONTRARY:
        if one in found and other in found:
            c.tell(f"{where}.is", f"never holds: '{one}' and '{other}' exclude each other")
    for name in found:
        if c.moments and all(moment in QUIET for moment in c.moments) and name in IN_A_FIGHT:
            c.tell(f"{where}.is", f"'{name}' never holds when it may be used: {' and '.join(c.moments)}")
        if c.moments and all(moment in MINE for moment in c.moments) and name == "not_fighting":
            c.tell(f"{where}.is", f"'{name}' never holds when it may be used: {' and '.join(c.moments)}")


def about_tokens(table: object, where: str, c: Context) -> None:
    if not isinstance(table, dict):
        return
    if number(table, "least", 0 if "most" in table else 1) == 0 and "most" not in table:
        c.tell(f"{where}.least", "always holds: every player has 0 or more")
    kinds = words(table.get("kinds", []))
    if kinds and not c.held.intersection(kinds):
        c.tell(f"{where}.kinds", f"no card gives {' or '.join(kinds)} tokens")


def program(value: object, where: str, c: Context) -> None:
    """Check a list of ops. A die rolled by one op is known to the later ones."""
    for i, line in enumerate(tables(value)):
        place = f"{where}[{i}]"
        condition(line.get("when"), f"{place}.when", c)
        op = line.get("op")
        if op == "choose_one" and isinstance(line.get("options"), list):
            for j, way in enumerate(words_or_tables(line["options"])):
                program(way, f"{place}.options[{j}]", c)
        lasting = replace(c, standing=True, paid="", die=False, levels=False) if op == "aftermath" else c
        for key in ("n", "add"):
            amount(line.get(key), f"{place}.{key}", lasting)
        for chosen in tables(line.get("items", [])):
            items(chosen, f"{place}.items", c)
        if op == "aftermath" and line.get("query") in ONLY_MONSTERS:
            c.tell(f"{place}.query", f"'{line['query']}' applies to monsters, but this effect is on a player")
        kinds = words(line.get("kinds", []))
        if op in TAKES_TOKENS and kinds and not c.held.intersection(kinds):
            c.tell(f"{place}.kinds", f"no card gives {' or '.join(kinds)} tokens")
        if op == "roll":
            c = replace(c, die=True)


def words_or_tables(value: object) -> list[object]:
    return value if isinstance(value, list) else []


TAKES_TOKENS = ("lose_tokens", "move_tokens", "may_pay_tokens", "swap_tokens")
ONLY_MONSTERS = (
    "no_pursuit", "no_escape", "escape_loss", "each_strength", "treasures", "levels", "escape_number", "driven_off",
    "spares", "no_followers", "extra_tokens", "gift_tokens", "bars_helper", "no_oneshot_bonuses",
)  # fmt: skip
"""Queries that apply only to monsters and their enhancers."""
OF_BOTH = ("strength", "run", "helper_levels", "no_help", "no_oneshots")
ONLY_MUNCHKINS = tuple(name for name in nr.QUERIES if name not in ONLY_MONSTERS + OF_BOTH)
OF_FOOD = ("both_tokens", "extra_tokens", "gift_tokens", "helper_tokens", "no_tokens", "token_shield")
"""Queries that change the food tokens of a kill, or protect food tokens."""
