"""Asking for help and offering it, counter-offers, and compelled help (HELP-01 to HELP-30)."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import OptionCode, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.prompts import (
    ACCEPT,
    COUNTER,
    FORM_BIT,
    P_CARD,
    P_GIVE,
    P_WANT,
    REFUSE,
    Form,
    Question,
    Verdict,
    act_of,
    option,
    target_of,
)
from kickdoor.engine.machine.runtime import DONE, WAIT, Frame, push_frame
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.bargain import TermsForm
from kickdoor.engine.rules.fight.game_winning import could_win_game
from kickdoor.engine.rules.fight.help_eligibility import check_helper
from kickdoor.engine.rules.fight.promises import values_of_kind
from kickdoor.engine.rules.fight.strength import end_doublings
from kickdoor.engine.rules.plays.costs import has_form
from kickdoor.engine.rules.plays.legality import check_play
from kickdoor.engine.rules.plays.use import Use
from kickdoor.engine.rules.turn.timings import open_moments
from kickdoor.engine.rules.turn.windows import ask_about_fight
from kickdoor.engine.state.fields import StateField
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.state import Fight, Offer, State

MAX_COUNTERS = 3


class HelpNegotiation(Frame):
    """A bargain in progress: the seats with an open offer answer it; others may still make theirs."""

    KIND: ClassVar[str] = "help_talk"
    FIELDS: ClassVar[tuple[StateField, ...]] = ()

    def step(self, s: State) -> int:
        fight = s.fight
        if fight is None:
            return DONE
        # An offer is moot once there is a helper, the fight is won or over, or a party or an offered card is gone.
        v = Verdict(False)
        fight.offers = [o for o in fight.offers if check_helper(s, o.helper, v) and can_be_kept(s, o)]
        if not fight.bodies or fight.lost or s.seats[fight.main].dead:
            fight.offers = []
        return WAIT if fight.offers else DONE

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        ask_about_fight(s, q)

    def prompted_seats(self, s: State) -> int:
        mask = 0
        if s.fight is not None:
            for offer in s.fight.offers:
                mask |= 1 << offer.to
        return mask

    def purpose(self, s: State, seat: SeatNo) -> int:
        return nr.ASK_OFFER if s.fight is not None and seat == s.fight.main else nr.ASK_HELP

    def options(self, s: State, seat: SeatNo, out: list[int]) -> None:
        if s.fight is None:
            return
        for offer in s.fight.offers:
            if offer.to == seat:
                out.append(option(REFUSE, -1, nr.A_SEAT, offer.asker))
                out.append(option(ACCEPT, -1, nr.A_SEAT, offer.asker))
                if offer.counters < MAX_COUNTERS:
                    out.append(option(COUNTER, -1, nr.A_SEAT, offer.asker) | FORM_BIT)

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form | None:
        offer = offer_from(s, seat, target_of(code))
        return TermsForm(s, seat, offer.helper) if act_of(code) == COUNTER and offer is not None else None

    def answer(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> bool:
        act = act_of(code)
        fight = s.fight
        offer = offer_from(s, seat, target_of(code))
        if act not in (ACCEPT, REFUSE, COUNTER) or fight is None or offer is None:
            return False
        fight.offers.remove(offer)
        s.acts += 1
        self.round += 1
        if act == COUNTER:
            show_promised(s, offer.helper, picks)
        if act == ACCEPT:
            join_as_helper(s, fight, offer.helper, offer.terms)
        elif act == REFUSE:
            s.emit(ev.HELP_REFUSED, seat, offer.asker)
        else:
            fight.offers.append(Offer(seat, offer.asker, offer.helper, picks, offer.counters + 1))
            s.emit(ev.HELP_OFFERED, seat, offer.asker).offered(picks, offer.helper)
        return True

    def why(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> bool:
        if act_of(code) in (ACCEPT, REFUSE, COUNTER):
            offer = offer_from(s, seat, target_of(code))
            if offer is None:
                v.deny(no.NO_OFFER)
            elif act_of(code) == COUNTER:
                if offer.counters >= MAX_COUNTERS:
                    v.deny(no.OFFER_LIMIT)
                TermsForm(s, seat, offer.helper).check(s, picks, v)
        return True

    def moments(self, s: State, seat: SeatNo) -> int:
        return open_moments(s, seat)

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = HelpNegotiation()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        return c


def offer_from(s: State, to: SeatNo, asker: SeatNo) -> Offer | None:
    if s.fight is not None:
        for offer in s.fight.offers:
            if offer.to == to and offer.asker == asker:
                return offer
    return None


def can_be_kept(s: State, offer: Offer) -> bool:
    """Return whether all cards that an offer names are still where they could be promised from."""
    fight = s.fight
    assert fight is not None
    main, helper = s.seats[fight.main], s.seats[offer.helper]
    there = [(P_GIVE, main.play), (P_WANT, helper.play), (P_CARD, main.hand)]
    return not [card for sort, place in there for card in values_of_kind(offer.terms, sort) if card not in place]


def check_new_offer(s: State, seat: SeatNo, helper: SeatNo, v: Verdict) -> bool:
    """Check that a bargain may be opened, by the main fighter asking or by the helper offering."""
    fight = s.fight
    if not check_helper(s, helper, v) and not v.gathering:
        return False
    if fight is None:
        return v.legal
    if seat != fight.main and seat != helper and v.deny(no.NOT_MAIN_FIGHTER):
        return False
    for offer in fight.offers:
        if offer.helper == helper and v.deny(no.OFFER_LIMIT):
            return False
        # The main fighter asks one player after the other (HELP-02).
        if seat == fight.main and offer.asker == seat and v.deny(no.OFFER_LIMIT):
            return False
    return v.legal


def offered_to(fight: Fight, seat: SeatNo) -> bool:
    return len([o for o in fight.offers if o.to == seat]) > 0


def ask_for_help(s: State, seat: SeatNo, helper: SeatNo, terms: list[int]) -> None:
    """Ask a player for help; a player who must help does so at once."""
    fight = s.fight
    assert fight is not None
    show_promised(s, helper, terms)
    asked = s.emit(ev.HELP_ASKED, seat, helper)
    if must_help(s, helper) or (not terms and compels(s, seat, helper)):
        force_help(s, helper)
        return
    asked.offered(terms, helper)
    fight.offers.append(Offer(seat, helper, helper, terms, 0))
    open_negotiation(s)


def offer_help(s: State, seat: SeatNo, terms: list[int]) -> None:
    """Offer a seat's help to the main fighter."""
    fight = s.fight
    assert fight is not None
    s.emit(ev.HELP_OFFERED, seat, fight.main).offered(terms, seat)
    fight.offers.append(Offer(seat, fight.main, seat, terms, 0))
    open_negotiation(s)


def open_negotiation(s: State) -> None:
    """Start the negotiation in a frame of its own."""
    if not isinstance(s.stack[-1], HelpNegotiation):
        push_frame(s, HelpNegotiation())


def must_help(s: State, seat: SeatNo) -> bool:
    """Return whether a player may neither refuse nor demand anything; never in a fight for the win (HELP-25)."""
    own = s.fight is not None and s.fight.main == s.turn
    return own and ask_seat(s, seat, nr.Q_MUST_HELP, 0) > 0 and not could_win_game(s)


def compels(s: State, seat: SeatNo, helper: SeatNo) -> bool:
    """Return whether an equipped card of the asker compels a player to help for nothing, without being used by name."""
    moments = open_moments(s, seat)
    for card in s.seats[seat].equipped:
        for play in s.cards[card].abilities:
            free = play.aim == nr.A_SEAT and play.program >= 0 and not has_form(play)
            if free and len([op for op in s.rules.programs[play.program].ops if op.compels_help()]) > 0:
                if check_play(s, Use(seat, card, play, nr.A_SEAT, helper), moments, Verdict(False)):
                    return True
    return False


def show_promised(s: State, helper: SeatNo, terms: list[int]) -> None:
    """Show the helper the hand cards offered to be played on them, so that no player accepts blindly."""
    for card in values_of_kind(terms, P_CARD):
        s.seen[card] = s.seen.get(card, 0) | 1 << helper


def join_as_helper(s: State, fight: Fight, helper: SeatNo, terms: list[int]) -> None:
    """Make a player the helper; the bargain binds both (AMB-17, AMB-18)."""
    fight.helper = helper
    end_doublings(fight)
    fight.deal = terms
    fight.offers = []
    s.dirty = True
    s.emit(ev.HELP_AGREED, helper, fight.main).offered(terms, helper)


def force_help(s: State, helper: SeatNo) -> None:
    """Compel a player to help for nothing."""
    fight = s.fight
    if fight is not None and check_helper(s, helper, Verdict(False)):
        join_as_helper(s, fight, helper, [])
        fight.compelled = True
        s.emit(ev.HELPER_FORCED, helper, fight.main)


def check_compelled(s: State, helper: SeatNo, v: Verdict) -> bool:
    """Check that a player may be compelled to help: never in a fight for the win (HELP-25)."""
    if not check_helper(s, helper, v) and not v.gathering:
        return False
    if could_win_game(s) and v.deny(no.HELP_FOR_WIN):
        return False
    return v.legal
