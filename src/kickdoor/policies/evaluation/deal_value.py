"""Values of a bargain about help for both sides, and the likelihood that the other accepts."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.fight.game_winning import could_win_game
from kickdoor.engine.rules.fight.strength import helper_levels, is_winning, kill_levels
from kickdoor.engine.rules.plays.legality import promised_play
from kickdoor.engine.state.zones import items_in_play
from kickdoor.policies.evaluation import weights
from kickdoor.policies.evaluation.card_value import strength
from kickdoor.policies.evaluation.term_value import getting, losing, share, tokens_in, worth_of
from kickdoor.policies.evaluation.weights import NASTY, NORMAL, PlayStyle
from kickdoor.policies.lookahead import DecisionContext, margin, treasures_of
from kickdoor.policies.play_limits import digest

MAX_PROPOSALS = 12
"""Maximum number of terms valued for one seat."""
MAX_ITEMS = 2
"""Maximum number of Items of either side considered as payment."""
GUESSES = (NORMAL, NASTY)
"""Play styles assumed for another player, whose real one is unknown."""

Proposal = tuple[int, int, list[int]]
"""The gain of the proposer, the percent likelihood of acceptance, and the terms."""


class Deal:
    """The help of one seat in the current fight, on any terms."""

    __slots__ = (
        "cards", "fight", "helper", "helper_base", "helper_missing", "helper_wins", "main", "main_base",
        "main_missing", "main_reward", "main_wins", "ctx", "risk", "rivals", "state", "tokens", "treasures", "wins",
    )  # fmt: skip

    def __init__(self, ctx: DecisionContext, helper: int) -> None:
        s = ctx.state
        self.ctx = ctx
        self.helper = helper
        self.state = s.copy()
        fight = self.state.fight
        assert fight is not None
        self.fight = fight
        fight.helper = helper
        fight.offers = []
        fight.deal = []
        self.main = fight.main
        self.wins = is_winning(self.state)
        """Whether the two would win the fight together."""
        self.treasures = self.tokens = self.risk = 0
        self.main_wins = self.helper_wins = False
        """Whether the fight would win the game for the main fighter, and for the helper."""
        self.main_base = self.main_reward = self.helper_base = 0
        self.cards = self.rivals = 0
        """Percent of cases in which the main fighter has sufficient cards, or another helper who asks for less."""
        self.main_missing = self.helper_missing = 0
        if self.wins:
            self.compute_values()

    def compute_values(self) -> None:
        """Compute the values that do not depend on the terms."""
        ctx, c, fight = self.ctx, self.state, self.fight
        goal = c.options.winning_level
        self.treasures = treasures_of(c, fight)
        self.tokens = tokens_in(c, fight)
        self.main_missing = goal - c.seats[self.main].level - kill_levels(c, fight)
        self.main_wins = self.main_missing <= 0 or (len(c.rules.meals) > 0 and could_win_game(c))
        levels = helper_levels(c, fight)
        self.helper_missing = goal - c.seats[self.helper].level - levels
        self.helper_wins = self.helper_missing <= 0 or (self.main_wins and c.options.shared_victory)
        self.main_base = ctx.value_with_fight(c, self.main) - ctx.value_with_fight(ctx.state, self.main)
        self.main_reward = ctx.reward(c, fight, self.main)
        self.helper_base = ctx.reward(c, fight, self.helper)
        if ctx.me == self.helper:
            self.estimate_alternatives(1 - margin(ctx.state))
        dangers = [ctx.danger(c, self.helper, body) for body in fight.bodies]
        self.risk = sum(dangers) * weights.RISK_OF_HELPING // 100
        if ctx.me == self.helper:
            self.risk = self.risk * ctx.style.boldness.caution // 100

    def estimate_alternatives(self, missing_points: int) -> None:
        """Estimate the alternatives of a main fighter who lacks some points: other cards or another helper."""
        s = self.ctx.state
        expected_points = len(s.seats[self.main].hand) * weights.EXPECTED_INTERFERENCE // 100
        self.cards = min(60, 100 * expected_points // (expected_points + 2 * max(1, missing_points)))
        for other in s.seats:
            if (
                other.index not in (self.main, self.helper)
                and not other.dead
                and strength(s, other.index) >= missing_points
            ):
                self.rivals = weights.RIVALRY

    def worth(self, terms: list[int]) -> tuple[int, int]:
        """Return the value of terms to the helper and to the main fighter."""
        if not terms:
            return 0, 0
        self.fight.deal = terms
        values = worth_of(self.ctx, self.state, self.treasures, self.tokens)
        self.fight.deal = []
        return values

    def helpers_gain(self, terms: list[int], style: PlayStyle) -> int:
        """Return the gain of the helper: the share, less the risk, less the envy of the main fighter's progress."""
        if not self.wins:
            return -weights.WIN
        helpers, mains = self.worth(terms)
        if self.helper_wins:
            return self.helper_base + helpers
        if self.main_wins:
            return -weights.WIN
        envy = (self.main_reward + mains) * self.envy(style, self.main, self.main_missing) // 100
        return self.helper_base + helpers - self.risk - envy - style.patience.price

    def mains_gain(self, terms: list[int], style: PlayStyle) -> int:
        """Return the gain of the main fighter: what the fight brings and saves, less the envy of the helper's share."""
        if not self.wins:
            return -weights.WIN
        helpers, mains = self.worth(terms)
        if self.main_wins:
            return self.main_base + mains
        if self.helper_wins or helpers >= weights.WIN:
            return -weights.WIN
        envy = self.envy(style, self.helper, self.helper_missing)
        fear = envy
        if self.helper_missing <= weights.ABOUT_TO_WIN and helpers > 0:
            # A helper who lacks one Level may win by the payment, so caution raises this envy as well.
            fear = max(envy, weights.LAST_LEVEL_ENVY) * max(100, style.boldness.caution) // 100
        return self.main_base + mains - self.helper_base * envy // 100 - helpers * fear // 100

    def envy(self, style: PlayStyle, other: int, missing: int) -> int:
        """Return the envy of one of the two for the other; wrongs count only for the bot itself."""
        return style.envy_at(missing) + (self.ctx.grudge_percent(other) if style is self.ctx.style else 0)

    def gain(self, terms: list[int]) -> int:
        """Return the gain of the bot, which is one of the two."""
        if self.ctx.me == self.helper:
            return self.helpers_gain(terms, self.ctx.style)
        return self.mains_gain(terms, self.ctx.style)

    def chance(self, terms: list[int]) -> int:
        """Estimate the percent likelihood that the other accepts some terms."""
        total = 0
        for style in GUESSES:
            if self.ctx.me == self.main:
                total += likelihood(self.helpers_gain(terms, style))
            else:
                total += self.mains_likelihood(terms, style)
        return total // len(GUESSES)

    def mains_likelihood(self, terms: list[int], style: PlayStyle) -> int:
        """Estimate the likelihood that a main fighter accepts, who may have cards or find a cheaper helper."""
        gain = self.mains_gain(terms, style)
        likely = likelihood(gain) * (100 - self.cards - self.rivals)
        if self.cards:
            likely += likelihood(gain - self.main_base + weights.OWN_CARDS) * self.cards
        if self.rivals:
            likely += likelihood(gain - self.mains_gain(share(self.treasures // 2), style)) * self.rivals
        return likely // 100

    def proposals(self) -> list[list[int]]:
        """List terms to consider: Treasures, the first pick, Items of either side, a token, a card for the helper."""
        out = [share(n) for n in range(self.treasures + 1)][: MAX_PROPOSALS // 2]
        extras = self.extras()
        if self.treasures > 1:
            out.append([p.pick(p.P_PLACE, 1)])
        for term in extras:
            out.append([term])
        for term in extras if self.treasures else []:
            out.append([*share(1), term])
        return out[:MAX_PROPOSALS]

    def marker_of(self, terms: list[int]) -> int:
        """Return the marker in `tried` for terms that were named."""
        return -digest([self.main, self.helper, *sorted(terms)]) - 100

    def mark_named(self, terms: list[int], tried: set[int]) -> None:
        """Note named terms and all terms that are no better for the other, so that the next ones are better."""
        index = 0 if self.ctx.me == self.main else 1
        named = self.worth(terms)[index]
        for other in self.proposals():
            if self.worth(other)[index] <= named:
                tried.add(self.marker_of(other))

    def extras(self) -> list[int]:
        """List payments besides Treasures, the most useful first."""
        s = self.state
        ranked: list[tuple[int, int]] = []
        for card in items_in_play(s, self.main):
            ranked.append((losing(s, self.main, card) - getting(s, self.helper, card), p.pick(p.P_GIVE, card)))
        for card in items_in_play(s, self.helper):
            ranked.append((losing(s, self.helper, card) - getting(s, self.main, card), p.pick(p.P_WANT, card)))
        out = [term for loss, term in sorted(ranked) if loss < 0][:MAX_ITEMS]
        if self.tokens:
            out.append(p.pick(p.P_TOKENS, 1))
        if self.ctx.me == self.main:
            # Only the main fighter knows its hand.
            levels = [card for card in s.seats[self.main].hand if s.cards[card].kind == nr.GOUP]
            out += [p.pick(p.P_CARD, c) for c in levels if promised_play(s, self.main, self.helper, c) is not None][:1]
        return out

    def worthwhile(self, floor: int, tried: set[int]) -> list[Proposal]:
        """List the terms that gain more than `floor` and have a chance of acceptance.

        Terms in `tried` are left out, since equally good ones were named this turn.
        """
        found: list[Proposal] = []
        greed = self.ctx.style.patience.greed
        for terms in self.proposals() if self.wins else []:
            gain = self.gain(terms)
            if gain <= floor or (tried and self.marker_of(terms) in tried):
                continue
            chance = self.chance(terms)
            if chance >= weights.SLIM_CHANCE:
                found.append((gain, max(1, min(100, chance + greed)), terms))
        return found

    def best_terms(self, floor: int, tried: set[int]) -> Proposal | None:
        """Return the worthwhile terms with the best gain times likelihood of acceptance."""
        best: Proposal | None = None
        best_value = 0
        for proposal in self.worthwhile(floor, tried):
            if proposal[0] * proposal[1] > best_value:
                best, best_value = proposal, proposal[0] * proposal[1]
        return best


def likelihood(gain: int) -> int:
    """Return the percent likelihood that a player accepts a bargain with some gain."""
    return 0 if gain <= -weights.WIN // 2 else max(0, min(95, 50 + gain * 50 // weights.SURE))
