"""Joins a step with the `choose` steps right after it, where they say together what the engine asks at once."""

from dataclasses import replace

from kickdoor.core import machine
from kickdoor.core import words as w
from kickdoor.core.prompts import CHOOSE_MANY, act_of
from kickdoor.scenario.choices import as_list
from kickdoor.scenario.document import Rows
from kickdoor.scenario.reader import Step
from kickdoor.scenario.table import Table


def with_choices(t: Table, step: Step, later: list[Step]) -> Step:
    """Adds to a step what the next ones of the same player choose: the side, or the rest of several cards."""
    if step.deed.verb == "play":
        return with_side(step, later)
    return with_rest(t, step, later) if step.deed.verb == "choose" else step


def follows(step: Step, later: list[Step]) -> bool:
    return bool(later) and later[0].who == step.who and later[0].deed.verb == "choose"


def with_side(step: Step, later: list[Step]) -> Step:
    """Adds the side of the fight that is chosen after the card is played."""
    if step.deed.more or not follows(step, later) or later[0].deed.what not in w.SIDES:
        return step
    return replace(step, deed=replace(step.deed, more={"side": later.pop(0).deed.what}))


def with_rest(t: Table, step: Step, later: list[Step]) -> Step:
    """Adds the other cards of a question for several, which the scenario names one by one."""
    seat = t.names.player(step.who)
    many = [c for c in machine.listing(t.s, seat) if act_of(c) == CHOOSE_MANY] if seat >= 0 else []
    if not many or isinstance(step.deed.what, list):
        return step
    values = as_list(step.deed.what)
    least = machine.form(t.s, seat, many[0]).least
    while len(values) < least and follows(step, later) and not isinstance(later[0].deed.what, list):
        values.append(later.pop(0).deed.what)
    return step if len(values) == 1 else replace(step, deed=replace(step.deed, what=Rows(values)))
