"""Tests of `kickdoor cards --check`: it finds data without effect, and nothing else."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kickdoor.catalog.lint_set import findings
from kickdoor.catalog.loader import HOME, known_sets, load_catalog

Run = Callable[..., tuple[int, str, str]]
Own = Callable[..., Path]

HERE = Path(__file__).parents[1] / "engine" / "test_sets"
HEAD = 'name = "Toys"\ncounters = ["ink"]\n'
FLY = '[fly]\nname = "Fly"\nkind = "monster"\nlevel = 1\ntreasures = 1\n'
POT = "[pot]\nname = 'Pot'\nkind = 'other_treasure'\n[[pot.play]]\nat = 'any_time'\n"
CAP = "[cap]\nname = 'Cap'\nkind = 'item'\nvalue = 100\n"
ONE = "[one]\nname = 'One'\nkind = 'oneshot'\nvalue = 100\n[[one.play]]\nat = 'fight'\n"
GIVE = "[give]\nname = 'Give'\nkind = 'other_treasure'\n[[give.play]]\nat = 'any_time'\ndo = [{ op = 'gain_token' }]\n"
TAKE = "[take]\nname = 'Take'\nkind = 'other_treasure'\n[[take.play]]\nat = 'any_time'\ndo = [{ op = 'lose_tokens' }]\n"


@pytest.mark.parametrize("name", known_sets())
def test_shipped_sets_pass_the_lint(name: str) -> None:
    assert findings(HOME / name, load_catalog([name])) == []


@pytest.mark.parametrize(("name", "sets"), [("toys", ["deluxe"]), ("boilers", [])])
def test_test_sets_pass_the_lint(name: str, sets: list[str]) -> None:
    assert findings(HERE / name, load_catalog(sets, [HERE / name])) == []


def static(line: str) -> str:
    return f"{CAP}static = [{{ query = 'strength', {line} }}]\n"


def ability(lines: str) -> str:
    return f"{CAP}[[cap.ability]]\nname = 'Tip'\n{lines}\n"


MEANINGLESS = [
    # Amounts
    ("", static("add = 'paid'"), "cap.static[0].add: is always 0: it has no cost"),
    ("", static("add = 'die'"), "is always 0: no die is rolled"),
    ("", static("add = 'amount'"), "is always 0: only a trigger"),
    ("", static("add = { each = 2, per = 'paid' }"), "cap.static[0].add.per: is always 0"),
    ("", static("add = { each = 2, per = 'token' }"), "name a kind to count the tokens that a player has"),
    ("", static("add = { each = 0, per = 'ink' }"), ".each: is 0, so the amount is always 0"),
    ("", static("add = { each = 2, per = 'ink', most = 0 }"), "makes the amount always 0"),
    ("", static("add = { each = 2, per = 'margin' }"), "the margin is known only after"),
    ("", static("add = { base = 2, or = 2, when = { trait = 'male' } }"), "is 2 either way"),
    ("", static("add = 0"), "is 0 and has no effect"),
    ("", static("add = 1, set = 2"), "has no effect together with set"),
    ("", static("add = 1, only_held = true"), "cap.static[0].only_held: never holds"),
    ("", CAP + "slot = 'hand'\nstatic = [{ query = 'hand_limit', only_held = true }]", "has no effect without query"),
    ("", CAP + "static = [{ query = 'hand_limit', add = { per = 'male' } }]", "counts objects of a fight"),
    (FLY + "bad_stuff = [{ op = 'lose_levels', n = 'die' }]", "", "fly.bad_stuff[0].n: is always 0"),
    (FLY + "bad_stuff = [{ op = 'aftermath', query = 'strength', add = 'die', until = 'won' }]", "", "is always 0"),
    ("", ability("at = 'my_fight'\nonce = 'fight'\ndo = [{ op = 'bonus', n = 'paid' }]"), "it has no cost"),
    # Conditions
    (FLY + "bad_stuff = [{ op = 'die', when = { die_at_most = 2 } }]", "", "needs a die, but none is rolled"),
    (FLY + "bad_stuff = [{ op = 'roll' }, { op = 'die', when = { die_at_least = 7 } }]", "", "no face of the die"),
    ("", static("when = { level_at_least = 5, level_at_most = 3 }"), "no Level is in this range"),
    ("", static("when = { level_at_least = 1 }"), "always holds"),
    ("", static("when = { trait = 'male', not_trait = 'male' }"), "no player both has and lacks the trait 'male'"),
    ("", static("when = { is = ['alone', 'helped'] }"), "exclude each other"),
    ("", static("when = { token = 'ink' }"), "only a trigger of the event"),
    (FLY + "tags = ['ink']", static("when = { won_against = 'ink' }"), "no fight has been won"),
    ("", static("when = { worth_less_than = 0 }"), "nothing is worth less than 0"),
    ("", static("when = { has_items = { big = true, small = true } }"), "no Item is big and small"),
    ("", static("when = { has_tokens = { least = 0 } }"), "every player has 0 or more"),
    ("", ability("at = 'quiet_turn'\nonce = 'turn'\nwhen = { is = 'helped' }\ndo = [{ op = 'draw' }]"), "never"),
    # Whom a bonus is for
    ("", f"{ONE}on = 'side'\ndo = [{{ op = 'bonus', n = 3 }}]", "does not go to the side that is chosen"),
    ("", f"{ONE}on = 'monsters'\ndo = [{{ op = 'bonus', n = 3 }}]", "aimed at the monsters"),
    ("", f"{ONE}on = 'munchkins'\ndo = [{{ op = 'bonus', n = 3, to = 'monsters' }}]", "aimed at the munchkins"),
    ("", f"{ONE}on = 'player'\ndo = [{{ op = 'bonus', n = 3 }}]", 'say to = "target"'),
    ("", f"{ONE}do = [{{ op = 'bonus', n = 3, to = 'target' }}]", "goes to the player of the card; on"),
    ("", f"{ONE}do = [{{ op = 'bonus', n = 3, to = 'monster' }}]", "has no monster to go to"),
    ("", ability("at = 'fight'\nonce = 'fight'\ndo = [{ op = 'bonus', n = 3 }]"), "who may not be a fighter"),
    # What is never read, or never happens
    (FLY + "bonus = 3", "", "its strength is its level"),
    (FLY + "trigger = [{ event = 'turn_begun', do = [{ op = 'draw' }] }]", "", "never runs"),
    (FLY + "static = [{ query = 'hand_limit' }]", "", "'hand_limit' applies to players"),
    ("", CAP + "static = [{ query = 'escape_loss' }]", "'escape_loss' applies to monsters"),
    ("", CAP + "static = [{ query = 'both_tokens' }]", "is about food tokens"),
    ("", CAP + "hands = 2", "has no effect without slot"),
    ("", CAP + "only = ['male']\nnot_for = ['male']", "no player may use it"),
    ("[woe]\nname = 'Woe'\nkind = 'curse'\nstatic = [{ query = 'run' }]", "", "without lasts"),
    ("[woe]\nname = 'Woe'\nkind = 'curse'", "", "this curse does nothing"),
    ("[mage]\nname = 'Mage'\nkind = 'class'", "", "this class does nothing, and no card of the set refers to it"),
    ("[elf]\nname = 'Elf'\nkind = 'race'\nrun = 1", "", 'uses = ["races"] in set.toml'),
    ("[more]\nname = 'More'\nkind = 'enhancer'", "", "this enhancer does nothing"),
    ("", "[cap]\nname = 'Cap'\nkind = 'item'", "this item does nothing"),
    ("", "[pot]\nname = 'Pot'\nkind = 'other_treasure'", "can never be played"),
    ("", f"{POT}level_at_most = 3\ndo = [{{ op = 'draw' }}]", 'has no effect without on = "monster"'),
    ("", ability("at = 'any_time'\ncost = {}\nonce = 'fight'\ndo = [{ op = 'draw' }]"), "has no effect outside"),
    ("", ability("at = 'my_fight'\nonce = 'roll'\ndo = [{ op = 'draw' }]"), "no die is rolled at my_fight"),
    ("", ability("at = 'my_fight'\nonce = 'curse'\ndo = [{ op = 'draw' }]"), "no curse lands at my_fight"),
]  # fmt: skip


@pytest.mark.parametrize(("door", "treasure", "what"), MEANINGLESS, ids=[row[2][:40] for row in MEANINGLESS])
def test_data_without_effect_is_found(run: Run, own: Own, door: str, treasure: str, what: str) -> None:
    folder = own(head=HEAD, door=door, treasure=f"{GIVE}{TAKE}{treasure}\n")
    status, out, err = run("cards", "--check", folder)
    assert (status, err) == (1, "")
    lines = out.splitlines()
    assert len(lines) == 2, out
    assert what in lines[0]
    assert lines[0].startswith("toys/")
    assert lines[1].endswith("; 1 entry has no effect")


@pytest.mark.parametrize(
    ("head", "cards", "what"),
    [
        ("counters = ['ink']", TAKE, "no player can get ink tokens"),
        ("counters = ['ink']", GIVE, "ink tokens have no use"),
        ("counters = ['ink', 'wax']", GIVE.replace("n' }", "n', kinds = 'wax' }") + TAKE, "no player can get ink"),
        ("tags = ['shiny']", CAP, "no card has the tag 'shiny'"),
        ("[labels]\ncurse = 'Jinx'", CAP, "set.toml.labels.curse: the set has no curse"),
    ],
)  # fmt: skip
def test_unused_declarations_are_found(run: Run, own: Own, head: str, cards: str, what: str) -> None:
    status, out, _ = run("cards", "--check", own(head=f"name = 'Toys'\n{head}\n", treasure=cards))
    assert status == 1
    assert what in out


@pytest.mark.parametrize(
    "cards",
    [
        static("add = { each = 1, per = 'ink' }"),
        static("add = 3, when = { has_tokens = { kinds = 'ink', least = 2 } }"),
        ability("at = 'my_fight'\ncost = { most = 3 }\ndo = [{ op = 'bonus', n = 'paid' }]"),
        ability("at = 'my_fight'\ntokens = { most = 3 }\ndo = [{ op = 'bonus', n = { each = 2, per = 'token' } }]"),
        f"{POT}do = [{{ op = 'roll' }}, {{ op = 'draw', n = 'half_die', when = {{ die = 'even' }} }}]",
        f"{ONE}on = 'side'\ndo = [{{ op = 'bonus', n = 3, to = 'side' }}]",
        f"{ONE}do = [{{ op = 'bonus', n = 3 }}]",
        CAP + "trigger = [{ event = 'level_gained', do = [{ op = 'draw', n = 'amount' }] }]",
        CAP + "trigger = [{ event = 'token_gained', when = { token = 'ink' }, do = [{ op = 'draw' }] }]",
    ],
)
def test_data_with_an_effect_passes(run: Run, own: Own, cards: str) -> None:
    status, out, _ = run("cards", "--check", own(head=HEAD, treasure=f"{GIVE}{TAKE}{cards}\n"))
    assert status == 0, out
    assert "no problems found" in out


# What is refused, and what would fit


@pytest.mark.parametrize(
    ("door", "treasure", "message"),
    [
        (FLY.replace("monster", "monstr"), "", "not known; did you mean 'monster'? expected one of: monster, curse"),
        (FLY + "levle = 3", "", "unknown key 'levle'; did you mean 'level'? expected one of: kind, name"),
        (FLY + "bad_stuff = [{ op = 'dye' }]", "", "did you mean 'die'? expected one of: add_to_roll, add_twin"),
        (FLY + "tags = ['undead']", "", 'the rule module \'undead\': uses = ["undead"] in set.toml'),
        (FLY + "vs = [{ who = 'human', bonus = 1 }]", "", 'uses = ["races"]'),
        (FLY + "tags = ['meat']", "", 'uses = ["food_tokens"]'),
        (FLY + "vs = [{ who = 'mael', bonus = 1 }]", "", "did you mean 'male'? expected one of: male, female"),
        ("", static("add = 'payed'"), "did you mean 'paid'? expected one of: die, half_die, paid, amount"),
        ("", static("add = { each = 1, per = 'inc' }"), "did you mean 'ink'? expected one of: die, paid, token"),
        ("", static("add = { each = 1, per = 'ink', items = {} }"), "items: cannot be combined with per"),
        ("", static("add = { each = 1, per = 'ink', tag = 'ink' }"), 'counts only with per = "other_monster"'),
        ("", static("add = { base = 1 }"), "base: has no effect without when"),
        ("", static("add = { each = 1, per = 'ink', least = 3, most = 2 }"), "is larger than most"),
        ("", static("when = { has_tokens = { least = 3, most = 2 } }"), "no player has 3 or more and 2 or fewer"),
        ("", static("when = { has_tokens = { kinds = ['ink', 'ink'] } }"), "stands there twice"),
        ("", static("when = { anyone = { anyone = { trait = 'male' } } }"), "cannot be nested in another anyone"),
        ("", f"{POT}do = [{{ op = 'draw', n = -1 }}]", "from 1 to 99, found -1"),
        ("", f"{POT}do = [{{ op = 'draw', n = {{ each = -1, per = 'ink' }} }}]", "from 0 on, found -1"),
        ("", f"{POT}do = [{{ op = 'gain_token', n = 1000000000 }}]", "from 1 to 99"),
        ("", f"{ONE}do = [{{ op = 'bonus', n = 3, to = 'side' }}]", 'needs a side as the target; on = "side" aims'),
        ("", ability("at = []\nonce = 'turn'\ndo = [{ op = 'draw' }]"), "at least one timing; expected one of: any"),
        ("", ability("at = 'any_time'\nonce = 'fight'\ndo = [{ op = 'draw' }]"), 'is not a limit outside fights'),
        ("", ability("at = 'my_fight'\ncost = {}\ntokens = {}\ndo = [{ op = 'draw' }]"), "either with cards or with"),
        ("", ability("at = 'my_fight'\ncost = { least = 3, most = 1 }\ndo = [{ op = 'draw' }]"), "is larger than most"),
    ],
)  # fmt: skip
def test_a_finding_suggests_a_fix(run: Run, own: Own, door: str, treasure: str, message: str) -> None:
    status, out, err = run("cards", "--check", own(head=HEAD, door=door, treasure=treasure))
    assert (status, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("counters = ['meat']", "'meat' is not a new kind; it comes with the rule module 'food_tokens'"),
        ("counters = ['ink']\nfood = ['wax']", "'wax' is not known; expected one of: ink"),
        ("counters = ['ink']\nturned_in = ['ink']", "must name at least two kinds"),
        ("counters = ['male']", "is a kind of token of one set and a Class or Race of another"),
        ("uses = ['race']", "did you mean 'races'? expected one of: food_tokens, races, sidekicks, undead"),
    ],
)
def test_a_faulty_declaration_is_refused(run: Run, own: Own, head: str, message: str) -> None:
    assert message in run("cards", "--check", own(head=f"name = 'Toys'\n{head}\n", treasure=GIVE))[2]


def test_tokens_without_a_kind_need_one(run: Run, own: Own) -> None:
    assert "names no kind of token, and its set has none" in run("cards", "--check", own(treasure=GIVE))[2]
    assert run("cards", "--check", own(treasure=GIVE), "--sets", "cooks")[0] == 0
