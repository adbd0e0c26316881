"""The machine: a stack of frames that step until a player must answer.

A frame is one procedure of the rulebook in progress: its next step and the data it needs. A step continues, waits for
an answer, or ends the frame. A frame pushed in the meantime runs first.
"""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, MonsterId, OptionCode, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.errors import EngineError, ForeignAnswer, IllegalAnswer, StaleAnswer
from kickdoor.engine.machine.prompts import (
    ATTACH,
    CARRY,
    DISCARD,
    EQUIP,
    FORM_BIT,
    PLAY,
    SWAP,
    UNEQUIP,
    USE,
    Answer,
    Form,
    Prompt,
    Question,
    Verdict,
    act_of,
    card_of,
    kind_of,
)
from kickdoor.engine.state.fields import NUMBER, PUBLIC, StateField
from kickdoor.engine.state.state import State

NEVER: Final = 1 << 40
"""A number that is never given to a frame."""
GO: Final = 0
WAIT: Final = 1
DONE: Final = 2

NEEDS_CARD: Final = (
    1 << PLAY | 1 << CARRY | 1 << EQUIP | 1 << UNEQUIP | 1 << ATTACH | 1 << DISCARD | 1 << USE | 1 << SWAP
)
"""Actions that name a card; only the power of a monster in a fight is used without one."""
MAX_STEPS_PER_ANSWER: Final = 20000
"""The number of steps without a prompt after which the engine assumes an endless loop."""
MAX_STACK_DEPTH: Final = 200
"""The stack depth at which cards are assumed to trigger each other without end."""


class Matter:
    """The subject of a frame: a card, the seat that acts, the seat that it hits, a monster, the face of a die."""

    __slots__ = ("body", "card", "doer", "face", "victim")

    def __init__(self, card: CardId = -1, doer: SeatNo = -1, victim: SeatNo = -1, body: MonsterId = -1) -> None:
        self.card = card
        self.doer = doer
        self.victim = victim
        self.body = body
        self.face = 0


class Frame:
    """A procedure in progress. It holds only ids and numbers, so that it can be copied and saved."""

    KIND: ClassVar[str] = ""
    COMMON: ClassVar[tuple[StateField, ...]] = (
        StateField("uid", NUMBER, PUBLIC, "A number unique among the frames of the game."),
        StateField("pc", NUMBER, PUBLIC, "The next step."),
        StateField("round", NUMBER, PUBLIC, "The number of times the same prompt was repeated."),
    )
    """The fields of every frame."""
    FIELDS: ClassVar[tuple[StateField, ...]] = ()
    """The other fields; `tools/state_fields.py` writes `copy` from them."""
    WINDOW: ClassVar[bool] = False
    """Whether it is a reaction window, in which all seats are prompted that could respond."""
    OWN_STEP: ClassVar[bool] = False
    """Whether it waits for the next step of a turn or of a fight, which the player may take at leisure."""
    REWARD: ClassVar[bool] = False
    """Whether the choices above it are among Treasures that were won."""
    ASIDE: ClassVar[bool] = False
    """Whether the frame below runs its immediate steps while this one waits."""

    def __init__(self) -> None:
        self.uid = -1
        self.pc = 0
        self.round = 0

    def step(self, s: State) -> int:
        """Run the next step, or report that the frame waits. Called again after every change."""
        raise NotImplementedError

    def subject(self, s: State) -> str:
        """Name the procedure, for the message about a fault."""
        return self.KIND

    def prompted_seats(self, s: State) -> int:
        """Return the mask of seats that must answer before the game continues."""
        return 0

    def purpose(self, s: State, seat: SeatNo) -> int:
        return 0

    def options(self, s: State, seat: SeatNo, out: list[int]) -> None:
        """Add the options that belong to this prompt alone."""

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form | None:
        return None

    def why(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> bool:
        """Collect the reasons against an answer that this frame would take; False if it does not know the answer."""
        return False

    def credit(self, s: State, event: ev.Event) -> bool:
        """Note the card behind an event that happens while this frame runs; return whether there is one."""
        return False

    def choice_rules(self, s: State) -> list[str]:
        """Return the rules behind a choice that this frame offers to a player."""
        return []

    def answer(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> bool:
        """Take an answer to the frame's own prompt; False if the code belongs to another one."""
        raise NotImplementedError

    def moments(self, s: State, seat: SeatNo) -> int:
        """Return the timings at which the seat may use cards while this frame waits; 0 for none."""
        return 0

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        """Fill in the subject of the frame's prompt."""

    def ask_choice(self, s: State, choice: "Frame", cards: list[int], q: Question) -> None:
        """Fill in the subject of a choice that this frame has asked for; `cards` are the candidates that are cards."""

    def use_of_chosen(self, s: State, card: CardId) -> str:
        """Return what is done with a card that is chosen: the form of the message; empty if it says nothing."""
        return ""

    def pick_limits(self) -> tuple[int, int]:
        """Return the minimum and maximum number of picks."""
        return 1, 1

    def draws_in_turn(self, seat: SeatNo) -> tuple[int, int]:
        """Return the position and the length of a series of draws by a seat."""
        return 0, 0

    def keeps(self) -> bool:
        """Return whether the picks name what stays, and the rest is lost."""
        return False

    def announced_by(self) -> SeatNo:
        """Return the seat that has announced what may still be cancelled; -1 for none."""
        return -1

    def announced_at(self) -> SeatNo:
        """Return the seat that an announcement is aimed at; -1 for none."""
        return -1

    def matter(self) -> Matter | None:
        """Return what the frame is about, if that is a card, a die or a seat."""
        return None

    def visibility(self, field: StateField) -> str:
        """Return the visibility of one of the frame's fields now."""
        return field.visibility

    def choosing_seat(self) -> SeatNo:
        """Return the seat that this frame lets choose among candidates; -1 for none."""
        return -1

    def cards_to_choose(self, seat: SeatNo) -> list[int]:
        """List the cards that a seat may look at because it must choose among them."""
        return []

    def owner_of_hidden(self, below: "Frame | None") -> SeatNo:
        """Return the seat from whose hand the hidden cards of this frame come; -1 for none."""
        return -1

    def hand_chosen_from(self, chooser: SeatNo) -> SeatNo:
        """Return the seat from whose hand the prompted seat picks for this frame: its own, if nothing else is said."""
        return chooser

    def hidden_counts(self, s: State) -> list[int]:
        """List pairs of a seat and the number of cards of its hand that this frame holds."""
        return []

    def copy(self) -> "Frame":
        raise NotImplementedError


def push_frame(s: State, frame: Frame) -> int:
    """Push a frame; the caller returns what this returns."""
    if len(s.stack) >= MAX_STACK_DEPTH:
        raise EngineError(f"cards keep triggering each other; the last was {subject(s)}")
    frame.uid = s.next_uid
    s.next_uid += 1
    s.stack.append(frame)
    return GO


def subject(s: State) -> str:
    """Name the card whose text is being resolved, or else the frame."""
    for frame in reversed(s.stack):
        if frame.subject(s) != frame.KIND:
            return frame.subject(s)
    return s.stack[-1].KIND


def run(s: State, first_new: int = NEVER) -> None:
    """Step until a player must answer or the game is over.

    The answer being taken has pushed the frames numbered from `first_new` on. A new proposal has not changed anything
    yet for the frame that it interrupts.
    """
    stack = s.stack
    for _ in range(MAX_STEPS_PER_ANSWER):
        if s.dirty:
            s.dirty = False
            s.rules.procedures.check_limits(s)
        if s.winners:
            finish(s)
        if not stack:
            return
        if s.pending:
            s.rules.procedures.run_next_trigger(s)
        frame = stack[-1]
        outcome = frame.step(s)
        if outcome == WAIT:
            if stack[-1] is frame and not s.dirty and not s.pending:
                if not frame.ASIDE or frame.uid >= first_new or not step_below(s):
                    return
        elif outcome == DONE:
            # A frame may push another as its last step, so it need not be on top when it is removed.
            if stack[-1] is frame:
                stack.pop()
            else:
                stack.remove(frame)
    raise EngineError(f"no prompt after {MAX_STEPS_PER_ANSWER} steps in {subject(s)}")


def step_below(s: State) -> bool:
    """Step the frames that proposals have interrupted, so that proposals do not delay them (COMBAT-14, HELP-26).

    Return False if they wait.
    """
    stack = s.stack
    top = stack[-1]
    for at in range(len(stack) - 2, -1, -1):
        frame = stack[at]
        outcome = frame.step(s)
        if outcome == DONE:
            stack.remove(frame)
        if outcome != WAIT or stack[-1] is not top or s.dirty or s.pending:
            return True
        if not frame.ASIDE:
            return False
    return False


def finish(s: State) -> None:
    """End the game and clear the stack. Cards stay where they are."""
    if s.phase != nr.OVER:
        s.phase = nr.OVER
        for seat in s.winners:
            s.emit(ev.GAME_WON, seat)
    s.stack.clear()
    s.pending.clear()


def prompted_seats(s: State) -> int:
    """Return the mask of seats whose answer the game is waiting for."""
    return s.stack[-1].prompted_seats(s) if s.stack else 0


def legal_options(s: State, seat: SeatNo) -> list[int]:
    """List all options of a seat. The list is cached until the next answer."""
    if s.listed_serial == s.serial and s.listed_seat == seat:
        return s.listed
    out: list[int] = []
    if s.stack:
        frame = s.stack[-1]
        if frame.prompted_seats(s) >> seat & 1:
            frame.options(s, seat, out)
        moments = frame.moments(s, seat)
        if moments:
            s.rules.procedures.offers(s, seat, moments, out)
    s.listed = out
    s.listed_seat = seat
    s.listed_serial = s.serial
    return out


def prompt_id(s: State, frame: Frame) -> int:
    return frame.uid << 16 | (frame.pc & 255) << 8 | frame.round & 255


def prompt(s: State, seat: SeatNo) -> Prompt:
    """Return the prompt of a seat, or its options without a prompt."""
    codes = legal_options(s, seat)
    if s.stack and s.stack[-1].prompted_seats(s) >> seat & 1:
        frame = s.stack[-1]
        return Prompt(prompt_id(s, frame), seat, frame.purpose(s, seat), codes, True)
    return Prompt(-1, seat, 0, codes, False)


def form(s: State, seat: SeatNo, code: OptionCode) -> Form:
    """Return the form behind an option that carries picks."""
    frame = s.stack[-1]
    found = frame.form(s, seat, code) if frame.prompted_seats(s) >> seat & 1 else None
    return found if found is not None else s.rules.procedures.form(s, seat, code)


def default_answer(s: State, seat: SeatNo) -> Answer:
    """Return the default answer: the first option listed is the safe one, and forms have a default (AMB-70)."""
    code = legal_options(s, seat)[0]
    return Answer(seat, code, form(s, seat, code).default(s) if code & FORM_BIT else [], -1, "silence")


def check(s: State, answer: Answer) -> None:
    """Raise an error if the answer is not legal; does not change the state."""
    seat = answer.seat
    if not 0 <= seat < len(s.seats):
        raise ForeignAnswer("no_such_seat", [], f"there is no seat {seat}")
    if answer.prompt >= 0:
        blocking = s.stack and s.stack[-1].prompted_seats(s) >> seat & 1
        if not blocking or prompt_id(s, s.stack[-1]) != answer.prompt:
            raise StaleAnswer("stale", [], "the question this answers is no longer asked")
    if answer.code not in legal_options(s, seat):
        raise refusal(s, answer)
    if answer.code & FORM_BIT:
        if not form(s, seat, answer.code).check(s, answer.picks, Verdict(False)):
            raise refusal(s, answer)
    elif answer.picks:
        raise IllegalAnswer("bad_picks", [], "this option takes no picks")


def refusal(s: State, answer: Answer) -> IllegalAnswer:
    """Return the refusal of an answer: its first reason, and every rule that forbids it."""
    v = Verdict(True)
    explain(s, answer.seat, answer.code, answer.picks, v)
    if not v.reasons:
        return IllegalAnswer("not_now", [], "this is not one of the options now")
    return IllegalAnswer(v.reasons[0].code, v.rules())


def explain(s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> None:
    """Collect every reason against an action; none if the option names no card where it must name one."""
    if card_of(code) < 0 and NEEDS_CARD >> act_of(code) & 1 and kind_of(code) != nr.A_MONSTER:
        # The number -1 would stand for the last card, wherever it is hidden.
        return
    if s.stack:
        s.stack[-1].why(s, seat, code, picks, v)
    s.rules.procedures.why(s, seat, code, picks, v)


def apply(s: State, answer: Answer) -> None:
    """Take one answer and continue to the next prompt.

    Raise `Refused` and leave the state unchanged if the answer is not legal.
    """
    check(s, answer)
    apply_unchecked(s, answer.seat, answer.code, answer.picks)


def apply_unchecked(s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
    """Take an answer that is known to be legal."""
    events, fight = s.events, s.fight
    told = 0 if events is None else len(events)
    score = s.rules.procedures.score(s) if events is not None and fight is not None else []
    s.serial += 1
    acts = s.acts
    first_new = s.next_uid
    frame = s.stack[-1]
    mine = frame.prompted_seats(s) >> seat & 1
    if not (mine and frame.answer(s, seat, code, picks)):
        s.acts += 1
        s.rules.procedures.act(s, seat, code, picks)
    if s.acts != acts:
        s.actor = seat
    run(s, first_new)
    s.serial += 1
    if score and events is not None and len(events) > told and s.fight is fight:
        note_score(s, score, events[-1])


def note_score(s: State, before: list[int], last: ev.Event) -> None:
    """Note on the last event of an answer the totals of the fight, if it has changed one."""
    after = s.rules.procedures.score(s)
    if after and after[:2] != before[:2]:
        last.totals = before[:2] + after[:2]
        last.turned = after[2] != before[2]


def apply_default(s: State, seat: SeatNo) -> None:
    """Take the default answer of a prompted seat and continue to the next prompt."""
    frame = s.stack[-1]
    out: list[int] = []
    frame.options(s, seat, out)
    code = out[0] if out else legal_options(s, seat)[0]
    apply_unchecked(s, seat, code, form(s, seat, code).default(s) if code & FORM_BIT else [])


def same_listing(s: State, c: State) -> None:
    """Share the cached options with a copy in which a seat sees the same."""
    c.listed = s.listed
    c.listed_seat = s.listed_seat
    c.listed_serial = s.listed_serial
