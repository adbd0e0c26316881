"""Tests of studies on Ray: the same digest as in processes, also after a worker and a node were killed."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.lab.conftest import SHORT, Write, played, study_of
from tests.layers import thorough
from tests.processes import MARK

from kickdoor.engine.machine.errors import BadData
from kickdoor.lab import build_info
from kickdoor.lab.chunk_worker import Done, Work
from kickdoor.lab.executors import Executor, Processes
from kickdoor.lab.study_plan import Chunk

pytestmark = thorough

LONGER = SHORT.replace("turns = 12", "turns = 60").replace("games = 12", "games = 36")
NODES = 3
ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "src" / "kickdoor" / "cli" / "example_set"
EAGER = ROOT / "examples" / "eager_bot.py"
PLANT = ROOT / "src" / "kickdoor" / "lab" / "studies" / "own_card" / "plant.toml"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of several nodes, all on this machine."""
    pytest.importorskip("ray")
    from kickdoor.lab.ray_executor import ray_module

    ray = ray_module()
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    for _ in range(NODES - 1):
        nodes.add_node(num_cpus=1)
    try:
        ray.init(address=nodes.address, log_to_driver=False)
        yield nodes
    finally:
        ray.shutdown()
        nodes.shutdown()


class Disturbed:
    """Plays on Ray, and does something to it after so many chunks."""

    workers = NODES

    def __init__(self, address: str, interruptions: dict[int, Callable[[], None]]) -> None:
        self.address = address
        self.interruptions = interruptions

    def play(self, work: Work, chunks: Sequence[Chunk]) -> Generator[Done]:
        from kickdoor.lab.ray_executor import RayExecutor

        for number, done in enumerate(RayExecutor(self.address, self.workers).play(work, chunks), 1):
            yield done
            self.interruptions.pop(number, lambda: None)()


def busy_workers() -> list[int]:
    """Find the processes of this run that play for Ray right now."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            mark = f"{MARK}={os.environ[MARK]}".encode()
            if command.startswith(b"ray::remote_chunk") and mark in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def test_ray_gives_the_same_files_whatever_is_killed(cluster: Any, write: Write, tmp_path: Path) -> None:
    study = study_of(write(LONGER))
    whole = played(study, tmp_path / "processes", Processes(1))
    killed: list[str] = []

    def kill_worker() -> None:
        while not (found := busy_workers()):
            time.sleep(0.02)
        os.kill(found[0], signal.SIGKILL)
        killed.append("worker")

    def kill_node() -> None:
        cluster.remove_node(cluster.worker_nodes.copy().pop(), allow_graceful=False)
        killed.append("node")

    executor: Executor = Disturbed(cluster.address, {2: kill_worker, 4: kill_node})
    found = played(study, tmp_path / "ray", executor)
    assert killed == ["worker", "node"]
    assert found["digest"] == whole["digest"]
    for path in (tmp_path / "processes" / "rows").rglob("*.parquet"):
        there = tmp_path / "ray" / "rows" / path.relative_to(tmp_path / "processes" / "rows")
        assert there.read_bytes() == path.read_bytes()


def test_soaks_and_line_ups_give_the_same_results_on_ray(cluster: Any, write: Write, tmp_path: Path) -> None:
    from kickdoor.lab.ray_executor import RayExecutor

    soak = 'kind = "soak"\nmixes = ["every"]\ngames = 16\nchunk = 4\n[options]\nwinning_level = 2\n'
    pairs = (
        'mixes = ["star", "cooks"]\nseats = 3\nbots = ["random", "easy"]\nline_ups = "pairs"\ngames = 3\nturns = 9\n'
    )
    for number, text in enumerate((soak, pairs)):
        study = study_of(write(text))
        here = played(study, tmp_path / f"here{number}", Processes(2))
        there = played(study, tmp_path / f"there{number}", RayExecutor(cluster.address))
        assert there["digest"] == here["digest"]
        assert there["missing"] == 0


def test_sets_cards_and_bots_are_sent_to_workers(cluster: Any, write: Write, tmp_path: Path) -> None:
    from kickdoor.lab.ray_executor import RayExecutor

    shutil.copytree(EXAMPLE, tmp_path / "inkwell")
    shutil.copy(EAGER, tmp_path / "eager_bot.py")
    shutil.copy(PLANT, tmp_path / "plant.toml")
    text = SHORT.replace('["random"]', '["Eager", "random"]').replace("games = 12", "games = 3")
    more = 'folders = ["inkwell"]\n[cards]\ndeluxe = "plant.toml"\n'
    study = study_of(write(text + more), bots=(f"{tmp_path}/eager_bot.py:Eager",))
    here = played(study, tmp_path / "here", Processes(2))
    for name in ("inkwell", "eager_bot.py", "plant.toml"):
        (tmp_path / name).rename(tmp_path / f"no_{name}")
    assert played(study, tmp_path / "there", RayExecutor(cluster.address))["digest"] == here["digest"]


def test_a_worker_of_another_build_is_refused_on_ray(cluster: Any, write: Write) -> None:
    from kickdoor.lab.ray_executor import RayExecutor

    study = study_of(write(SHORT))
    work = Work(study.plan, replace(build_info.current_build(), version="0.0.0"), study.bundle)
    with pytest.raises(build_info.BuildMismatch, match=r"a worker on .* the study is played with 0\.0\.0"):
        list(RayExecutor(cluster.address).play(work, [Chunk(0, 0, 1)]))


@pytest.mark.parametrize(
    ("address", "says"), [("127.0.0.1:1", "no Ray at 127"), ("nowhere", "HOST:PORT"), ("127.0.0.1:99999", "no Ray at")]
)
def test_an_address_without_ray_is_reported(address: str, says: str) -> None:
    pytest.importorskip("ray")
    from kickdoor.lab.ray_executor import RayExecutor

    with pytest.raises(BadData, match=says):
        RayExecutor(address)


def test_ray_usage_reports_are_disabled(cluster: Any) -> None:
    from ray._common.usage import usage_lib

    assert not usage_lib.usage_stats_enabled()
