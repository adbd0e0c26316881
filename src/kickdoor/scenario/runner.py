"""Plays scenarios: step by step, seed by seed, with a readable account of what went wrong."""

import json
from dataclasses import dataclass, field, replace
from pathlib import Path

from kickdoor import rulebook
from kickdoor.core import events as ev
from kickdoor.core import machine, prompts
from kickdoor.core import words as w
from kickdoor.core.codec import state_to_json
from kickdoor.core.errors import BadData, EngineError, Refused
from kickdoor.core.prompts import PASS, Answer, Reason, Verdict, act_of, option
from kickdoor.scenario import choices
from kickdoor.scenario.aims import named_in_play
from kickdoor.scenario.deeds import attempts
from kickdoor.scenario.document import Malformed
from kickdoor.scenario.expect import differences, is_own_step
from kickdoor.scenario.joining import with_choices
from kickdoor.scenario.position import Builder, rules_of
from kickdoor.scenario.reader import EVERYONE, EXPECT, ILLEGAL, Deed, Scenario, Step, read_file
from kickdoor.scenario.standing import is_drawing, pays_for_a_draw, works_by_itself
from kickdoor.scenario.table import Attempt, Table
from kickdoor.scenario.tokens import PAID, kind_named, named_tokens, words_in


@dataclass
class Outcome:
    """How one scenario file went."""

    path: Path
    name: str
    rules: list[str] = field(default_factory=list)
    passed: bool = False
    failure: str = ""
    """What went wrong, in words; empty if nothing did."""
    error: bool = False
    """The file is malformed or its position impossible."""
    seeds: list[str] = field(default_factory=list)


class Failed(Exception):
    """A step that did not go as the scenario says."""


def scenario_files(paths: list[Path]) -> list[Path]:
    """Lists the scenario files under the paths, folders searched through and through."""
    out: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml") and p.is_file())
            if not found:
                raise BadData(f"{path}: holds no scenario files")
            out.extend(found)
        elif path.is_file():
            out.append(path)
        else:
            raise BadData(f"{path}: there is no such file or folder")
    return out


def run_paths(paths: list[Path], folders: list[Path] | None = None, only: list[str] | None = None) -> list[Outcome]:
    """Runs scenario files and folders of them; `folders` hold sets of one's own, `only` names those to stay with."""
    files = scenario_files(paths)
    if only is not None:
        files = [path for path in files if stays_with(path, only)]
        if not files:
            raise BadData(f"no scenario there is about {' or '.join(only)} alone")
    return [run_file(path, folders) for path in files]


def stays_with(path: Path, sets: list[str]) -> bool:
    """Tells whether a scenario needs no other sets; a malformed one must be seen all the same."""
    try:
        return set(read_file(path).sets) <= set(sets)
    except Malformed:
        return True


def run_file(path: Path, folders: list[Path] | None = None) -> Outcome:
    """Runs one file with each of its seeds."""
    try:
        scenario = read_file(path)
    except Malformed as e:
        return Outcome(path, path.stem, failure=str(e), error=True)
    return run_scenario(scenario, path, folders)


def run_scenario(scenario: Scenario, path: Path, folders: list[Path] | None = None) -> Outcome:
    """Runs a scenario with each of its seeds; the first that fails ends it."""
    outcome = Outcome(path, scenario.name, scenario.rules)
    for seed in scenario.seeds:
        outcome.seeds.append(seed)
        try:
            play(scenario, seed, folders)
        except Malformed as e:
            outcome.error = True
            outcome.failure = str(e)
            return outcome
        except Failed as e:
            outcome.failure = str(e) if len(scenario.seeds) == 1 else f"{e} (seed {seed})"
            return outcome
    outcome.passed = True
    return outcome


def play(scenario: Scenario, seed: str, folders: list[Path] | None) -> Table:
    """Plays a scenario once; raises `Failed` at the first step that goes wrong."""
    builder = Builder(scenario, rules_of(scenario, folders), seed)
    try:
        t = Table(builder.build(), builder.names, builder.placed)
        t.settle()
    except EngineError as e:
        raise Failed(f"the engine failed before the first step: {e}") from e
    steps = list(scenario.steps)
    while steps:
        step = steps.pop(0)
        where = (
            f"step {step.number} ({step}, line {step.line})" if step.who == EXPECT else f"step {step.number} ({step})"
        )
        try:
            do_step(t, with_payment(t, with_choices(t, step, steps), steps))
            t.settle()
        except Failed as e:
            raise Failed(f"{where}: {e}") from None
        except Malformed as e:
            raise Malformed(f"step {step.number}: {e}", step.line) from None
        except Exception as e:
            # A fault of the engine is told like any other failure, so that the remaining scenarios still run
            raise Failed(f"{where}: the engine failed: {type(e).__name__}: {e}") from e
    while not scenario.open and t.may_go_on() and t.refusal() < 0:
        t.go_on()
    if not scenario.open and not is_own_step(t.s):
        raise Failed(f"at the end {t.waiting()}; say `open: true` if it should")
    return t


def with_payment(t: Table, step: Step, later: list[Step]) -> Step:
    """Adds to a step what the `choose` right after it names as its price, where the step alone cannot be done."""
    bare = step.deed.verb in ("play", "use") and not set(step.deed.more) & set(PAID)
    if not bare or not later or later[0].who != step.who or later[0].deed.verb != "choose":
        return step
    seat = t.names.player(step.who)
    paid = replace(step, deed=replace(step.deed, more={**step.deed.more, "discarding": later[0].deed.what}))
    try:
        if any(t.is_legal(a) for a in attempts(t, seat, step.deed)):
            return step
        if any(t.is_legal(a) for a in attempts(t, seat, paid.deed)):
            later.pop(0)
            return paid
    except Malformed:
        # What is chosen is nothing to pay with; the step itself will tell what is wrong with it
        pass
    return step


def do_step(t: Table, step: Step) -> None:
    """Does one step; a moment that is one player's alone passes if the step makes sense only after it.

    So does a flight that nothing can help, the moment in which a one-shot could be stopped, and what may be refused.
    """
    while t.may_go_on() and step.who not in (EVERYONE, ILLEGAL):
        seat = t.names.player(step.who)
        if step.deed.verb == "choose" and choices.is_asked(t, seat):
            break
        if step.deed.verb == "choose" and t.is_own_moment() and choices.is_asked_next(t, seat, step.deed.what):
            t.go_on()
            continue
        try:
            do_one(t, step)
            return
        except Failed:
            t.go_on()
    try:
        do_one(t, step)
    except Failed:
        if step.who in (EXPECT, EVERYONE, ILLEGAL) or not t.turn_down():
            raise
        do_one(t, step)


def do_one(t: Table, step: Step) -> None:
    if step.who == EXPECT:
        found = differences(t, step.expects)
        if found:
            raise Failed("; ".join(found))
    elif step.who == EVERYONE:
        t.pass_all()
    elif step.who == ILLEGAL:
        do_illegal(t, step)
    else:
        do_deed(t, t.names.player(step.who), step.deed)


def do_deed(t: Table, seat: int, deed: Deed) -> None:
    """Does what a player's step says."""
    if deed.verb == "choose" or is_token_choice(t, seat, deed):
        do_choose(t, seat, deed)
        return
    if pays_for_a_draw(t, seat, deed) and is_drawing(t, seat):
        do_choose(t, seat, replace(deed, what=deed.more["discarding"]))
        return
    found = attempts(t, seat, deed)
    legal = [a for a in found if t.is_legal(a)]
    if not legal:
        if not done_already(t, seat, deed):
            raise Failed(refusal(t, found))
        return
    if legal[0].code != PASS:
        t.passed_for.clear()
    t.events = []
    t.last = deed.verb
    t.apply(legal[0])
    afterwards(t, seat, deed, legal[0])


def is_token_choice(t: Table, seat: int, deed: Deed) -> bool:
    """Tells whether a step says `take`, `give` or `discard` where the game asks which token that is."""
    said = words_in(deed.what) if deed.verb in ("take", "give", "discard") else []
    return bool(said) and all(kind_named(t, word) >= 0 for word in said) and choices.is_asked(t, seat)


def afterwards(t: Table, seat: int, deed: Deed, done: Attempt) -> None:
    """Finishes a step that takes a second act: carrying without equipping, what becomes of the helper."""
    card = prompts.card_of(done.code)
    if deed.verb == "carry" and act_of(done.code) == prompts.PLAY and card in t.s.seats[seat].equipped:
        t.apply(Attempt(seat, option(prompts.UNEQUIP, card)))
    if deed.verb == "attach" and act_of(done.code) == prompts.PLAY and prompts.kind_of(done.code) == w.NOTHING:
        host = t.find(deed.more["to"], [t.s.seats[seat].play])
        t.apply(Attempt(seat, option(prompts.ATTACH, card, w.A_CARD, host)))
    ended = Attempt(seat, option(prompts.END_TURN))
    if deed.verb == "end turn" and done.code != ended.code and t.is_legal(ended):
        t.apply(ended)
    told = prompts.kind_of(done.code) != w.NOTHING
    if deed.verb == "sacrifice" and deed.more.get("helper") and not told and choices.is_asked(t, seat):
        answer, _ = choices.next_answer(t, seat, ["yes" if deed.more["helper"] == "escapes" else "no"])
        t.apply(answer)
    told = told and t.names.player(deed.more.get("on")) >= 0
    if deed.more.get("on") is not None and not told:
        # Others may be asked first whether they stop it
        t.settle()
    if deed.verb in ("play", "use") and deed.more.get("on") is not None and not told and choices.is_asked(t, seat):
        # The card asks what the step has said already
        answer, _ = choices.next_answer(t, seat, choices.as_list(deed.more["on"]))
        if t.is_legal(answer):
            t.apply(answer)
    if deed.verb in ("play", "use") and not (done.picks and done.picks[0] >> prompts.P_SHIFT == prompts.P_TOKENS):
        t.settle()
        about = named_in_play(t, deed)
        choices.answer_ahead(t, seat, [about] if about else named_tokens(t, deed))


def done_already(t: Table, seat: int, deed: Deed) -> bool:
    """Tells whether the engine has done by itself what the step says, because nothing else was possible."""
    asked = seat in t.asked()
    if deed.verb == "pass":
        # Who cannot do anything is not asked in the first place, and who declares has passed by that
        return seat in t.passed_for or t.last in ("claim", "give up", "pass") or (not asked and t.is_window())
    if deed.verb == "accept":
        # Who must help is not asked whether he does
        return any(e.kind == ev.HELPER_FORCED and seat in (e.seat, e.other) for e in t.events)
    if deed.verb == "use":
        return works_by_itself(t, seat, deed)
    if deed.verb == "play":
        # What must be played at once has been
        forced = [d.index for d in t.names.need_card(deed.what).defs if d.must_play]
        return any(e.kind == ev.CARD_PLAYED and e.seat == seat and e.names[:1] == forced[:1] != [] for e in t.events)
    if deed.verb == "equip":
        # What goes with another card on to an Item may have equipped it
        card = t.find(deed.what, [t.s.seats[seat].equipped])
        return any(e.kind == ev.ITEM_EQUIPPED and card in e.cards for e in t.events)
    if deed.verb == "done":
        return not asked or (is_own_step(t.s) and t.s.phase != w.SECOND)
    if deed.verb == "take":
        if asked and not is_own_step(t.s):
            return False
        name = t.names.need_card(deed.what)
        hand = [t.s.cards[c] for c in t.s.seats[seat].hand]
        told = [n for event in t.events for n in event.names]
        return any(d in hand and d.index in told for d in name.defs)
    if deed.verb == "flee":
        for d in t.names.need_card(deed.what).defs:
            if (seat, d.index) in t.free_escapes:
                t.free_escapes.remove((seat, d.index))
                return True
    return False


def do_choose(t: Table, seat: int, deed: Deed) -> None:
    """Answers one question, or several in turn."""
    values = choices.as_list(deed.what)
    while values or not isinstance(deed.what, list):
        if not choices.is_asked(t, seat):
            if all(choices.happened_so(t, seat, value) for value in values):
                return
            used_up = attempts(t, seat, replace(deed, verb="use")) if t.names.card(str(deed.what)) else []
            if used_up and t.is_legal(used_up[0]) and act_of(used_up[0].code) == prompts.USE:
                # He chooses the card whose ability he may use now
                t.apply(used_up[0])
                return
            raise Failed(f"{t.who(seat)} is asked nothing; {t.waiting()}")
        answer, used = choices.next_answer(t, seat, values)
        if not t.is_legal(answer):
            yes = choices.implied_yes(t, seat, values)
            if yes is None:
                raise Failed(refusal(t, [answer]))
            t.apply(yes)
            t.settle()
            continue
        t.passed_for.clear()
        t.events = []
        t.apply(answer)
        t.settle()
        values = values[max(used, 1) :]
        if not values:
            return


def objections(t: Table, found: list[Attempt]) -> list[Reason]:
    """Gathers every reason against all the ways a step may be meant."""
    out: list[Reason] = []
    for attempt in found:
        v = Verdict(True)
        machine.explain(t.s, attempt.seat, attempt.code, attempt.picks, v)
        for reason in v.reasons:
            if (reason.code, reason.rules) not in [(r.code, r.rules) for r in out]:
                out.append(reason)
    return out


def cite(rules: list[str]) -> str:
    """Quotes the rules by id."""
    parts: list[str] = []
    for rule in rules:
        try:
            parts.append(f"{rule}: {rulebook.sentence(rule)}")
        except KeyError:
            parts.append(rule)
    return "; ".join(parts)


def refusal(t: Table, found: list[Attempt]) -> str:
    """Says why a step is not legal."""
    if t.s.phase == w.OVER:
        return "refused: the game is over"
    reasons = objections(t, found)
    if not reasons:
        return f"refused: not among the things to do now; {t.waiting()}"
    told = ", ".join(f"{r.code} ({cite(r.rules)})" if r.rules else r.code for r in reasons)
    return f"refused: {told}; {t.waiting()}"


def do_illegal(t: Table, step: Step) -> None:
    """Passes if the step is refused, for one of the given reasons, and nothing has changed."""
    seat = t.names.player(step.by)
    if step.deed.verb == "choose":
        found = [choices.next_answer(t, seat, choices.as_list(step.deed.what))[0]]
    else:
        found = attempts(t, seat, step.deed)
    before = state_to_json(t.s)
    cited: list[str] = []
    for attempt in found:
        if t.is_legal(attempt):
            stumbled = choices.stumbles(t, step.deed, attempt)
            if stumbled is None:
                raise Failed("is legal, expected it to be refused")
            cited += [rule for reason in objections(stumbled[0], [stumbled[1]]) for rule in reason.rules]
            continue
        try:
            if t.s.stack:
                machine.apply(t.s, Answer(attempt.seat, attempt.code, attempt.picks))
                raise Failed("is legal, expected it to be refused")
        except Refused:
            pass
    cited += [rule for reason in objections(t, found) for rule in reason.rules]
    if state_to_json(t.s) != before:
        raise Failed("was refused, but something has changed")
    if step.because and not set(step.because) & set(cited):
        against = ", ".join(dict.fromkeys(cited)) or "no rule"
        raise Failed(f"is refused because of {against}, expected {' or '.join(step.because)}")


def outcomes_json(outcomes: list[Outcome]) -> str:
    """Writes the outcomes for machines."""
    table = [
        {
            "path": str(o.path),
            "scenario": o.name,
            "rules": o.rules,
            "passed": o.passed,
            "error": o.error,
            "failure": o.failure,
            "seeds": o.seeds,
        }
        for o in outcomes
    ]
    return json.dumps(table, ensure_ascii=False, indent=2)
