"""A bot in twenty lines.

Try it: kickdoor simulate --bot examples/eager_bot.py:Eager --games 20
"""

import kickdoor as kd

TRIED = ("play", "use", "equip", "sell", "trouble")


class Eager(kd.Bot):
    """A bot that plays what makes it stronger at once, and asks for help before it runs."""

    def choose(self, view: kd.SeatView) -> kd.Option:
        best = max(view.options, key=lambda o: self.worth(view.after(o) if o.act in TRIED else view))
        if best.act == "give_up":
            return self.rng.choice([best] + 2 * [o for o in view.options if o.act == "ask"])
        return best

    def worth(self, view: kd.SeatView) -> tuple[int, ...]:
        winning = view.fight is not None and view.fight.main == self.seat and view.fight.is_winning
        return view.level, winning, view.strength, len(view.me.in_play)
