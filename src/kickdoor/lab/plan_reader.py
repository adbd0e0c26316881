"""Reader of plans: a TOML file, or a study that comes with kickdoor. Plans are data and contain no code."""

from __future__ import annotations

import tempfile
import tomllib
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from msgspec.structs import replace

import kickdoor
from kickdoor.bots.custom_bots import is_custom
from kickdoor.bots.registry import BotRegistry
from kickdoor.catalog.card_tables import MAX_TEXT_LENGTH
from kickdoor.catalog.compiler import listed, text
from kickdoor.catalog.loader import known_sets, unknown_set
from kickdoor.catalog.set_folder import absolute
from kickdoor.catalog.toml_reader import TableError, describe, fitting, located, read_table, suggest
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.rules.turn.new_game import MAX_SEATS, MIN_SEATS
from kickdoor.engine.rules.version import VERSION
from kickdoor.engine.state.codec import options_from_dict, options_to_dict
from kickdoor.lab.build_info import code_digest
from kickdoor.lab.bundle import Bundle, bot_path, digest, pack_file, pack_set, unpack
from kickdoor.lab.columns import COUNTED, FORM
from kickdoor.lab.plan_schema import BOTS, NOT_IN_A_SOAK, SOAK, PlanTable, VariantTable
from kickdoor.lab.study_plan import MAX_GAMES, Cell, LabPlan
from kickdoor.sim.ladder.line_ups import MAX_LINE_UPS, LineUp, count_line_ups, line_ups
from kickdoor.sim.random_play import deal
from kickdoor.sim.soak import SoakOrder, every_mix
from kickdoor.sim.soak import make_plan as make_soak

DEFAULT_OPTIONS = options_to_dict(RuleOptions())
STUDIES = Path(__file__).parent / "studies"
MAX_BYTES = 200_000
MAX_CELLS = 10_000
ALL, MIXED, EVERY = "all", "mixed", "every"


@dataclass(frozen=True, slots=True)
class PlanOverrides:
    """Overrides of the plan from the command line, and the custom bots."""

    games: int | None = None
    seed: str | None = None
    bots: tuple[str, ...] = ()
    """Custom bots as FILE.py:CLASS; only the command line may name them."""


@dataclass(frozen=True, slots=True)
class Study:
    """A validated plan with the files that it needs."""

    plan: LabPlan
    bundle: Bundle


@dataclass(slots=True)
class Variant:
    """The settings of one variant."""

    name: str
    sets: list[str] | None = None
    bots: list[str] | None = None
    folders: list[str] = field(default_factory=list)
    options: dict[str, bool | int | str] = field(default_factory=dict)
    cards: dict[str, str] = field(default_factory=dict)
    budget: int | None = None


def studies() -> dict[str, Path]:
    """List the studies that come with kickdoor."""
    return {path.stem: path for path in sorted(STUDIES.glob("*.toml"))}


def find_plan(name: str) -> Path:
    """Find a plan by the name of a study or by its file."""
    bundled = studies()
    if name in bundled:
        return bundled[name]
    path = Path(name)
    if path.is_file():
        return path
    if path.suffix == ".toml" or path.is_dir():
        raise BadData(f"{name}: there is no such file; a plan is a TOML file")
    raise BadData(f"there is no study '{name[:80]}'{suggest(name, bundled) or '.'} There are {', '.join(bundled)}")


def read_plan(name: str, overrides: PlanOverrides) -> Study:
    """Read a plan and validate all of it before any game is played."""
    path = find_plan(name)
    with tempfile.TemporaryDirectory(prefix="kickdoor-lab-") as root:
        reader = PlanReader(path, parse(path), overrides, Path(root))
        with located(reader.t, path.name):
            return reader.study()


def parse(path: Path) -> dict[str, object]:
    """Parse a TOML file of limited size."""
    if path.stat().st_size > MAX_BYTES:
        raise BadData(f"{path}: larger than {MAX_BYTES} bytes")
    try:
        return tomllib.loads(path.read_bytes().decode())
    except (ValueError, RecursionError) as e:
        raise BadData(f"{path}: not valid TOML: {' '.join(str(e).split())[:200]}") from None


def texts(t: PlanTable | VariantTable, key: str) -> list[str]:
    """Return a list of texts, each of which can be shown on one line."""
    text(t, key)
    return list(getattr(t, key) or ())


class PlanReader:
    """The reader of one plan."""

    def __init__(self, path: Path, table: dict[str, object], overrides: PlanOverrides, root: Path) -> None:
        self.path = path
        self.root = root
        """The folder in which the files of the plan are unpacked during reading."""
        self.name = path.stem
        self.overrides = overrides
        # A plan may give the seed as a number, and seats as one number or a list.
        seed = table.get("seed", "1")
        if isinstance(seed, int) and not isinstance(seed, bool):
            table["seed"] = str(seed)[:MAX_TEXT_LENGTH]
        self.table = table
        self.t: PlanTable = read_table(PlanTable, table, path.name)
        self.games = overrides.games or self.t.games
        self.seed = self.t.seed if overrides.seed is None else overrides.seed
        self.seats: list[int] = []
        if self.games > MAX_GAMES:
            raise BadData(f"{self.games:,} games are more than {MAX_GAMES:,}")
        self.registry = BotRegistry(overrides.bots)
        self.files: dict[str, bytes] = {}
        self.packed: dict[Path, str] = {}
        """The paths in the bundle of packed sets and card files, by their paths on this machine."""

    def read_seats(self, found: list[object]) -> list[int]:
        """Read the numbers of seats."""
        for one in found:
            if not isinstance(one, int) or isinstance(one, bool) or not MIN_SEATS <= one <= MAX_SEATS:
                raise TableError(
                    self.t,
                    "seats",
                    f"expected {MIN_SEATS} to {MAX_SEATS} seats, got {describe(one)} (SETUP-01)",
                )
            if found.count(one) > 1:
                raise TableError(self.t, "seats", f"{one} is listed twice")
        if not found:
            raise TableError(self.t, "seats", "expected at least one number of seats")
        return [one for one in found if isinstance(one, int)]

    def study(self) -> Study:
        """Read the whole plan and return the study."""
        self.seats = self.read_seats(self.t.seats if isinstance(self.t.seats, list) else [self.t.seats])
        for key in ("seed", "title", "base"):
            text(self.t, key)
        if self.t.kind == SOAK:
            return self.soak()
        variants = self.variants()
        mixes_and_seats = list(product(self.mixes(), self.seats))
        cells = [
            cell for variant in variants for mix, seats in mixes_and_seats for cell in self.cells(variant, mix, seats)
        ]
        if len(cells) > MAX_CELLS:
            raise BadData(
                f"{self.path.name}: {len(cells):,} combinations of setting and variant are more than {MAX_CELLS:,}"
            )
        names = [table.name for table in COUNTED]
        count = names if self.t.count is None else sorted(listed(self.t, "count"), key=names.index)
        return self.make_study(self.plan(count, cells, variants[0].name))

    def plan(self, count: list[str], cells: list[Cell], base: str) -> LabPlan:
        """Return the plan with these tables (`count`) and cells; `base` is the name of the first variant."""
        custom_bots = {
            name: spec for name, spec in self.registry.own.items() if any(name in cell.bots for cell in cells)
        }
        for number, spec in enumerate(custom_bots.values()):
            self.files[bot_path(number, spec)] = Path(spec.rpartition(":")[0]).read_bytes()
        return LabPlan(
            name=self.name,
            title=self.t.title,
            about="\n\n".join(self.paragraphs()),
            games=self.games,
            chunk=self.t.chunk,
            form=FORM,
            count=count,
            base=base,
            cells=cells,
            line_ups=self.t.line_ups,
            soak=None,
            bots={name: digest(self.files[bot_path(i, spec)]) for i, (name, spec) in enumerate(custom_bots.items())},
            files=Bundle(self.files).digests(),
            version=kickdoor.__version__,
            rules=VERSION,
            code=code_digest(),
        )

    def make_study(self, plan: LabPlan) -> Study:
        """Return the study of a plan with its files."""
        return Study(plan, Bundle(self.files, {name: self.registry.own[name] for name in plan.bots}))

    def paragraphs(self) -> list[str]:
        """Read the paragraphs that describe the study; longer ones are shortened."""
        found = self.t.about
        if not isinstance(found, list) or not all(isinstance(one, str) and one.isprintable() for one in found):
            raise TableError(
                self.t, "about", f"expected a list of paragraphs without line breaks, found {describe(found)}"
            )
        return [str(one)[:2000] for one in found[:20]]

    # Variants and cells

    def variants(self) -> list[Variant]:
        """Read the variants; the first has the settings of the plan itself."""
        base = Variant(self.t.base, None, None, texts(self.t, "folders"), self.options(self.t), self.cards(self.t))
        found = [base]
        for t in self.t.variants:
            one = Variant(text(t, "name"))
            if one.name in [other.name for other in found]:
                raise TableError(t, "name", f"{describe(one.name)} is listed twice")
            if t.sets is not None and self.t.sets is None:
                raise TableError(t, "sets", "a variant may change sets only if the plan has sets, not mixes")
            if t.bots is not None and self.t.line_ups:
                raise TableError(t, "bots", "a variant may not change bots if the plan has line_ups")
            one.sets = None if t.sets is None else self.set_names(t)
            one.bots = None if t.bots is None else self.bot_names(t)
            one.folders = [*base.folders, *texts(t, "folders")]
            one.options = base.options | self.options(t)
            one.cards = base.cards | self.cards(t)
            one.budget = t.budget
            found.append(one)
        return found

    def options(self, t: PlanTable | VariantTable) -> dict[str, bool | int | str]:
        """Read rule options."""
        for name, value in t.options.items():
            if name not in DEFAULT_OPTIONS:
                raise TableError(t, "options", f"unknown key {describe(name)}{fitting(name, DEFAULT_OPTIONS)}")
            if type(value) is not type(DEFAULT_OPTIONS[name]):
                word = {bool: "true or false", int: "a whole number"}.get(type(DEFAULT_OPTIONS[name]), "a text")
                raise TableError(t, f"options.{name}", f"expected {word}, found {describe(value)}")
        try:
            options_from_dict(t.options)
        except BadData as e:
            raise TableError(t, "options", str(e)) from None
        return dict(t.options)

    def cards(self, t: PlanTable | VariantTable) -> dict[str, str]:
        """Read the files with changed cards, by set."""
        for name, value in t.cards.items():
            if not isinstance(value, str) or not value or not value.isprintable():
                raise TableError(t, f"cards.{name}", f"expected the path of a file, found {describe(value)}")
        return dict(t.cards)

    def bot_names(self, t: PlanTable | VariantTable) -> list[str]:
        """Read names of bots; a plan names no files."""
        names = BOTS if t.bots is None else texts(t, "bots")
        for name in names:
            if is_custom(name):
                raise TableError(
                    t, "bots", f"a plan may not name files: add {describe(name)} with --bot and name its class"
                )
        if not names:
            raise TableError(t, "bots", "expected at least one bot")
        try:
            return self.registry.check(names)
        except BadData as e:
            raise TableError(t, "bots", str(e)) from None

    def set_names(self, t: PlanTable | VariantTable) -> list[str]:
        """Read the names of the sets of a mix."""
        found: list[str] = []
        for name in texts(t, "sets"):
            found += known_sets() if name == ALL else [name]
        for name in found:
            if found.count(name) > 1:
                raise TableError(t, "sets", f"'{name}' is listed twice")
        return found

    def mixes(self) -> list[list[str]]:
        """Read the mixes of sets."""
        if (self.t.sets is None) == (self.t.mixes is None):
            raise BadData(f"{self.path.name}: give either sets, which are mixed, or mixes, each with its own games")
        if self.t.sets is not None:
            return [self.set_names(self.t)]
        bundled = known_sets()
        found: list[list[str]] = []
        for name in texts(self.t, "mixes"):
            words = {ALL: [[one] for one in bundled], MIXED: [bundled], EVERY: every_mix(bundled)}
            found += words.get(name, [[part.strip() for part in name.split("+")]])
        if not found:
            raise TableError(self.t, "mixes", "expected at least one mix")
        for mix in found:
            if found.count(mix) > 1:
                raise TableError(self.t, "mixes", f"'{'+'.join(mix)}' is listed twice")
        return found

    def cells(self, variant: Variant, mix: list[str], seats: int) -> list[Cell]:
        """Return the cells of a variant with a mix and a number of seats, one for each line-up."""
        bots = variant.bots or self.bot_names(self.t)
        kind = self.t.line_ups
        mix_and_seats = f"{'+'.join(mix)} {seats}"
        if not kind:
            if len(bots) > seats:
                raise TableError(
                    self.t,
                    "bots",
                    f"{len(bots)} bots do not fit at {seats} seats; use line_ups to have all of them meet",
                )
            line_up = LineUp(tuple(bots[place % len(bots)] for place in range(seats)), True)
            return [self.cell(variant, mix, line_up, mix_and_seats, "")]
        if len(bots) < 2 or len(set(bots)) < len(bots):
            raise TableError(self.t, "bots", "line-ups need at least two bots, each named once")
        if count_line_ups(len(bots), seats, kind) > MAX_LINE_UPS:
            raise TableError(self.t, "bots", f"{len(bots)} bots make more than {MAX_LINE_UPS:,} line-ups")
        if self.games % seats:
            raise TableError(
                self.t, "games", f"expected a multiple of {seats} games, so that every bot has every seat equally often"
            )
        return [self.cell(variant, mix, one, mix_and_seats, one.name) for one in line_ups(tuple(bots), seats, kind)]

    def cell(self, variant: Variant, mix: list[str], line_up: LineUp, mix_and_seats: str, name: str) -> Cell:
        """Return one cell. Its cards are loaded and dealt once, so that errors are found before any game."""
        seats = len(line_up.bots)
        folders = [self.pack(folder, True) for folder in variant.folders]
        cell = Cell(
            variant=variant.name,
            setting=f"{mix_and_seats} {name}".strip(),
            seed=":".join([self.seed, *mix_and_seats.split(" "), *([name] if name else [])]),
            mix=variant.sets or mix,
            seats=seats,
            line_up=name or ", ".join(line_up.bots),
            bots=list(line_up.bots),
            shuffles=not line_up.is_pair,
            options={key: value for key, value in variant.options.items() if value != DEFAULT_OPTIONS[key]},
            turns=self.t.turns,
            budget=self.t.budget if variant.budget is None else variant.budget,
            folders=folders,
            cards={set_name: self.pack(file, False) for set_name, file in sorted(variant.cards.items())},
            digest="",
        )
        return self.check_cards_of(cell)

    def check_cards_of(self, cell: Cell) -> Cell:
        """Load the cards of a cell and deal them as a check."""
        custom_sets = [Path(folder).name for folder in cell.folders]
        for name in cell.mix:
            if name not in known_sets() and name not in custom_sets:
                raise BadData(f"{self.path.name}: {unknown_set(name, [*known_sets(), *custom_sets])}")
        try:
            rules = cell.rules(self.root)
            deal(rules, cell.seats, cell.seed, options_from_dict(cell.options))
        except BadData as e:
            raise BadData(f"{self.path.name}, variant '{cell.variant}': {e}") from None
        return replace(cell, mix=rules.sets, digest=rules.digest)

    def pack(self, relative: str, is_set: bool) -> str:
        """Add a set or a file with cards to the bundle and return its path there."""
        path = absolute(self.path.parent / relative)
        if path not in self.packed:
            folder = f"{'sets' if is_set else 'cards'}/{len(self.packed)}"
            files = pack_set(path) if is_set else {path.name: pack_file(path)}
            found = {f"{folder}/{name}": data for name, data in files.items()}
            unpack(found, self.root)
            self.files |= found
            self.packed[path] = f"{folder}/{path.name}"
        return self.packed[path]

    # Soaks

    def soak(self) -> Study:
        """Read the plan of a soak."""
        for key in NOT_IN_A_SOAK:
            if key in self.table:
                raise TableError(self.t, key, "a soak does not have this key: it plays at random with unchanged cards")
        mixes = texts(self.t, "mixes")
        if mixes not in ([], [EVERY]):
            raise TableError(self.t, "mixes", f'a soak has sets, or mixes = ["{EVERY}"]')
        sets = known_sets() if mixes else self.mixes()[0]
        named = options_from_dict(self.options(self.t))
        order = SoakOrder(sets, [], self.seats, self.seed, 0, named, bool(mixes))
        return self.make_study(replace(self.plan([], [], ""), soak=make_soak(order)))
