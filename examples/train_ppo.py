"""Train a small network by PPO, against itself and bots, and measure how well it plays.

    pip install 'kickdoor[env,train]'
    python examples/train_ppo.py runs/ppo                 # --steps 3000000 --seed 1
    python examples/train_ppo.py runs/ppo --resume        # continues after an interruption

With the engine compiled, training takes half an hour on one core, without a graphics card. A step is one token of the
learner, in any of its seats. The same seed gives the same network on the same machine. A resumed run deals new games,
so its network differs a little.
"""

import argparse
import json
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

try:
    import torch
    from torch import nn
except ImportError:
    sys.exit("this needs PyTorch: pip install 'kickdoor[env,train]'")

from kickdoor.autoplay import seat_bot
from kickdoor.bots.policy_adapter import policy_of
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.env.core.episode import returns
from kickdoor.env.env_config import EnvConfig
from kickdoor.policies.evaluation.position_value import position_score
from kickdoor.rng import Rng
from kickdoor.sim.ladder.shares import share_of

SEATS = 4
NEVER = ("act:trade", "act:give", "act:show")
"""Actions that the learner takes only if there is no other, since an untrained network would trade forever."""
LINE_UPS = ("self", "easy", "easy", "easy", "easy", "easy", "random")
"""The opponents of a game, drawn at random: the learner itself in all seats, or bots."""
TABLES, BATCH, MINIBATCH, EPOCHS = 64, 8_192, 512, 3
GAMMA, LAMBDA, CLIP, ENTROPY, RATE = 0.995, 0.95, 0.2, 0.005, 7e-4
A_POINT = 0.05
"""Reward shaping: the reward of a point of the position score; a win gives 1, and a Level four or five points."""
MEASURE_EVERY, GAMES, LAST_GAMES = 200_000, 200, 2_000
"""The steps between measurements, and the games of a measurement and of the last one."""


def printed_on(card: CardDef) -> list[float]:
    """Return the printed properties of a card, so that the network need not learn them."""
    kinds = [float(card.kind == kind) for kind in range(len(nr.KINDS))]
    slots = [float(card.slot == slot) for slot in range(len(nr.SLOTS))]
    numbers = [card.level / 10, card.treasures / 3, card.levels_gained, card.bonus / 5, card.value / 500, card.run]
    return [*kinds, *slots, *numbers, card.hands, card.big, float(len(card.plays)), float(card.trait != 0)]


class Net(nn.Module):
    """A network that embeds each card by its printed and learned properties, and rates every token."""

    def __init__(self, setting: EnvConfig, hidden: int = 192, width: int = 24) -> None:
        super().__init__()
        fields, size = setting.layout.fields, setting.layout.size
        self.cards, self.tokens = fields["hand"].shape[0], setting.vocabulary.size
        rows = [field for field in fields.values() if field.shape and field.shape[-1] == self.cards]
        # These fields are adjacent in the vector, as declared
        self.first, self.last = rows[0].at, rows[-1].at + rows[-1].size
        numbers = size - (self.last - self.first) + (self.last - self.first) // self.cards * width
        self.register_buffer("scale", 1 / torch.tensor(setting.layout.units(), dtype=torch.float32))
        facts = torch.tensor([printed_on(card) for card in setting.rules.defs], dtype=torch.float32)
        self.register_buffer("facts", facts)
        self.fact, self.own = nn.Linear(facts.shape[1], width), nn.Parameter(torch.randn(self.cards, width) * 0.1)
        self.body = nn.Sequential(nn.Linear(numbers, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.say, self.name, self.value = nn.Linear(hidden, self.tokens), nn.Linear(hidden, width), nn.Linear(hidden, 1)
        for part in (self.say, self.name, self.value):
            nn.init.normal_(part.weight, std=0.01)

    def forward(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        """Return the log-probabilities of all tokens, and the value of the game."""
        x = seen.float() * self.scale
        card = self.fact(self.facts) + self.own
        cards = x[:, self.first : self.last].unflatten(1, (-1, self.cards)) @ card
        h = self.body(torch.cat([x[:, : self.first], x[:, self.last :], cards.flatten(1)], 1))
        named = nn.functional.pad(self.name(h) @ card.T, (self.tokens - self.cards, 0))
        likes = (self.say(h) + named).masked_fill(~mask, -1e9)
        return torch.log_softmax(likes, 1), self.value(h).squeeze(1)


class Table:
    """A running game, with the steps of the learner in each of its seats."""

    def __init__(self, setting: EnvConfig, line_up: str, seat: int, seed: str) -> None:
        self.seat = seat
        own = range(SEATS) if line_up == "self" else (seat,)
        self.said: dict[int, list[tuple[Any, ...]]] = {number: [] for number in own}
        bots = [
            None if number in own else policy_of(seat_bot(line_up, number, Rng(f"{seed}:{number}")))
            for number in range(SEATS)
        ]
        self.episode = setting.deal(seed, None if line_up == "self" else bots).begin()

    def standing(self, seat: int) -> float:
        """Return the shaping reward of a seat's position."""
        return A_POINT * position_score(self.episode.state, seat, [])

    def rows(self) -> list[tuple[Any, ...]]:
        """Remove and return the rows for learning: in a running game, all but the last step of each seat."""
        out = []
        for seat, steps in self.said.items():
            known, worth, gain = self.episode.is_over, 0.0, 0.0
            after = returns(self.episode.state)[seat] + self.standing(seat)
            for seen, mask, token, chance, value, before in reversed(steps):
                if known:
                    gain = after - before + GAMMA * worth - value + GAMMA * LAMBDA * gain
                    out.append((seen, mask, token, chance, gain, gain + value))
                known, worth, after = True, value, before
            self.said[seat] = steps[-1:]
        return out


def speak(net: Any, setting: EnvConfig, tables: list[Table], best: bool = False) -> None:
    """Take a token at each table: the best, or one drawn at random, which is recorded for learning."""
    episodes = [table.episode for table in tables]
    seen = np.stack([np.frombuffer(setting.observation_bytes(e, e.seat), np.int8) for e in episodes])
    masks = np.stack([setting.mask(e, e.seat) for e in episodes]).astype(bool)
    busy = masks.copy()
    busy[:, [setting.words.index(word) for word in NEVER]] = False
    masks = np.where(busy.any(1, keepdims=True), busy, masks)
    with torch.no_grad():
        chances, values = net(torch.from_numpy(seen), torch.from_numpy(masks))
        tokens = chances.argmax(1) if best else torch.multinomial(chances.exp(), 1).squeeze(1)
        said = chances.gather(1, tokens[:, None]).squeeze(1)
    steps = zip(seen, masks, tokens.tolist(), said.tolist(), values.tolist(), strict=True)
    for table, step in zip(tables, steps, strict=True):
        episode = table.episode
        if not best:
            table.said[episode.seat].append((*step, table.standing(episode.seat)))
        episode.step(step[2])


def measure(net: Any, setting: EnvConfig, bot: str, games: int, seed: str) -> Any:
    """Play against three bots of a kind in each seat in turn, and return the share of wins with its interval."""
    tables = [Table(setting, bot, number % SEATS, f"measure:{seed}:{bot}:{number}") for number in range(games)]
    while going := [table for table in tables if not table.episode.is_over]:
        speak(net, setting, going, best=True)
    won = [table.episode.state.winners for table in tables if table.seat in table.episode.state.winners]
    return share_of(sum(1 / len(winners) for winners in won), games)


class Training:
    """A training run; checkpoints save `kept`."""

    def __init__(self, folder: Path, steps: int, seed: int) -> None:
        self.folder, self.steps = folder, steps
        torch.set_num_threads(1)
        torch.manual_seed(seed)
        self.setting = EnvConfig("deluxe", SEATS)
        self.net = Net(self.setting)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=RATE, eps=1e-5)
        self.kept: dict[str, Any] = {"seed": seed, "done": 0, "games": 0, "curve": []}
        self.rng = Rng(f"train:{seed}")

    def save(self) -> None:
        parts = {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(), "dice": torch.get_rng_state()}
        torch.save(self.kept | parts, self.folder / "new.pt")
        (self.folder / "new.pt").replace(self.folder / "checkpoint.pt")
        (self.folder / "curve.json").write_text(json.dumps(self.kept["curve"], indent=1) + "\n")

    def resume(self) -> None:
        parts = torch.load(self.folder / "checkpoint.pt", weights_only=True)
        self.net.load_state_dict(parts.pop("net"))
        self.optimizer.load_state_dict(parts.pop("optimizer"))
        torch.set_rng_state(parts.pop("dice"))
        self.kept = parts
        self.rng = Rng(f"train:{parts['seed']}:{parts['games']}")

    def deal(self) -> Table:
        """Deal the next game in which the learner has a decision."""
        while True:
            self.kept["games"] += 1
            line_up, seed = LINE_UPS[self.rng.below(len(LINE_UPS))], f"train:{self.kept['seed']}:{self.kept['games']}"
            table = Table(self.setting, line_up, self.rng.below(SEATS), seed)
            if not table.episode.is_over:
                return table

    def collect(self, tables: list[Table]) -> list[tuple[Any, ...]]:
        """Play games until there is a batch to learn from."""
        rows: list[tuple[Any, ...]] = []
        for _ in range(BATCH // TABLES):
            speak(self.net, self.setting, tables)
            for place, table in enumerate(tables):
                if table.episode.is_over:
                    rows += table.rows()
                    tables[place] = self.deal()
        self.kept["done"] += BATCH
        return rows + [row for table in tables for row in table.rows()]

    def learn(self, rows: list[tuple[Any, ...]]) -> None:
        """Update the network by PPO (Schulman and others 2017): raise tokens that did better than expected."""
        seen, mask = (torch.from_numpy(np.stack([row[n] for row in rows])) for n in (0, 1))
        token, chance, gain, worth = (torch.tensor([row[n] for row in rows]) for n in (2, 3, 4, 5))
        gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        self.optimizer.param_groups[0]["lr"] = RATE * max(0.05, 1 - self.kept["done"] / self.steps)
        for _ in range(EPOCHS):
            for part in torch.split(torch.randperm(len(rows)), MINIBATCH):
                chances, values = self.net(seen[part], mask[part])
                ratio = (chances.gather(1, token[part, None]).squeeze(1) - chance[part]).exp()
                better = torch.min(ratio * gain[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[part]).mean()
                spread = -(chances.exp() * chances.clamp(min=-50)).sum(1).mean()
                loss = 0.5 * (values - worth[part]).square().mean() - better - ENTROPY * spread
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.optimizer.step()

    def run(self) -> None:
        """Train until all steps are done, with measurements in between."""
        tables = [self.deal() for _ in range(TABLES)]
        start, begun = monotonic(), self.kept["done"]
        while self.kept["done"] + BATCH <= self.steps:
            self.learn(self.collect(tables))
            done, rate = self.kept["done"], (self.kept["done"] - begun) / (monotonic() - start)
            left = max(0, self.steps - done) / rate / 60
            print(f"{done:,} steps in {self.kept['games']:,} games, {rate:,.0f}/s, {left:.0f} min left", flush=True)
            if done + BATCH <= self.steps and done // MEASURE_EVERY != (done - BATCH) // MEASURE_EVERY:
                self.note(GAMES)
            self.save()
        self.note(LAST_GAMES)
        self.save()

    def note(self, games: int) -> None:
        """Measure the network and append a point to the curve."""
        point: dict[str, Any] = {"steps": self.kept["done"], "games": games}
        for bot in ("random", "easy"):
            share = measure(self.net, self.setting, bot, games, f"{self.kept['seed']}:{self.kept['done']}")
            point[bot] = [round(number, 4) for number in (share.value, share.low, share.high)]
            print(f"{games} games against three {bot}: {share.value:.1%} won ({share.low:.1%} to {share.high:.1%})")
        self.kept["curve"].append(point)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where checkpoints and the curve go")
    parser.add_argument("--steps", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", action="store_true", help="continue from the checkpoint in the folder")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    training = Training(given.folder, given.steps, given.seed)
    if given.resume:
        training.resume()
    elif (given.folder / "checkpoint.pt").exists():
        parser.error(f"{given.folder} holds a run already; continue with --resume, or name another folder")
    try:
        training.run()
    except KeyboardInterrupt:
        sys.exit(f"\nstopped; continue with: python {sys.argv[0]} {given.folder} --resume")


if __name__ == "__main__":
    main()
