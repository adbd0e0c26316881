"""All that the server says no to: each code with its sentence, the status of a request and the end of a connection.

What the game itself refuses is not among them: its reasons and the rules behind them are the engine's. The pages have
these sentences in the language of the reader; whoever asks with a program of their own gets them from here.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum


class CloseCode(IntEnum):
    """How the server ends a connection, and what the code means."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> CloseCode:
        one = int.__new__(cls, code)
        one._value_ = code
        one.meaning = meaning
        return one

    BAD_MESSAGE = 4400, "invalid first message, or a second hello"
    BAD_TOKEN = 4401, "wrong token, or the seat was moved or given up"
    BAD_PASSWORD = 4402, "watching requires the password"
    NO_WATCHERS = 4403, "spectators are not allowed"
    NO_TABLE = 4404, "no such table"
    BARRED = 4405, "removed by the host"
    OTHER_RULES = 4409, "the game was played with different rules or cards and can't continue"
    TOO_MANY = 4429, "too many messages"
    BROKEN = 4500, "the table is broken"
    CROWDED = 4503, "too many spectators"
    FOREIGN = 1008, "wrong origin"
    TRY_AGAIN = 1013, "try again later"


class RefusalCode(StrEnum):
    """Why something is refused: the code, which is its value, and all that goes with it."""

    text: str
    status: int
    """Of the answer to a request."""
    closing: CloseCode
    """Of a connection that is refused for it; any other reason may be gone when somebody comes back."""

    def __new__(cls, code: str, text: str, status: int = 400, closing: CloseCode = CloseCode.TRY_AGAIN) -> RefusalCode:
        one = str.__new__(cls, code)
        one._value_ = code
        one.text = text
        one.status = status
        one.closing = closing
        return one

    # What is said cannot be read
    BAD_MESSAGE = "bad_message", "The server didn't understand that."
    BAD_BODY = "bad_body", "The server didn't understand that."
    NO_JSON = "no_json", "The server didn't understand that."
    TOO_LARGE = "too_large", "That file is too large.", 413
    BAD_METHOD = "bad_method", "This address doesn't support that.", 405
    BAD_PAGE = "bad_page", "There is no such moment in this game."
    GONE = "gone", "The connection was lost before everything had arrived."

    # There is no such thing
    NO_ADDRESS = "no_address", "There is nothing at this address.", 404
    NO_PAGE = "no_page", "This server's web pages haven't been built.", 503
    NO_SET = "no_set", "There is no such card set."
    NO_SUCH_BOT = "no_such_bot", "This server has no such bot."
    NO_RECORD = "no_record", "There is no record of that game.", 404
    NO_ANALYSIS = "no_analysis", "This game isn't being analysed.", 404
    NO_TABLE = "no_table", "There is no table with this code. It may have been deleted.", 404, CloseCode.NO_TABLE
    BAD_TABLE = "bad_table", "A table can't be set up like that."
    BAD_RECORD = "bad_record", "That isn't a valid game record, or the game in it can't be replayed."

    # Not from there, or not by that right
    FOREIGN_ORIGIN = "foreign_origin", "That request came from another site.", 403
    BAD_TOKEN = "bad_token", "That seat is no longer yours.", 403, CloseCode.BAD_TOKEN
    BAD_PASSWORD = "bad_password", "That isn't the password.", 403, CloseCode.BAD_PASSWORD
    BAD_CODE = "bad_code", "That code has been used already or has expired. Make a new one.", 403
    NOT_YOURS = "not_yours", "Only the person who started it can stop it.", 403
    BARRED = "barred", "The host has removed you from this table.", 403, CloseCode.BARRED
    NO_WATCHERS = "no_watchers", "This table doesn't allow spectators.", 400, CloseCode.NO_WATCHERS

    # Too many, too fast
    TOO_MANY = "too_many", "That was too fast. Wait a moment and try again.", 429
    TOO_FAST = "too_fast", "Slow down a little.", 429
    TOO_MANY_WATCHERS = (
        "too_many_watchers", "This table has no room for more spectators.", 400, CloseCode.CROWDED,
    )  # fmt: skip
    HOUSE_FULL = "house_full", "The server is full. Please try again later.", 503

    # The server or the table cannot
    SERVER = "server", "Something went wrong on the server. Please try again.", 500
    NOT_STORED = (
        "not_stored",
        "The server can't save right now, so nothing was changed. Please try again in a moment.",
        503,
    )
    TRY_AGAIN = "try_again", "The table was just reloading. Please try again.", 503
    TABLE_BROKEN = (
        "table_broken", "Something went wrong at this table, and it can't continue.", 503, CloseCode.BROKEN,
    )  # fmt: skip
    OTHER_RULES = (
        "other_rules",
        "This game was played with different rules or cards and can't be replayed with the current ones.",
        409,
        CloseCode.OTHER_RULES,
    )

    # At the table: who may, and when
    WATCHING = "watching", "You're only watching."
    NOT_HOST = "not_host", "Only the host can do that."
    STARTING = "starting", "The game is about to begin. Try again in a moment.", 409
    GAME_RUNS = "game_runs", "The game has already begun.", 409
    NO_GAME = "no_game", "There is no game yet."
    NOT_OVER = "not_over", "The game isn't over yet."
    TABLE_FULL = "table_full", "All seats at this table are taken.", 409
    SEAT_TAKEN = "seat_taken", "That seat is taken."
    NO_SUCH_SEAT = "no_such_seat", "There is no player in that seat."
    NO_SUCH_KNOCK = "no_such_knock", "No one is waiting there any more."
    NAME_EMPTY = "name.empty", "A name needs at least one letter."
    NAME_TAKEN = "name.taken", "Someone at this table already has that name."
    CHAT_EMPTY = "chat.empty", "Nothing to say?"
    SEAL_NONE = "seal.none", "No shuffle key is needed right now."
    SEAL_SPENT = "seal.spent", "This shuffle key has already been revealed."
    MISSING_SEATS = "missing.seats", "Some seats are still empty: invite someone or add bots."
    MISSING_READY = "missing.ready", "Someone isn't ready yet."
    MISSING_SEALS = "missing.seals", "Waiting for everyone's new shuffle key."

    # In the game
    BAD_KEY = "bad_key", "That option doesn't exist."
    STALE = "stale", "That question has already been settled."
    IDLE = (
        "idle",
        "You've reached this turn's limit for gear changes, offers and undo. Please continue the game.",
    )
    OFFER_AGAIN = "offer.again", "You just made that offer. Wait a moment, or offer something else."
    OFFER_OFTEN = "offer.often", "That's a lot of offers: give them a moment to think."
    TUTORIAL_LATER = (
        "tutorial.later",
        "Not yet: the tutorial is waiting for another step. You'll get to play with everything.",
    )
    HOLD_NO_WINDOW = "hold.no_window", "There's no reaction window to hold open."
    HOLD_SPENT = "hold.spent", "You've used up your time for holding."
    HOLD_HELD = "hold.held", "Someone is already holding."
    HINT_COMPANY = "hint.company", "There are no hints when other people play: everyone plays on their own."
    HINT_COMING = "hint.coming", "A hint is on its way."
    HINT_NOTHING = "hint.nothing", "There's nothing for you to do right now."
    UNDO_NOTHING = "undo.nothing", "There's nothing to undo."
    UNDO_OTHERS = "undo.others", "You can't undo this: someone else has acted or must act."
    UNDO_CHANCE = "undo.chance", "You can't undo this: a card was drawn or a die was rolled."
    UNDO_SHOWN = "undo.shown", "You can't undo this: something was shown to others or changed for them."
    UNDO_STANDS = "undo.stands", "You can't undo this: it was a step of the game."


class RequestRefused(Exception):
    """Something that is refused, by one of these codes or by the game.

    `text` says more than the sentence of the code; `rules` are those behind it if it is the game that refuses.
    """

    def __init__(self, code: str, text: str = "", rules: list[str] | None = None, status: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.text = text
        self.rules: list[str] = [] if rules is None else rules
        self.status = status or (code.status if isinstance(code, RefusalCode) else 400)

    @property
    def said(self) -> str:
        """What it comes to in words."""
        return self.text or (self.code.text if isinstance(self.code, RefusalCode) else self.code)
