"""Reads a scenario file into plain records and refuses what does not fit the format."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from kickdoor import rulebook
from kickdoor.catalog.toml_reader import suggest
from kickdoor.scenario.parsing.values import block, flag, known_keys, names, number, rows, shown, text
from kickdoor.scenario.parsing.yaml_document import Block, Malformed, Rows, line_of, parse, read_text

MAX_STEPS: Final = 2000
SEEDS: Final = ("1", "2", "3")
START: Final = "new game"
PHASES: Final = ("arrange", "second", "charity")
DECKS: Final = ("doors", "treasures")
EVERYONE: Final = "everyone"
EXPECT: Final = "expect"
ILLEGAL: Final = "illegal"
NO_PLAYER: Final = (EVERYONE, EXPECT, ILLEGAL, "none", "nobody")
"""Words that stand for something else where a player may be named."""

TOP: Final = (
    "scenario", "rules", "why", "sets", "options", "players", "turn", "doors", "treasures", "dice", "discards", "only",
    "phase", "combat", "start", "seed", "open", "steps",
)  # fmt: skip
PLAYER: Final = (
    "level", "sex", "class", "race", "super", "half", "equipped", "carried", "attached", "hand", "followers", "curses",
    "tokens", "dead",
)  # fmt: skip
PLAIN_STEPS: Final = (
    "kick open the door", "loot the room", "accept", "refuse", "claim", "give up", "pass", "done", "end turn",
)  # fmt: skip
STEPS: Final[dict[str, tuple[str, ...]]] = {
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
IF_ASKED: Final = "if asked"
ANSWERS: Final = (
    "choose", "pass", "accept", "refuse", "counter", "take", "discard", "flee", "sacrifice", "charity", "done",
)  # fmt: skip
"""The steps that may be marked `if asked`."""
TERMS: Final = ("treasures", "items", "tokens", "cards", "gives", "in any case")
NEEDED: Final = {"attach": "to", "give": "to", "trade": "with"}


@dataclass(frozen=True)
class StepAction:
    """One act of a player: the verb, what it names, and its further words."""

    verb: str
    what: object = None
    more: dict[str, object] = field(default_factory=dict)
    if_asked: bool = False
    """The step is left out where nobody asks for it."""

    def __str__(self) -> str:
        plain = self.verb in PLAIN_STEPS and self.what is None
        if plain and not self.if_asked:
            return self.verb
        said = [("do", self.verb) if plain else (self.verb, self.what), *self.more.items()]
        said += [(IF_ASKED, True)] if self.if_asked else []
        return "{" + ", ".join(f"{k}: {shown(v)}" for k, v in said) + "}"


@dataclass(frozen=True)
class Step:
    """One step: who does what, or what is expected or refused."""

    number: int
    line: int
    who: str
    """A player's name, `everyone`, `expect` or `illegal`."""
    deed: StepAction = StepAction("")
    expects: Block = field(default_factory=Block)
    because: tuple[str, ...] = ()
    by: str = ""
    """Whose step is refused."""

    def __str__(self) -> str:
        if self.who == EXPECT:
            return EXPECT
        return f"illegal, {self.by}: {self.deed}" if self.who == ILLEGAL else f"{self.who}: {self.deed}"


@dataclass
class Scenario:
    """A scenario file as read: positions are still names."""

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
        """Return a player's seat; -1 if nobody has that name."""
        names = list(self.players)
        return names.index(name) if name in self.players else -1


def read_file(path: Path) -> Scenario:
    """Read one scenario file; raises `Malformed` with the line of the mistake."""
    return read_scenario(parse(read_text(path)))


def check_terms(terms: Block, what: str, line: int) -> None:
    """Refuse words that no bargain has, in a step or in a position."""
    terms.line = terms.line or line
    known_keys(terms, TERMS, what)


def rule_ids(value: object, what: str, line: int) -> list[str]:
    """Read rule ids and refuses those that no rule has; the worked examples count as rules."""
    ids = names(value, what, line)
    for rule in ids:
        if rule.startswith("EX-"):
            continue
        try:
            rulebook.lookup(rule)
        except KeyError as e:
            raise Malformed(f"{what}: {e.args[0]}", line) from None
    return ids


def read_scenario(root: object) -> Scenario:
    """Check the whole document."""
    top = block(root, "a scenario", 1)
    known_keys(top, TOP, "scenario")
    for key in ("scenario", "sets", "players", "steps"):
        if key not in top or (top[key] is None and key != "steps"):
            raise Malformed(f"'{key}' is missing", top.line)
    start = top.get("start")
    if start not in (None, START):
        raise Malformed(f"start is '{START}' or left out, not {shown(start)}", top.line)
    phase = read_phase(top)
    players = read_players(top)
    seed = text(top, "seed")
    return Scenario(
        name=text(top, "scenario"),
        rules=rule_ids(top.get("rules"), "rules", top.line),
        why=text(top, "why"),
        sets=names(top["sets"], "sets", top.line),
        options=block(top.get("options"), "options", top.line),
        players=players,
        turn=read_turn(top, players),
        doors=names(top.get("doors"), "doors", top.line),
        treasures=names(top.get("treasures"), "treasures", top.line),
        dice=read_dice(top),
        discards=read_discards(top),
        only=read_only(top),
        phase=phase,
        combat=None if top.get("combat") is None else block(top["combat"], "combat", top.line),
        new_game=start == START,
        seeds=[seed] if seed else list(SEEDS),
        open=flag(top, "open"),
        steps=read_steps(rows(top["steps"], "steps", top.line), players),
    )


def read_phase(top: Block) -> str:
    """Read where the turn stands; a fight and a new game say it themselves, and may not be contradicted."""
    phase = top.get("phase")
    if top.get("start") is not None:
        for key in ("combat", "discards"):
            if top.get(key) is not None:
                raise Malformed(f"{key}: a new game begins without", top.line)
        allowed: tuple[str, ...] = ("setup",)
    elif isinstance(combat := top.get("combat"), Block):
        allowed = ("arrange", "second", "combat" if combat.get("running") is None else "run")
    else:
        allowed = PHASES
    if phase is not None and phase not in allowed:
        raise Malformed(f"phase is one of {', '.join(allowed)}, not {shown(phase)}", top.line)
    return str(phase) if phase in PHASES else PHASES[0]


def read_players(top: Block) -> dict[str, Block]:
    players = block(top["players"], "players", top.line)
    out: dict[str, Block] = {}
    for name, spec in players.items():
        if name.casefold() in NO_PLAYER or not name.strip():
            raise Malformed(f"no player can be called '{name}'", players.line)
        if player_called(name, out):
            raise Malformed(f"two players are called '{name}'", players.line)
        out[name] = block(spec, name, players.line)
        out[name].line = out[name].line or players.line
        known_keys(out[name], PLAYER, name)
    return out


def player_called(value: object, players: dict[str, Block]) -> str:
    """Find a player by name, whatever the case; empty if there is none."""
    word = str(value).casefold() if isinstance(value, str | int) else None
    return next((name for name in players if name.casefold() == word), "")


def read_discards(top: Block) -> dict[str, list[str]]:
    piles = block(top.get("discards"), "discards", top.line)
    known_keys(piles, DECKS, "discards")
    return {deck: names(piles.get(deck), deck, piles.line) for deck in DECKS}


def read_only(top: Block) -> list[str]:
    only = names(top.get("only"), "only", top.line)
    for deck in only:
        if deck not in DECKS:
            raise Malformed(f"only names doors and treasures, not {deck}", top.line)
    return only


def read_turn(top: Block, players: dict[str, Block]) -> str:
    turn = top.get("turn")
    name = player_called(turn, players)
    if turn is not None and not name:
        raise Malformed(f"turn: there is no player {shown(turn)}", top.line)
    return name


def read_dice(top: Block) -> list[int]:
    out: list[int] = []
    for face in rows(top.get("dice"), "dice", top.line):
        shows = number(face)
        if shows is None or not 1 <= shows <= 6:
            raise Malformed(f"dice: {shown(face)} is no face of a die", top.line)
        out.append(shows)
    return out


def read_steps(found: Rows, players: dict[str, Block]) -> list[Step]:
    if len(found) > MAX_STEPS:
        raise Malformed(f"more than {MAX_STEPS} steps")
    return [read_step(i + 1, step, players, found.line) for i, step in enumerate(found)]


def read_step(number: int, found: object, players: dict[str, Block], line: int) -> Step:
    """Read one step: a mapping with a single key."""
    line = line_of(found) or line
    if not isinstance(found, Block) or len(found) != 1:
        raise Malformed(f"step {number} must have one key: a player, everyone, expect or illegal", line)
    who, body = next(iter(found.items()))
    if who == EXPECT:
        return Step(number, line, who, expects=block(body, EXPECT, line))
    if who == ILLEGAL:
        return read_illegal(number, block(body, ILLEGAL, line), players, line)
    if who == EVERYONE:
        if not isinstance(body, str) or body.strip().casefold() != "pass":
            raise Malformed(f"step {number}: all that everyone can do at once is pass", line)
        return Step(number, line, who, StepAction("pass"))
    name = player_called(who, players)
    if not name:
        raise Malformed(f"step {number}: there is no player '{who}'{suggest(who, list(players))}", line)
    return Step(number, line, name, read_deed(number, body, line))


def read_illegal(number: int, found: Block, players: dict[str, Block], line: int) -> Step:
    known_keys(found, ("who", "do", "because"), ILLEGAL)
    who = player_called(found.get("who"), players)
    if not who:
        raise Malformed(f"step {number}: there is no player {shown(found.get('who'))}", line)
    because = rule_ids(found.get("because"), "because", line)
    deed = read_deed(number, found.get("do"), line)
    if deed.if_asked:
        raise Malformed(f"step {number}: what is refused is not left out: no '{IF_ASKED}' in it", line)
    return Step(number, line, ILLEGAL, deed, because=tuple(because), by=who)


def read_deed(number: int, found: object, line: int) -> StepAction:
    """Read what a player does, whether or not it is marked `if asked`."""
    if not isinstance(found, Block) or not {"do", IF_ASKED} & set(found):
        return read_act(number, found, line)
    said = Block({k: v for k, v in found.items() if k != IF_ASKED})
    plain = said.get("do")
    if "do" in said and (len(said) > 1 or not isinstance(plain, str)):
        raise Malformed(f"step {number}: 'do' holds one plain word, such as pass, and stands beside '{IF_ASKED}'", line)
    deed = read_act(number, said.get("do", said), line)
    if not flag(found, IF_ASKED):
        return deed
    if deed.verb not in ANSWERS:
        raise Malformed(f"step {number}: {deed.verb} answers nothing, so it is never '{IF_ASKED}'", line)
    return replace(deed, if_asked=True)


def read_act(number: int, found: object, line: int) -> StepAction:
    if isinstance(found, str):
        found = " ".join(found.split()).casefold()
        if found in PLAIN_STEPS:
            return StepAction(found)
        if found in STEPS:
            found = Block({found: None})
        else:
            raise Malformed(f"step {number}: unknown step '{found}'{suggest(found, [*PLAIN_STEPS, *STEPS])}", line)
    if not isinstance(found, Block) or not found:
        raise Malformed(f"step {number}: {shown(found)} is no step", line)
    verb = next((key for key in found if key in STEPS), next(iter(found)))
    what = found[verb]
    if verb not in STEPS:
        raise Malformed(f"step {number}: unknown step '{verb}'{suggest(verb, list(STEPS))}", line)
    more = Block({k: v for k, v in found.items() if k != verb})
    more.line = line
    known_keys(more, STEPS[verb], f"step {number}: {verb}")
    if verb in NEEDED and NEEDED[verb] not in more:
        raise Malformed(f"step {number}: {verb} needs '{NEEDED[verb]}'", line)
    if what is None and verb not in ("offer help", "counter", "choose", "flee"):
        raise Malformed(f"step {number}: {verb} names nothing", line)
    terms = what if verb in ("offer help", "counter") else more.get("offer")
    if terms is not None:
        check_terms(block(terms, "terms", line), f"step {number}: terms", line)
    return StepAction(verb, what, dict(more))
