"""Names for the numbers that a rule set assigns, written and read.

Tags, kinds of token, abilities and modifiers are numbered in the order in which cards are loaded. An added card changes
these numbers, so stored data use names.
"""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.fields import (
    ATOMS,
    CARD,
    DEFINITION,
    DEFINITIONS,
    FLAG,
    INDEX,
    KILLS,
    MODIFIER,
    MODIFIERS_DUE,
    MONSTER,
    NUMBER,
    NUMBERS,
    PROGRAM,
    SEAT,
    SLAIN,
    TAG_LIST,
    TAGS,
    TOKEN_KIND,
    TOKEN_KINDS,
    TOKENS,
    USES,
)
from kickdoor.engine.state.json_reader import MAX_LENGTH, Node, describe, number

OF_SEATS: Final = 1 << 16
"""The first number of a use of a seat's ability; the numbers below stand for abilities of a card."""
GONE: Final = OF_SEATS - 1
"""The number of a use of an ability that no longer exists; not the number of any card."""
POWER_SHIFT: Final = 3
"""The shift of the ability number; the bits below it hold the seat that used the ability."""
SEAT_BITS: Final = (1 << POWER_SHIFT) - 1


def number_of(names: list[str], name: object, where: str) -> int:
    """Return the number of a name in a list of the rule set."""
    if not isinstance(name, str) or name not in names:
        raise BadData(f"{where}: there is no {describe(name)} any more")
    return names.index(name)


def listed(value: object, where: str) -> list[object]:
    if not isinstance(value, list) or len(value) > MAX_LENGTH:
        raise BadData(f"{where}: expected a list, found {describe(value)}")
    return value


# Tags


def tags_named(rules: RuleSet, mask: int) -> list[str]:
    """Return the names of the tags of a mask."""
    return [rules.tags[i] for i in range(mask.bit_length()) if mask >> i & 1]


def tags_read(rules: RuleSet, value: object, where: str) -> int:
    """Return the mask of named tags."""
    mask = 0
    for name in listed(value, where):
        mask |= 1 << number_of(rules.tags, name, where)
    return mask


def kills_named(rules: RuleSet, kills: list[int]) -> list[list[object]]:
    """Return the kills of a fight with named tags."""
    return [[tags_named(rules, kills[i]), kills[i + 1], kills[i + 2]] for i in range(0, len(kills), 3)]


def kills_read(rules: RuleSet, value: object, where: str) -> list[int]:
    """Read monsters killed."""
    out: list[int] = []
    for row in listed(value, where):
        if not isinstance(row, list) or len(row) != 3:
            raise BadData(f"{where}: expected a monster killed, found {describe(row)}")
        out.extend([tags_read(rules, row[0], where), number(row[1], where), number(row[2], where)])
    return out


def slain_named(rules: RuleSet, slain: list[int]) -> list[list[object]]:
    """Return the monsters killed by name, each with its helper and the levels due."""
    return [[rules.defs[slain[i]].key, slain[i + 1], slain[i + 2]] for i in range(0, len(slain), 3)]


def slain_read(rules: RuleSet, value: object, where: str) -> list[int]:
    """Read the monsters killed with their helpers."""
    out: list[int] = []
    for row in listed(value, where):
        if not isinstance(row, list) or len(row) != 3:
            raise BadData(f"{where}: expected a monster killed, found {describe(row)}")
        helper = number(row[1], where, -1, nr.MAX_SEATS - 1)
        out.extend([definition_read(rules, row[0], where), helper, number(row[2], where)])
    return out


# Abilities that were used


def uses_named(rules: RuleSet, uses: list[int]) -> list[object]:
    """Return the used abilities by name; the ability of a card keeps the card's number."""
    out: list[object] = []
    for use in uses:
        if use < OF_SEATS:
            out.append(use)
        else:
            power = use - OF_SEATS
            out.append([rules.powers[power >> POWER_SHIFT], power & SEAT_BITS])
    return out


def uses_read(rules: RuleSet, value: object, where: str) -> list[int]:
    """Read the numbers of used abilities."""
    out: list[int] = []
    for use in listed(value, where):
        if not isinstance(use, list):
            out.append(number(use, where))
        elif len(use) != 2:
            raise BadData(f"{where}: expected an ability and a seat, found {describe(use)}")
        else:
            seat = number(use[1], where, 0, SEAT_BITS)
            known = use[0] in rules.powers
            out.append(OF_SEATS + (rules.powers.index(str(use[0])) << POWER_SHIFT) + seat if known else GONE)
    return out


# Modifiers


def modifier_name(rules: RuleSet, index: int) -> str:
    """Name a modifier by its card, its query, and the number of earlier modifiers of that card with this query."""
    if index < 0:
        return ""
    m = rules.modifiers[index]
    same = [n for n in range(index) if rules.modifiers[n].source == m.source and rules.modifiers[n].query == m.query]
    return f"{rules.defs[m.source].key}:{nr.QUERIES[m.query]}:{len(same)}"


def modifier_read(rules: RuleSet, value: object, where: str) -> int:
    """Return the index of a named modifier; -1 for none."""
    if value == "":
        return -1
    parts = value.split(":") if isinstance(value, str) else []
    d = rules.card(parts[0]) if len(parts) == 3 else None
    if d is None or parts[1] not in nr.QUERIES or not parts[2].isdecimal():
        raise BadData(f"{where}: there is no modifier {describe(value)}")
    query = nr.QUERIES.index(parts[1])
    found = [m.index for m in rules.modifiers if m.source == d.index and m.query == query]
    if int(parts[2]) >= len(found):
        raise BadData(f"{where}: there is no modifier {describe(value)} any more")
    return found[int(parts[2])]


def after_named(rules: RuleSet, after: list[int]) -> list[list[object]]:
    """Return the delayed effects on a player by name."""
    return [[modifier_name(rules, after[i]), after[i + 1]] for i in range(0, len(after), 2)]


def after_read(rules: RuleSet, value: object, where: str) -> list[int]:
    """Read the delayed effects on a player."""
    out: list[int] = []
    for pair in listed(value, where):
        if not isinstance(pair, list) or len(pair) != 2 or pair[0] == "":
            raise BadData(f"{where}: expected a modifier and a number, found {describe(pair)}")
        out.extend([modifier_read(rules, pair[0], where), number(pair[1], where)])
    return out


# Tokens


def tokens_named(rules: RuleSet, counts: list[int]) -> dict[str, int]:
    """Return the tokens of a player by name."""
    return {rules.counters[kind]: counts[kind] for kind in range(len(counts))}


def tokens_read(rules: RuleSet, value: object, where: str) -> list[int]:
    """Read the tokens of a player; none of the kinds that were added later."""
    if not isinstance(value, dict):
        raise BadData(f"{where}: expected tokens by their names, found {describe(value)}")
    out = [0] * len(rules.counters)
    for name, count in value.items():
        out[number_of(rules.counters, name, where)] = number(count, where, 0)
    return out


def kinds_named(rules: RuleSet, kinds: list[int]) -> list[str]:
    return ["" if kind < 0 else rules.counters[kind] for kind in kinds]


def kinds_read(rules: RuleSet, value: object, where: str) -> list[int]:
    return [-1 if name == "" else number_of(rules.counters, name, where) for name in listed(value, where)]


# Programs


def program_named(rules: RuleSet, index: int) -> str:
    """Name a program with a fingerprint of its ops."""
    program = rules.programs[index]
    return f"{program.name}#{program.digest}"


def program_read(rules: RuleSet, value: object, where: str) -> int:
    """Return the index of a program, which must have the same ops as when it was written."""
    for program in rules.programs:
        if program_named(rules, program.index) == value:
            return program.index
    raise BadData(f"{where}: there is no program {describe(value)}, or it says something else now")


# Fields


def field_named(rules: RuleSet, sort: str, value: object, what: int = 0) -> object:
    """Write a field by its type; `what` is the type of the candidates of a choice."""
    if sort == FLAG:
        # Below, compiled code would turn a bool into an int.
        return value
    if isinstance(value, int):
        if sort == TAGS:
            return tags_named(rules, value)
        if sort == TOKEN_KIND:
            return kinds_named(rules, [value])[0]
        if sort == DEFINITION:
            return "" if value < 0 else rules.defs[value].key
        if sort == MODIFIER:
            return modifier_name(rules, value)
        return program_named(rules, value) if sort == PROGRAM else value
    assert isinstance(value, list)
    if sort == TOKEN_KINDS or (sort == ATOMS and what == nr.A_COUNTER):
        return kinds_named(rules, value)
    if sort == KILLS:
        return kills_named(rules, value)
    if sort == SLAIN:
        return slain_named(rules, value)
    if sort == USES:
        return uses_named(rules, value)
    if sort == TOKENS:
        return tokens_named(rules, value)
    if sort == MODIFIERS_DUE:
        return after_named(rules, value)
    if sort == DEFINITIONS:
        return [rules.defs[index].key for index in value]
    return [tags_named(rules, mask) for mask in value] if sort == TAG_LIST else value


def field_read(rules: RuleSet, sort: str, node: Node, name: str, what: int = 0) -> object:
    """Read a field by its type; `what` is the type of the candidates of a choice."""
    where = f"{node.where}.{name}"
    if sort == NUMBERS or (sort == ATOMS and what != nr.A_COUNTER):
        return node.numbers(name)
    if sort == FLAG:
        return node.flag(name)
    if sort == INDEX:
        return node.number(name, 0, MAX_LENGTH)
    if sort in (NUMBER, SEAT, CARD, MONSTER):
        return node.number(name)
    value = node.raw(name)
    if sort == PROGRAM:
        return program_read(rules, value, node.where)
    if sort == DEFINITION:
        return -1 if value == "" else definition_read(rules, value, where)
    if sort == MODIFIER:
        return modifier_read(rules, value, where)
    if sort == TAGS:
        return tags_read(rules, value, where)
    if sort == TOKEN_KIND:
        return kinds_read(rules, [value], where)[0]
    if sort in (TOKEN_KINDS, ATOMS):
        return kinds_read(rules, value, where)
    if sort == KILLS:
        return kills_read(rules, value, where)
    if sort == SLAIN:
        return slain_read(rules, value, where)
    if sort == USES:
        return uses_read(rules, value, where)
    if sort == TOKENS:
        return tokens_read(rules, value, where)
    if sort == MODIFIERS_DUE:
        return after_read(rules, value, where)
    if sort == TAG_LIST:
        return [tags_read(rules, row, where) for row in listed(value, where)]
    return [definition_read(rules, key, where) for key in listed(value, where)]


def definition_read(rules: RuleSet, key: object, where: str) -> int:
    """Return the index of a card named by set and id."""
    d = rules.card(key) if isinstance(key, str) else None
    if d is None:
        raise BadData(f"{where}: there is no card {describe(key)}")
    return d.index
