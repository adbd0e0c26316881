"""`kickdoor play`: opens the table in the browser, or plays in the terminal against bots."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path

from kickdoor.cli.arguments import add_bot, add_bots, add_budget, add_seats, add_sets, bots_of, interactive_budget, seed
from kickdoor.cli.commands import serve as serve_command
from kickdoor.cli.rule_options import add_options, read_options
from kickdoor.cli.settings import NETWORK, add_settings
from kickdoor.engine.machine.errors import BadData

HELP = "opens the table in the browser, or plays in the terminal against bots"
EXAMPLES = (
    "kickdoor play                         # the table in the browser",
    "kickdoor play --terminal",
    "kickdoor play --terminal --seats 3 --bots normal,random --name Aric",
    "kickdoor play --terminal --seed friday",
    "kickdoor play --resume                # continues your last terminal game",
    "kickdoor play --bot my_bot.py:Eager   # your own bot, which players can choose in the lobby",
    "kickdoor play --terminal --bot my_bot.py:Eager",
)
IN_TERMINAL = ("sets", "seats", "bots", "seed", "name", "sex", "table", "quick", "resume")
"""The options of the terminal game; any of them selects that game."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--terminal", action="store_true", help="play in the terminal; any option of the terminal game does the same"
    )
    add_settings(parser, *NETWORK)
    add_sets(parser)
    add_seats(parser)
    add_bot(parser, "which players can choose in the lobby; in the terminal it sits next to you")
    add_bots(parser, "the other players in the terminal, repeated around the table")
    add_budget(parser, "; fewer on a busy server", interactive_budget())
    parser.add_argument("--seed", type=seed, default="", help="any word; the same seed deals the same cards")
    parser.add_argument("--name", default="Player", help="your name (default: Player)")
    parser.add_argument("--sex", choices=("male", "female"), default="male", help="your munchkin's sex (default: male)")
    add_options(parser)
    parser.add_argument("--quick", action="store_true", help="prompt you only when the game waits for you")
    parser.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="continue the game you left, or one that was set aside as FILE",
    )
    network = [name.replace("-", "_") for name in NETWORK]
    parser.set_defaults(plain={name: parser.get_default(name) for name in (*IN_TERMINAL, *network)})


def run(options: argparse.Namespace) -> int:
    """Open the table, or play in the terminal."""
    given = {name for name, value in options.plain.items() if getattr(options, name) != value}
    if options.terminal or given.intersection(IN_TERMINAL):
        lost = sorted({name.replace("_", "-") for name in given}.intersection(NETWORK))
        if lost:
            raise BadData(f"--{lost[0]} is for the table in the browser, not for the terminal")
        return play_here(options)
    return serve_command.run(options)


def play_here(options: argparse.Namespace) -> int:
    """Start or resume a game in the terminal and play it."""
    from kickdoor.cli.terminal.screen import Terminal
    from kickdoor.cli.terminal.session import NewGame, Session, new_session, resume_session
    from kickdoor.engine.machine.errors import BadData

    terminal = Terminal()
    registry, bots = bots_of(options, options.seats - 1)
    session: Session
    if options.resume is not None:
        if options.table:
            raise BadData("--option: the options of a resumed game cannot be changed")
        session = resume_session(terminal, options.folder, Path(options.resume) if options.resume else None, registry)
    else:
        game = NewGame(
            sets=options.sets,
            folders=options.folder,
            seats=options.seats,
            bots=bots,
            seed=options.seed or secrets.token_hex(6),
            name=options.name,
            sex=options.sex,
            options=read_options(options.table),
            registry=registry,
        )
        session = new_session(terminal, game)
    session.quick = options.quick
    session.play()
    return 0
