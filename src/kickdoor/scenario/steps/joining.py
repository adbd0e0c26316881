"""Joins a step with the `choose` steps right after it, where they say together what the engine asks at once."""

from dataclasses import replace

from kickdoor.engine import numbers as nr
from kickdoor.engine.machine import machine
from kickdoor.engine.machine.prompts import CHOOSE, CHOOSE_MANY, FORM_BIT, SELL, act_of, option, target_of
from kickdoor.scenario.reading.document import Rows
from kickdoor.scenario.reading.reader import Step
from kickdoor.scenario.steps.choices import as_list
from kickdoor.scenario.steps.deeds import attempts
from kickdoor.scenario.steps.standing import is_drawing, pays_for_a_draw
from kickdoor.scenario.steps.table import Table


def with_choices(t: Table, step: Step, later: list[Step]) -> Step:
    """Adds to a step what the next ones of the same player choose: the side, or the rest of several cards."""
    if step.deed.verb == "play":
        return with_side(step, later)
    if step.deed.verb == "use":
        return after_draw(t, step, later)
    return with_rest(t, sale_first(t, step, later), later) if step.deed.verb == "choose" else step


def sale_first(t: Table, step: Step, later: list[Step]) -> Step:
    """Takes the sale of Big items too many before the choice of the one that is kept, which may be settled by it."""
    seat = t.names.player(step.who)
    sale = option(SELL) | FORM_BIT
    if not later or later[0].who != step.who or later[0].deed.verb != "sell" or sale not in machine.listing(t.s, seat):
        return step
    sold = attempts(t, seat, later[0].deed)[0].picks
    many = [c for c in machine.listing(t.s, seat) if act_of(c) in (CHOOSE, CHOOSE_MANY)]
    left = {target_of(c) for c in many if act_of(c) == CHOOSE and target_of(c) not in sold}
    sells = later.pop(0)
    if len(left) > 1:
        later.insert(0, step)
    return sells


def after_draw(t: Table, step: Step, later: list[Step]) -> Step:
    """Puts what is paid for a draw behind the step that draws, where the scenario names it before."""
    seat = t.names.player(step.who)
    if not later or later[0].who != step.who or seat < 0 or not pays_for_a_draw(t, seat, step.deed):
        return step
    if is_drawing(t, seat) or later[0].deed.verb != "kick open the door":
        return step
    draws = later.pop(0)
    later.insert(0, step)
    return draws


def follows(step: Step, later: list[Step]) -> bool:
    return bool(later) and later[0].who == step.who and later[0].deed.verb == "choose"


def with_side(step: Step, later: list[Step]) -> Step:
    """Adds the side of the fight that is chosen after the card is played."""
    if step.deed.more or not follows(step, later) or later[0].deed.what not in nr.SIDES:
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
