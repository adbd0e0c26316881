"""Running commands as a shell would."""

from collections.abc import Callable

import pytest

from kickdoor.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command and gives its exit status and what it wrote."""

    def command(*arguments: str) -> tuple[int, str, str]:
        try:
            status = main(arguments)
        except SystemExit as e:
            status = e.code if isinstance(e.code, int) else 1
        written = capsys.readouterr()
        return status, written.out, written.err

    return command
