"""What the machine and the effects ask of the rules, which are loaded above them."""

from kickdoor.core.prompts import Form, Verdict
from kickdoor.core.state import State


class Procedures:
    """The rules' side of the machine; one object belongs to each rule set."""

    def begin(self, s: State) -> None:
        """Pushes the first frame of a game."""
        raise NotImplementedError

    def offers(self, s: State, seat: int, moments: int, out: list[int]) -> None:
        """Lists what a seat may play at these moments."""
        raise NotImplementedError

    def form(self, s: State, seat: int, code: int) -> Form:
        raise NotImplementedError

    def act(self, s: State, seat: int, code: int, picks: list[int]) -> None:
        """Does an offered act."""
        raise NotImplementedError

    def why(self, s: State, seat: int, code: int, picks: list[int], v: Verdict) -> None:
        """Gathers objections to an act that is not offered."""
        raise NotImplementedError

    def check_limits(self, s: State) -> None:
        """Puts right what a change of the cards in play has made illegal; may push frames."""
        raise NotImplementedError

    def fire(self, s: State) -> None:
        """Pushes the frame of the next waiting trigger."""
        raise NotImplementedError

    def roll(self, s: State, seat: int, reason: int) -> None:
        """Pushes a die roll; the face comes back as the state's result."""
        raise NotImplementedError

    def die(self, s: State, seat: int) -> None:
        """Pushes a death."""
        raise NotImplementedError

    def lose_cards(self, s: State, seat: int, cards: list[int]) -> None:
        """Makes a munchkin lose cards he has in play or hand."""
        raise NotImplementedError

    def curse_cancelled(self, s: State, victim: int, card: int) -> None:
        """Takes away a curse that is about to land or is kept."""
        raise NotImplementedError

    def set_die(self, s: State, face: int) -> None:
        """Turns the die just rolled to a face."""
        raise NotImplementedError

    def add_to_roll(self, s: State, n: int) -> None:
        raise NotImplementedError

    def roll_again(self, s: State) -> None:
        raise NotImplementedError

    def escape(self, s: State, seat: int, body: int) -> None:
        """Lets a munchkin escape a monster, or with body -1 all of them, without a roll."""
        raise NotImplementedError

    def unescape(self, s: State) -> None:
        """Makes the last escape be rolled for again."""
        raise NotImplementedError

    def leave_fight(self, s: State, body: int, how: int, treasures: int) -> None:
        """Takes a monster out of the fight; `how` is one of KILLED, DRIVEN_OFF, REMOVED."""
        raise NotImplementedError

    def end_fight(self, s: State, draw: int, may_loot: bool) -> None:
        """Ends the fight with nothing but a draw."""
        raise NotImplementedError

    def move_fight(self, s: State, seat: int) -> None:
        """Makes another munchkin the main fighter."""
        raise NotImplementedError

    def force_help(self, s: State, seat: int) -> None:
        raise NotImplementedError

    def take_item(self, s: State, taker: int, owner: int, card: int) -> None:
        """Moves an Item in play to another munchkin's table, unequipped."""
        raise NotImplementedError

    def why_no_forced_help(self, s: State, seat: int, v: Verdict) -> None:
        """Objects to compelling a munchkin to help."""
        raise NotImplementedError

    def play_promised(self, s: State, player: int, helper: int, card: int) -> None:
        """Plays a card on the helper that a bargain promised him."""
        raise NotImplementedError

    def may_carry(self, s: State, seat: int, card: int) -> bool:
        """Tells whether a munchkin may have an Item before him: there is a limit on Big ones."""
        raise NotImplementedError

    def is_winning(self, s: State) -> bool:
        """Tells whether the munchkin side would win now."""
        raise NotImplementedError

    def only_level_counts(self, s: State) -> bool:
        """Tells whether the main fighter stands alone with nothing but his Level."""
        raise NotImplementedError

    def tag_counts(self, s: State, tags: int) -> bool:
        """Tells whether an Item or one-shot with one of the tags counts for the munchkins."""
        raise NotImplementedError

    def join_fight(self, s: State, card: int) -> None:
        """Adds a monster to the fight."""
        raise NotImplementedError

    def in_the_way(self, s: State, seat: int, card: int) -> list[int]:
        """Lists the equipped Items that leave no room to equip another one."""
        raise NotImplementedError

    def equip_item(self, s: State, seat: int, card: int) -> None:
        """Equips an Item where there is room."""
        raise NotImplementedError

    def side_strength(self, s: State, side: int) -> int:
        """Gives the total of a side of the fight."""
        raise NotImplementedError

    def rolled_against(self, s: State) -> int:
        """Gives the monster that the die on the table was rolled against; -1 for none."""
        raise NotImplementedError
