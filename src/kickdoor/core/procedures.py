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

    def die(self, s: State, seat: int) -> bool:
        """Pushes a death, or what stands in its place; tells whether it is a death."""
        raise NotImplementedError

    def lose_cards(self, s: State, seat: int, cards: list[int], by_curse: bool, taker: int = -1) -> None:
        """Makes a munchkin lose Items to a curse or Bad Stuff; he may be asked first whether he saves one."""
        raise NotImplementedError

    def items_at_stake(self, s: State, seat: int) -> list[int]:
        """Lists the Items a munchkin is about to lose."""
        raise NotImplementedError

    def save_item(self, s: State, card: int) -> None:
        """Keeps an Item that was about to be lost."""
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

    def may_promise(self, s: State, player: int, helper: int, card: int) -> bool:
        """Tells whether a card of the hand is one that may be played on the helper, as a bargain may promise."""
        raise NotImplementedError

    def locked(self, s: State, seat: int) -> list[int]:
        """Lists the cards a munchkin may not part with by choice, because a bargain promises them (AMB-18)."""
        raise NotImplementedError

    def may_bargain(self, s: State, seat: int) -> bool:
        """Tells whether a munchkin could still ask for help in the fight, or offer it."""
        raise NotImplementedError

    def play_promised(self, s: State, player: int, helper: int, card: int) -> None:
        """Plays a card on the helper that a bargain promised him."""
        raise NotImplementedError

    def may_carry(self, s: State, seat: int, card: int) -> bool:
        """Tells whether a munchkin may have an Item before him: there is a limit on Big ones."""
        raise NotImplementedError

    def item_counts(self, s: State, seat: int, card: int, bonus: int) -> int:
        """Gives what is left of an Item's bonus in the fight its owner is in, if in any."""
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
        """Lists the equipped Items of which one must go before another one before him can be equipped."""
        raise NotImplementedError

    def equip_item(self, s: State, seat: int, card: int) -> None:
        """Equips an Item where there is room."""
        raise NotImplementedError

    def seek_monster(self, s: State) -> None:
        """Makes the second phase of the turn a search for a monster."""
        raise NotImplementedError

    def landing(self, s: State) -> list[int]:
        """Gives the victim of the curse that is landing and who played it, -1 for a door; empty if none is."""
        raise NotImplementedError

    def rolled_before(self, s: State) -> bool:
        """Tells whether the die on the table is not the first one rolled for the same purpose."""
        raise NotImplementedError

    def someone_rolled(self, s: State) -> bool:
        """Tells whether anybody has rolled to run away from the fight that is lost."""
        raise NotImplementedError

    def rolled_against(self, s: State) -> int:
        """Gives the monster that the die on the table was rolled against; -1 for none."""
        raise NotImplementedError

    def take_token(self, s: State, seat: int, kinds: list[int], may_win: bool) -> None:
        """Pushes the taking of one token of some kinds from the pool."""
        raise NotImplementedError

    def other_tokens(self, s: State, kinds: list[int]) -> list[int]:
        """Lists those of some kinds that the token being taken, if it is one of them, could become."""
        raise NotImplementedError

    def change_token(self, s: State, kind: int) -> None:
        """Makes the token being taken one of another kind."""
        raise NotImplementedError

    def could_complete(self, s: State, meals: int) -> bool:
        """Tells whether the tokens of the fight could bring its main fighter so many levels."""
        raise NotImplementedError

    def killed_tags(self, s: State) -> int:
        """Gives the tags of the monster whose reward is being taken."""
        raise NotImplementedError

    def oneshot_in_fight(self, s: State) -> bool:
        """Tells whether the one-shot that was announced last is for a fight."""
        raise NotImplementedError

    def cancel_oneshot(self, s: State) -> None:
        """Stops the one-shot that was announced last."""
        raise NotImplementedError

    def take_reward(self, s: State, seat: int, n: int) -> None:
        """Lets somebody draw Treasures of the reward under way in the winner's place."""
        raise NotImplementedError

    def dismiss_helper(self, s: State) -> None:
        """Makes the helper leave without penalty; the bargain lapses."""
        raise NotImplementedError

    def add_twin(self, s: State, body: int, card: int) -> None:
        """Adds a second monster like one in the fight; the card stands for it."""
        raise NotImplementedError

    def roller(self, s: State) -> int:
        """Gives who rolled the die on the table; -1 for nobody."""
        raise NotImplementedError

    def runs_from(self, s: State, seat: int) -> list[int]:
        """Lists the monsters a munchkin has still to get away from."""
        raise NotImplementedError

    def hands_in_use(self, s: State, seat: int) -> int:
        """Counts the hands that a munchkin's equipped Items take."""
        raise NotImplementedError
