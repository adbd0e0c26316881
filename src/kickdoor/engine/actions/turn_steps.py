"""The steps of a turn: kicking the door open, looking for trouble, looting the room, Charity, ending (TURN-04)."""

from typing import ClassVar

from kickdoor.engine.actions.prompt_answers import PromptAnswer
from kickdoor.engine.ids import OptionCode, SeatNo, TimingMask
from kickdoor.engine.machine.prompts import END_TURN, GIVE_CHARITY, KICK, LOOT_ROOM, TROUBLE, Reason, Verdict
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.strength import in_combat
from kickdoor.engine.state.state import State


class TurnStep(PromptAnswer):
    """A step that the player whose turn it is takes in its phase."""

    def whose(self) -> Reason:
        """Return the reason against another player taking the step."""
        return no.NOT_YOUR_TURN

    def in_fight(self) -> Reason:
        """Return the reason against taking the step during a fight."""
        return no.MUST_FIGHT

    def explain_not_prompted(self, s: State, seat: SeatNo, code: OptionCode, moments: TimingMask, v: Verdict) -> None:
        if not moments and not s.seats[seat].dead:
            v.deny(no.CLOSED)
        if seat != s.turn:
            v.deny(self.whose())
        v.deny(self.in_fight() if in_combat(s, seat) else no.PHASE_ORDER)


class KickDoor(TurnStep):
    """The action of kicking the door open."""

    NUMBER: ClassVar[int] = KICK


class SecondStep(TurnStep):
    """A step that continues a turn without a monster behind the door."""

    def whose(self) -> Reason:
        return no.NOT_YOUR_SECOND_PHASE

    def in_fight(self) -> Reason:
        return no.NO_ROOM_IN_FIGHT


class LookForTrouble(SecondStep):
    """The action of fighting a monster from the player's own hand."""

    NUMBER: ClassVar[int] = TROUBLE


class LootTheRoom(SecondStep):
    """The action of drawing a second Door face-down."""

    NUMBER: ClassVar[int] = LOOT_ROOM


class GiveCharity(TurnStep):
    """The action of giving away or discarding the cards over the hand limit."""

    NUMBER: ClassVar[int] = GIVE_CHARITY


class EndTurn(TurnStep):
    """The action of ending the turn."""

    NUMBER: ClassVar[int] = END_TURN
