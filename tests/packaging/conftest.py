"""What the repository holds, for comparing a release with it."""

from __future__ import annotations

import subprocess

import pytest
from tests.packaging.building import ROOT


@pytest.fixture(scope="session")
def tracked() -> set[str]:
    """List what is in the repository; what was deleted and not committed yet is not."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a repository: nothing to compare with")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
