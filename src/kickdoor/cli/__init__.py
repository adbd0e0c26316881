"""The command line. Each command is a module of its own and imports what it needs when it runs."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import import_module, metadata
from typing import Any, NoReturn

from kickdoor.cli.arguments import one_line
from kickdoor.cli.plain_output import plain_output
from kickdoor.engine.machine.errors import EngineError, KickdoorError
from kickdoor.server.errors import BackendUnavailable
from kickdoor.startup import INTERRUPTED, is_started

__all__ = ["main"]

COMMANDS = (
    "serve", "play", "simulate", "scenario", "cards", "rules", "replay", "verify", "bench", "loadtest", "options",
    "soak", "ladder", "lab", "analyse", "new-set", "backup", "restore", "export", "think", "config", "admin",
)  # fmt: skip
DEFAULT = "serve"
"""What is done if nothing is said."""
PAINTS = ("play",)
FAILED = 1
BAD_INPUT = 2
TRY_AGAIN = 75
"""What mailers and service managers take for something that may go better later (EX_TEMPFAIL)."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """End the program with the status for bad input."""
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Refuse what it does not know itself: otherwise the parser above would, which knows less about it."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            from kickdoor.catalog.toml_reader import suggest

            hint = suggest(unknown[0].partition("=")[0], self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return found, unknown


def parser(only: str = "") -> argparse.ArgumentParser:
    """Build the parser; of the commands only the one about to run, since each brings its own imports."""
    top = Parser(
        prog="kickdoor",
        description="Play, simulate and study the kick-open-the-door family of card games. Unofficial.",
        epilog="kickdoor COMMAND --help tells the options of a command, with examples.",
    )
    top.add_argument("--version", action="version", version=f"kickdoor {metadata.version('kickdoor')}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    for name in COMMANDS:
        if only in ("", name):
            module = import_module(f"kickdoor.cli.commands.{name.replace('-', '_')}")
            sub = commands.add_parser(
                name,
                help=module.HELP,
                description=module.HELP[0].upper() + module.HELP[1:] + ".",
                epilog="examples:\n" + "\n".join("  " + line for line in module.EXAMPLES),
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and returns its exit status; what is wrong with the input is said in one line."""
    arguments = list(sys.argv[1:] if argv is None else argv) or [DEFAULT]
    named = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    try:
        is_started()
        if not named and not arguments[0].startswith("-"):
            return complain(no_command(arguments[0]), BAD_INPUT)
        options = parser(named).parse_args(arguments)
        # Records, scenarios and sets come from anywhere; only the game in the terminal paints, and cleans what it says
        output = sys.stdout if named in PAINTS else plain_output(sys.stdout)
        with contextlib.redirect_stdout(output):
            status: int = options.run(options)
        sys.stdout.flush()
        return status
    except BackendUnavailable as e:
        return complain(str(e), TRY_AGAIN)
    except (KickdoorError, ImportError) as e:
        return complain(str(e), FAILED if isinstance(e, EngineError) else BAD_INPUT)
    except BrokenPipeError:
        # The reader has gone, as with `| head`: nothing more to say, and nothing to flush at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as e:
        return complain(f"{e.filename}: {e.strerror}" if e.filename else str(e), BAD_INPUT)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def no_command(word: str) -> str:
    """Return that there is no such command, and which was probably meant."""
    from kickdoor.catalog.toml_reader import suggest

    hint = suggest(word, COMMANDS) or f"; there are {', '.join(COMMANDS)}"
    return f"there is no command '{word}'{hint} (see kickdoor --help)"


def complain(message: str, status: int) -> int:
    """Write one line to the error output."""
    print(f"kickdoor: {one_line(message)}", file=sys.stderr)
    return status
