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
    "soak", "ladder", "lab", "analyse", "new-set", "backup", "restore", "export", "bot-worker", "config", "admin",
)  # fmt: skip
DEFAULT = "serve"
"""The default command."""
PAINTS = ("play",)
FAILED = 1
BAD_INPUT = 2
TRY_AGAIN = 75
"""Exit status for a temporary failure, as mailers and service managers read it (EX_TEMPFAIL)."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        """End the program with the status for bad input."""
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Refuse unknown arguments here, since the parent parser knows less about the command."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            from kickdoor.catalog.toml_reader import suggest

            hint = suggest(unknown[0].partition("=")[0], self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return found, unknown


def parser(only: str = "") -> argparse.ArgumentParser:
    """Build the parser with only the command about to run, since each command has its own imports."""
    top = Parser(
        prog="kickdoor",
        description="Play, simulate and study the kick-open-the-door family of card games. Unofficial.",
        epilog="Run kickdoor COMMAND --help for the options of a command, with examples.",
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
    """Run one command and return its exit status; report bad input in one line."""
    arguments = list(sys.argv[1:] if argv is None else argv) or [DEFAULT]
    named = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    try:
        is_started()
        if not named and not arguments[0].startswith("-"):
            return complain(no_command(arguments[0]), BAD_INPUT)
        options = parser(named).parse_args(arguments)
        # Records, scenarios and sets are untrusted; only the terminal game uses colours, and it cleans its own output
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
        # The reader has closed the pipe, as `| head` does: print nothing more and flush nothing at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as e:
        return complain(f"{e.filename}: {e.strerror}" if e.filename else str(e), BAD_INPUT)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def no_command(word: str) -> str:
    """Return the error for an unknown command, with the closest match."""
    from kickdoor.catalog.toml_reader import suggest

    hint = suggest(word, COMMANDS) or f"; there are {', '.join(COMMANDS)}"
    return f"unknown command '{word}'{hint} (see kickdoor --help)"


def complain(message: str, status: int) -> int:
    """Write one line to the error output."""
    print(f"kickdoor: {one_line(message)}", file=sys.stderr)
    return status
