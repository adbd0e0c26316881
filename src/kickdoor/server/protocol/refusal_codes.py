"""All that the server says no to: each code with its sentence, the status of a request and the end of a connection.

What the game itself refuses is not among them: its reasons and the rules behind them are the engine's. The pages have
these sentences in the language of the reader; whoever asks with a program of their own gets them from here.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Closing(IntEnum):
    """How the server ends a connection, and what the code means."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> Closing:
        one = int.__new__(cls, code)
        one._value_ = code
        one.meaning = meaning
        return one

    BAD_MESSAGE = 4400, "a first message that makes no sense, or a second hello"
    BAD_TOKEN = 4401, "a wrong token, or the seat has moved or was given up"
    BAD_PASSWORD = 4402, "watching takes the password"
    NO_WATCHERS = 4403, "nobody may watch"
    NO_TABLE = 4404, "no such table"
    BARRED = 4405, "the host has sent you away"
    OTHER_RULES = 4409, "the game was made under other rules or with other cards and cannot go on"
    TOO_MANY = 4429, "too much"
    BROKEN = 4500, "the table is broken"
    CROWDED = 4503, "too many watch"
    FOREIGN = 1008, "a foreign page"
    TRY_AGAIN = 1013, "come back"


class Why(StrEnum):
    """Why something is refused: the code, which is its value, and all that goes with it."""

    text: str
    status: int
    """Of the answer to a request."""
    closing: Closing
    """Of a connection that is refused for it; any other reason may be gone when somebody comes back."""

    def __new__(cls, code: str, text: str, status: int = 400, closing: Closing = Closing.TRY_AGAIN) -> Why:
        one = str.__new__(cls, code)
        one._value_ = code
        one.text = text
        one.status = status
        one.closing = closing
        return one

    # What is said cannot be read
    BAD_MESSAGE = "bad_message", "The table did not understand that."
    BAD_BODY = "bad_body", "The table did not understand that."
    NO_JSON = "no_json", "The table did not understand that."
    TOO_LARGE = "too_large", "That file is too large.", 413
    BAD_METHOD = "bad_method", "Nothing can be done at this address like that.", 405
    BAD_PAGE = "bad_page", "There is no such moment."
    GONE = "gone", "The connection ended before all had arrived."

    # There is no such thing
    NO_ADDRESS = "no_address", "There is nothing at this address.", 404
    NO_PAGE = "no_page", "The pages of this server have not been built.", 503
    NO_SET = "no_set", "There is no such set."
    NO_SUCH_BOT = "no_such_bot", "There is no such bot here."
    NO_RECORD = "no_record", "There is no record of such a game.", 404
    NO_ANALYSIS = "no_analysis", "This game is not being analysed.", 404
    NO_TABLE = "no_table", "There is no table with this code. It may have been cleared away.", 404, Closing.NO_TABLE
    BAD_TABLE = "bad_table", "A table cannot be set up like that."
    BAD_RECORD = "bad_record", "That is no record of a game, or it does not come out as it says."

    # Not from there, or not by that right
    FOREIGN_ORIGIN = "foreign_origin", "That came from another site.", 403
    BAD_TOKEN = "bad_token", "That seat is not yours any more.", 403, Closing.BAD_TOKEN
    BAD_PASSWORD = "bad_password", "That is not the password.", 403, Closing.BAD_PASSWORD
    BAD_CODE = "bad_code", "That code has been used already, or its minute is over. Make a new one.", 403
    NOT_YOURS = "not_yours", "Only who has asked for it can stop it.", 403
    BARRED = "barred", "The host of this table has sent you away.", 403, Closing.BARRED
    NO_WATCHERS = "no_watchers", "This table is not for watching.", 400, Closing.NO_WATCHERS

    # Too many, too fast
    TOO_MANY = "too_many", "That was too fast. Wait a moment and try again.", 429
    TOO_FAST = "too_fast", "Slow down a little.", 429
    TOO_MANY_WATCHERS = (
        "too_many_watchers", "So many watch this table that there is no room for more.", 400, Closing.CROWDED,
    )  # fmt: skip
    HOUSE_FULL = "house_full", "All tables of this house are taken. Try again later.", 503

    # The server or the table cannot
    SERVER = "server", "The table has had an accident. Try again.", 500
    NOT_STORED = (
        "not_stored",
        "The server cannot save anything just now, so that has not happened. Do it again in a moment.",
        503,
    )
    TRY_AGAIN = "try_again", "Just then the table was being put away. Try again.", 503
    TABLE_BROKEN = (
        "table_broken", "This table has had an accident and cannot go on.", 503, Closing.BROKEN,
    )  # fmt: skip
    OTHER_RULES = (
        "other_rules",
        "This game was made under other rules or with other cards, and does not come out the same now.",
        409,
        Closing.OTHER_RULES,
    )

    # At the table: who may, and when
    WATCHING = "watching", "You are only watching."
    NOT_HOST = "not_host", "Only the host may do that."
    STARTING = "starting", "The game is just about to begin. Try again in a moment.", 409
    GAME_RUNS = "game_runs", "The game has begun already.", 409
    NO_GAME = "no_game", "There is no game."
    NOT_OVER = "not_over", "The game is not over."
    TABLE_FULL = "table_full", "All seats at this table are taken.", 409
    SEAT_TAKEN = "seat_taken", "Somebody sits there."
    NO_SUCH_SEAT = "no_such_seat", "Nobody sits there whom that could concern."
    NO_SUCH_KNOCK = "no_such_knock", "Nobody waits there any more."
    NAME_EMPTY = "name.empty", "A name needs at least one letter."
    NAME_TAKEN = "name.taken", "Somebody at this table has that name."
    CHAT_EMPTY = "chat.empty", "Nothing to say?"
    SEAL_NONE = "seal.none", "There is no part of the shuffle to be opened now."
    SEAL_SPENT = "seal.spent", "This part of the shuffle was told already."
    MISSING_SEATS = "missing.seats", "Some seats are still empty: invite somebody or add bots."
    MISSING_READY = "missing.ready", "Somebody is not ready yet."
    MISSING_SEALS = "missing.seals", "Everybody seals a new part of the shuffle."

    # In the game
    BAD_KEY = "bad_key", "There is no such option."
    STALE = "stale", "That question has been settled already."
    IDLE = (
        "idle",
        "That was enough for one turn: nothing more can be put on, taken off, offered or taken back before the next. "
        "Go on with the game.",
    )
    OFFER_AGAIN = "offer.again", "They have heard that just now. Wait a moment, or offer something else."
    OFFER_OFTEN = "offer.often", "So many offers at once: let them think for a moment."
    TUTORIAL_LATER = (
        "tutorial.later",
        "Not now: the tutorial waits for another step. You will get to play with everything.",
    )
    HOLD_NO_WINDOW = "hold.no_window", "There is no window to hold open."
    HOLD_SPENT = "hold.spent", "Your time for holding is used up."
    HOLD_HELD = "hold.held", "Somebody holds it open already."
    HINT_COMPANY = "hint.company", "Other people play here, so there are no hints: everybody plays by themselves."
    HINT_COMING = "hint.coming", "A hint is on its way."
    HINT_NOTHING = "hint.nothing", "There is nothing for you to do just now."
    UNDO_NOTHING = "undo.nothing", "There is nothing to take back."
    UNDO_OTHERS = "undo.others", "Somebody else has acted or must act, so it cannot be taken back."
    UNDO_CHANCE = "undo.chance", "Chance has spoken: a card was drawn or a die rolled."
    UNDO_SHOWN = "undo.shown", "Something was shown or changed for others, so it cannot be taken back."
    UNDO_STANDS = "undo.stands", "That was a step of the game; it stands."


class No(Exception):
    """Something that is refused, by one of these codes or by the game.

    `text` says more than the sentence of the code; `rules` are those behind it if it is the game that refuses.
    """

    def __init__(self, code: str, text: str = "", rules: list[str] | None = None, status: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.text = text
        self.rules: list[str] = [] if rules is None else rules
        self.status = status or (code.status if isinstance(code, Why) else 400)

    @property
    def said(self) -> str:
        """What it comes to in words."""
        return self.text or (self.code.text if isinstance(self.code, Why) else self.code)
