"""The bots by name, with a `master` who looks but a step ahead: tests play without a compiled engine."""

from kickdoor.bot import Bot
from kickdoor.bots.master import MasterBot
from kickdoor.bots.registry import BOTS
from kickdoor.policies.policy import Policy
from kickdoor.policies.search.search_policy import SearchPolicy


class QuickMaster(MasterBot):
    """Tries each option once, to the end of the turn."""

    def make_policy(self) -> Policy:
        return SearchPolicy(self.rng.drawn, budget=2, horizon=1)


QUICK_BOTS: dict[str, type[Bot]] = {**BOTS, "master": QuickMaster}
