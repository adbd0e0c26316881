"""Parser of scenario files: it checks the format and returns a `Scenario`."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from kickdoor import rulebook
from kickdoor.catalog.toml_reader import suggest
from kickdoor.scenario.parsing.values import (
    check_keys,
    format_value,
    read_block,
    read_flag,
    read_names,
    read_number,
    read_rows,
    read_string,
)
from kickdoor.scenario.parsing.yaml_document import Block, Malformed, Rows, line_of, parse, read_text

MAX_STEPS: Final = 2000
SEEDS: Final = ("1", "2", "3")
NEW_GAME: Final = "new game"
PHASES: Final = ("arrange", "second", "charity")
DECKS: Final = ("doors", "treasures")
EVERYONE: Final = "everyone"
EXPECT: Final = "expect"
ILLEGAL: Final = "illegal"
RESERVED_NAMES: Final = (EVERYONE, EXPECT, ILLEGAL, "none", "nobody")
"""Words that no player may have as a name, because they mean something else in its place."""

SCENARIO_KEYS: Final = (
    "scenario", "rules", "why", "sets", "options", "players", "turn", "doors", "treasures", "dice", "discards", "only",
    "phase", "combat", "start", "seed", "open", "steps",
)  # fmt: skip
PLAYER_KEYS: Final = (
    "level", "sex", "class", "race", "super", "half", "equipped", "carried", "attached", "hand", "followers", "curses",
    "tokens", "dead",
)  # fmt: skip
PLAIN_VERBS: Final = (
    "kick open the door", "loot the room", "accept", "refuse", "claim", "give up", "pass", "done", "end turn",
)  # fmt: skip
STEP_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "look for trouble": (),
    "play": ("on", "side", "with", "discarding", "tokens"),
    "take": (),
    "carry": (),
    "equip": ("instead of",),
    "unequip": (),
    "attach": ("to",),
    "sell": (),
    "give": ("to",),
    "trade": ("for", "with"),
    "discard": (),
    "use": ("discarding", "on", "side", "with", "tokens"),
    "show hand": (),
    "ask": ("offer",),
    "offer help": (),
    "accept": (),
    "refuse": (),
    "counter": ("to",),
    "flee": (),
    "sacrifice": ("helper",),
    "choose": (),
    "charity": ("cards",),
}
"""The keys that each verb allows."""
IF_ASKED: Final = "if asked"
ANSWER_VERBS: Final = (
    "choose", "pass", "accept", "refuse", "counter", "take", "discard", "flee", "sacrifice", "charity", "done",
)  # fmt: skip
"""The verbs that may be marked `if asked`."""
TERM_KEYS: Final = ("treasures", "items", "tokens", "cards", "gives", "in any case")
REQUIRED_KEYS: Final = {"attach": "to", "give": "to", "trade": "with"}
VERBS_WITHOUT_ARGUMENT: Final = ("offer help", "counter", "choose", "flee")
"""The verbs whose value may be empty."""


@dataclass(frozen=True)
class StepAction:
    """An action of a step: a verb, its value, and the other keys with their values."""

    verb: str
    argument: object = None
    details: dict[str, object] = field(default_factory=dict)
    if_asked: bool = False
    """Whether the step is skipped if the player is not prompted for it."""

    def __str__(self) -> str:
        plain = self.verb in PLAIN_VERBS and self.argument is None
        if plain and not self.if_asked:
            return self.verb
        items = [("do", self.verb) if plain else (self.verb, self.argument), *self.details.items()]
        items += [(IF_ASKED, True)] if self.if_asked else []
        return "{" + ", ".join(f"{k}: {format_value(v)}" for k, v in items) + "}"


@dataclass(frozen=True)
class Step:
    """One step: an action of a player, an expectation, or an action that must be illegal."""

    number: int
    line: int
    key: str
    """A player's name, `everyone`, `expect` or `illegal`."""
    action: StepAction = StepAction("")
    expects: Block = field(default_factory=Block)
    because: tuple[str, ...] = ()
    by: str = ""
    """The player of an `illegal` step."""

    def __str__(self) -> str:
        if self.key == EXPECT:
            return EXPECT
        return f"illegal, {self.by}: {self.action}" if self.key == ILLEGAL else f"{self.key}: {self.action}"


@dataclass
class Scenario:
    """The content of a scenario file; cards and players are still names."""

    name: str
    rules: list[str]
    why: str
    sets: list[str]
    options: Block
    players: dict[str, Block]
    turn: str
    doors: list[str]
    treasures: list[str]
    dice: list[int]
    discards: dict[str, list[str]]
    only: list[str]
    phase: str
    combat: Block | None
    new_game: bool
    seeds: list[str]
    open: bool
    steps: list[Step]

    def seat(self, name: str) -> int:
        """Return the seat of a player by exact name; -1 if there is none."""
        names = list(self.players)
        return names.index(name) if name in self.players else -1


def read_file(path: Path) -> Scenario:
    """Read a scenario file; raise `Malformed` with the line of the error."""
    return read_scenario(parse(read_text(path)))


def check_terms(terms: Block, label: str, line: int) -> None:
    """Raise `Malformed` if the terms of a bargain have an unknown key."""
    terms.line = terms.line or line
    check_keys(terms, TERM_KEYS, label)


def read_rule_ids(value: object, label: str, line: int) -> list[str]:
    """Read ids of rules, rulings and worked examples; raise `Malformed` for an unknown rule or ruling."""
    ids = read_names(value, label, line)
    for rule in ids:
        if rule.startswith("EX-"):
            continue
        try:
            rulebook.lookup(rule)
        except KeyError as e:
            raise Malformed(f"{label}: {e.args[0]}", line) from None
    return ids


def read_scenario(root: object) -> Scenario:
    """Read a scenario from a parsed document; raise `Malformed` if it does not fit the format."""
    top = read_block(root, "a scenario", 1)
    check_keys(top, SCENARIO_KEYS, "scenario")
    for key in ("scenario", "sets", "players", "steps"):
        if key not in top or (top[key] is None and key != "steps"):
            raise Malformed(f"'{key}' is missing", top.line)
    start = top.get("start")
    if start not in (None, NEW_GAME):
        raise Malformed(f"start must be '{NEW_GAME}' or left out, got {format_value(start)}", top.line)
    phase = read_phase(top)
    players = read_players(top)
    seed = read_string(top, "seed")
    return Scenario(
        name=read_string(top, "scenario"),
        rules=read_rule_ids(top.get("rules"), "rules", top.line),
        why=read_string(top, "why"),
        sets=read_names(top["sets"], "sets", top.line),
        options=read_block(top.get("options"), "options", top.line),
        players=players,
        turn=read_turn(top, players),
        doors=read_names(top.get("doors"), "doors", top.line),
        treasures=read_names(top.get("treasures"), "treasures", top.line),
        dice=read_dice(top),
        discards=read_discards(top),
        only=read_only(top),
        phase=phase,
        combat=None if top.get("combat") is None else read_block(top["combat"], "combat", top.line),
        new_game=start == NEW_GAME,
        seeds=[seed] if seed else list(SEEDS),
        open=read_flag(top, "open"),
        steps=read_steps(read_rows(top["steps"], "steps", top.line), players),
    )


def read_phase(top: Block) -> str:
    """Read the phase of the turn.

    A fight and a new game imply their phase; raise `Malformed` if the file gives a different one.
    """
    phase = top.get("phase")
    if top.get("start") is not None:
        for key in ("combat", "discards"):
            if top.get(key) is not None:
                raise Malformed(f"{key}: a new game begins without it", top.line)
        allowed: tuple[str, ...] = ("setup",)
    elif isinstance(combat := top.get("combat"), Block):
        allowed = ("arrange", "second", "combat" if combat.get("running") is None else "run")
    else:
        allowed = PHASES
    if phase is not None and phase not in allowed:
        raise Malformed(f"phase must be one of {', '.join(allowed)}, got {format_value(phase)}", top.line)
    return str(phase) if phase in PHASES else PHASES[0]


def read_players(top: Block) -> dict[str, Block]:
    """Read the players in seat order."""
    players = read_block(top["players"], "players", top.line)
    out: dict[str, Block] = {}
    for name, spec in players.items():
        if name.casefold() in RESERVED_NAMES or not name.strip():
            raise Malformed(f"no player can be called '{name}'", players.line)
        if find_player(name, out):
            raise Malformed(f"two players are called '{name}'", players.line)
        out[name] = read_block(spec, name, players.line)
        out[name].line = out[name].line or players.line
        check_keys(out[name], PLAYER_KEYS, name)
    return out


def find_player(value: object, players: dict[str, Block]) -> str:
    """Return the name of a player as the file declares it, ignoring case; empty if there is none."""
    word = str(value).casefold() if isinstance(value, str | int) else None
    return next((name for name in players if name.casefold() == word), "")


def read_discards(top: Block) -> dict[str, list[str]]:
    """Read both discard piles from the top."""
    piles = read_block(top.get("discards"), "discards", top.line)
    check_keys(piles, DECKS, "discards")
    return {deck: read_names(piles.get(deck), deck, piles.line) for deck in DECKS}


def read_only(top: Block) -> list[str]:
    """Read which decks contain only the listed cards."""
    only = read_names(top.get("only"), "only", top.line)
    for deck in only:
        if deck not in DECKS:
            raise Malformed(f"only: expected doors and treasures, got {deck}", top.line)
    return only


def read_turn(top: Block, players: dict[str, Block]) -> str:
    """Read whose turn it is; empty if the file does not say."""
    turn = top.get("turn")
    name = find_player(turn, players)
    if turn is not None and not name:
        raise Malformed(f"turn: there is no player {format_value(turn)}", top.line)
    return name


def read_dice(top: Block) -> list[int]:
    """Read the next rolls of the die."""
    out: list[int] = []
    for face in read_rows(top.get("dice"), "dice", top.line):
        roll = read_number(face)
        if roll is None or not 1 <= roll <= 6:
            raise Malformed(f"dice: {format_value(face)} is not a face of a die", top.line)
        out.append(roll)
    return out


def read_steps(node: Rows, players: dict[str, Block]) -> list[Step]:
    """Read all steps, numbered from 1."""
    if len(node) > MAX_STEPS:
        raise Malformed(f"more than {MAX_STEPS} steps")
    return [read_step(i + 1, step, players, node.line) for i, step in enumerate(node)]


def read_step(number: int, node: object, players: dict[str, Block], line: int) -> Step:
    """Read one step, a mapping with a single key."""
    line = line_of(node) or line
    if not isinstance(node, Block) or len(node) != 1:
        raise Malformed(f"step {number} must have one key: a player, everyone, expect or illegal", line)
    key, body = next(iter(node.items()))
    if key == EXPECT:
        return Step(number, line, key, expects=read_block(body, EXPECT, line))
    if key == ILLEGAL:
        return read_illegal(number, read_block(body, ILLEGAL, line), players, line)
    if key == EVERYONE:
        if not isinstance(body, str) or body.strip().casefold() != "pass":
            raise Malformed(f"step {number}: the only step of everyone is pass", line)
        return Step(number, line, key, StepAction("pass"))
    name = find_player(key, players)
    if not name:
        raise Malformed(f"step {number}: there is no player '{key}'{suggest(key, list(players))}", line)
    return Step(number, line, name, read_action(number, body, line))


def read_illegal(number: int, node: Block, players: dict[str, Block], line: int) -> Step:
    """Read an `illegal` step."""
    check_keys(node, ("who", "do", "because"), ILLEGAL)
    player = find_player(node.get("who"), players)
    if not player:
        raise Malformed(f"step {number}: there is no player {format_value(node.get('who'))}", line)
    because = read_rule_ids(node.get("because"), "because", line)
    action = read_action(number, node.get("do"), line)
    if action.if_asked:
        raise Malformed(f"step {number}: an illegal step must not contain '{IF_ASKED}'", line)
    return Step(number, line, ILLEGAL, action, because=tuple(because), by=player)


def read_action(number: int, node: object, line: int) -> StepAction:
    """Read an action, which may be marked `if asked`."""
    if not isinstance(node, Block) or not {"do", IF_ASKED} & set(node):
        return read_unmarked_action(number, node, line)
    unmarked = Block({k: v for k, v in node.items() if k != IF_ASKED})
    plain = unmarked.get("do")
    if "do" in unmarked and (len(unmarked) > 1 or not isinstance(plain, str)):
        text = f"'do' must be a plain step such as pass, with no other key than '{IF_ASKED}'"
        raise Malformed(f"step {number}: {text}", line)
    action = read_unmarked_action(number, unmarked.get("do", unmarked), line)
    if not read_flag(node, IF_ASKED):
        return action
    if action.verb not in ANSWER_VERBS:
        raise Malformed(f"step {number}: {action.verb} is not an answer, so it cannot be marked '{IF_ASKED}'", line)
    return replace(action, if_asked=True)


def read_unmarked_action(number: int, node: object, line: int) -> StepAction:
    """Read an action without `if asked`: a plain step, a verb, or a mapping with a verb."""
    if isinstance(node, str):
        node = " ".join(node.split()).casefold()
        if node in PLAIN_VERBS:
            return StepAction(node)
        if node in STEP_KEYS:
            node = Block({node: None})
        else:
            raise Malformed(f"step {number}: unknown step '{node}'{suggest(node, [*PLAIN_VERBS, *STEP_KEYS])}", line)
    if not isinstance(node, Block) or not node:
        raise Malformed(f"step {number}: {format_value(node)} is not a step", line)
    verb = next((key for key in node if key in STEP_KEYS), next(iter(node)))
    argument = node[verb]
    if verb not in STEP_KEYS:
        raise Malformed(f"step {number}: unknown step '{verb}'{suggest(verb, list(STEP_KEYS))}", line)
    details = Block({k: v for k, v in node.items() if k != verb})
    details.line = line
    check_keys(details, STEP_KEYS[verb], f"step {number}: {verb}")
    if verb in REQUIRED_KEYS and REQUIRED_KEYS[verb] not in details:
        raise Malformed(f"step {number}: {verb} needs '{REQUIRED_KEYS[verb]}'", line)
    if argument is None and verb not in VERBS_WITHOUT_ARGUMENT:
        raise Malformed(f"step {number}: {verb} names nothing; give it a value", line)
    terms = argument if verb in ("offer help", "counter") else details.get("offer")
    if terms is not None:
        check_terms(read_block(terms, "terms", line), f"step {number}: terms", line)
    return StepAction(verb, argument, dict(details))
