"""The text of prompts and options for menus. It is meant for the prompted seat and may name its cards."""

from kickdoor.engine import constants as nr
from kickdoor.engine.actions.action_registry import ACTIONS
from kickdoor.engine.cards.definitions import Message
from kickdoor.engine.effects.ops.card_ops import ChooseOne
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.prompts import Prompt, Question, act_of, card_of, kind_of, second_of, target_of
from kickdoor.engine.machine.resolve import program_asking
from kickdoor.engine.rules.fight.dice import body_of
from kickdoor.engine.rules.fight.game_winning import winners_by
from kickdoor.engine.rules.fight.strength import helper_levels
from kickdoor.engine.rules.items.equipment import crowding
from kickdoor.engine.rules.plays.legality import play_of
from kickdoor.engine.state.state import FightMonster, State
from kickdoor.text.card_text import CardWriter
from kickdoor.text.event_text import PLURAL, SINGULAR, capital, drop_double_stop, name_of, name_or_you, whose
from kickdoor.text.message_catalog import DEFAULT, NO_SWAPS, MessageRenderer, renderer_for
from kickdoor.text.preview_text import reward_change_kind
from kickdoor.view.visibility import hidden_cards

PICKS: dict[int, str] = {p.P_PLACE: "terms.place", p.P_TOKEN_PLACE: "terms.token_place"}
"""Terms that give a helper certain picks of the reward."""


class PromptWriter:
    """A writer for one seat about its current game."""

    __slots__ = ("names", "renderer", "s", "seat")

    def __init__(self, s: State, seat: int, names: list[str], lang: str) -> None:
        self.s = s
        self.seat = seat
        self.names = names
        self.renderer: MessageRenderer = renderer_for(s.rules, lang)

    def write(self, id: str, args: dict[str, object], form: str = "") -> str:
        return self.renderer.render(Message(id, args), NO_SWAPS, form)

    def card(self, card: int) -> str:
        return self.s.cards[card].name if 0 <= card < len(self.s.cards) else ""

    def cards(self, cards: list[int]) -> list[object]:
        return [self.card(card) for card in cards]

    def monster(self, uid: int) -> str:
        """Return the name of a monster; twins are distinguished by number."""
        monster = body_of(self.s, uid)
        if monster is None or self.s.fight is None:
            return ""
        name = self.s.rules.defs[monster.definition].name
        equal_monsters: list[FightMonster] = [m for m in self.s.fight.bodies if m.definition == monster.definition]
        if len(equal_monsters) < 2:
            return name
        return self.write("target.second_body", {"name": name, "n": [m.uid for m in equal_monsters].index(uid) + 1})

    # Options

    def target(self, code: int) -> str:
        """Return the name of an option's target."""
        kind, target = kind_of(code), target_of(code)
        if kind == nr.A_SEAT:
            return self.renderer.text("target.yourself") if target == self.seat else name_of(self.names, target)
        if kind == nr.A_MONSTER:
            return self.monster(target)
        if kind == nr.A_CARD:
            displaced = crowding(self.s, self.seat, card_of(code), target) if act_of(code) == p.SWAP else []
            return self.renderer.join([*self.cards(displaced)], "and", NO_SWAPS) or self.card(target)
        if kind == nr.A_SIDE:
            return self.renderer.text("target." + nr.SIDES[target])
        if kind == nr.A_COUNTER:
            return self.renderer.text("counter." + self.s.rules.counters[target])
        return self.number(target) if kind == nr.A_NUMBER else ""

    def number(self, value: int) -> str:
        """Return the meaning of a number in the top prompt: yes or no, one of several ways, or the number itself."""
        frame = self.s.stack[-1]
        purpose = frame.purpose(self.s, self.seat)
        if purpose == nr.ASK_LEAVE:
            return self.renderer.text("target.leave" if value else "target.stay")
        if purpose == nr.ASK_YES_OR_NO:
            return self.renderer.text("target.yes" if value else "target.no")
        source = program_asking(self.s)
        if source is not None:
            op = self.s.rules.programs[source.program].ops[source.op]
            if isinstance(op, ChooseOne):
                writer = CardWriter(self.s.rules, self.s.cards[source.card], self.renderer.language.name)
                return writer.alternative(op.options[value].index)
        return str(value)

    def option(self, code: int, others: list[int]) -> str:
        """Return the text of an option; `others` differ from it only in their target or in the monster that joins."""
        act = act_of(code)
        second, target = self.card(second_of(code)), self.target(code)
        if others:
            second = self.either([second] + [self.card(second_of(other)) for other in others])
            target = self.either([target] + [self.target(other) for other in others])
        args: dict[str, object] = {
            "card": self.card(card_of(code)),
            "second": second,
            "target": target,
            "ability": self.ability(code) if act == p.USE else "",
        }
        form = ACTIONS[act].wording(self.s, self.seat, code)
        text = self.write("act." + p.ACTS[act], args, form)
        return capital(text) if act == p.CHOOSE else text

    def action(self, code: int) -> str:
        """Return the action of an option, with the purpose of a chosen card: "Lose Helm of Courage"."""
        chosen = self.s.stack and act_of(code) == p.CHOOSE and kind_of(code) == nr.A_CARD
        use = self.s.stack[-1].use_of_chosen(self.s, target_of(code)) if chosen else ""
        return self.write("act.choose", {"target": self.target(code)}, use) if use else self.option(code, [])

    def either(self, words: list[str]) -> str:
        """List alternatives without duplicates."""
        return self.renderer.join(list(dict.fromkeys(words)), "or", NO_SWAPS)

    def ability(self, code: int) -> str:
        play = play_of(self.s, code)
        card = self.card(card_of(code)) or self.monster(target_of(code))
        return self.write("target.ability", {"name": "" if play is None else play.name, "card": card})

    # Prompts

    def prompt(self, prompt: Prompt) -> str:
        """Write the question of a prompt."""
        if not prompt.blocking or not self.s.stack:
            turn = self.s.turn
            whose_turn: dict[str, object] = {"whose": whose(self.renderer, self.names, turn, self.seat)}
            return self.write("prompt.any_time", whose_turn, "others" if turn != self.seat else "")
        args: dict[str, object] = {"who": "", "terms": ""}
        frame = self.s.stack[-1]
        question = Question()
        frame.question(self.s, self.seat, question)
        form = self.fill(question, args)
        args["me"] = PLURAL if args["who"] == self.renderer.text("target.you") else SINGULAR
        id = "prompt." + nr.PROMPT_KINDS[prompt.purpose].replace(" ", "_")
        if prompt.purpose in (nr.ASK_HELP, nr.ASK_OFFER):
            return self.offers(id, args)
        text = self.write(id, args, form)
        least, most = frame.pick_limits()
        if most > 1:
            count: dict[str, object] = {"least": least, "n": most}
            form = {least: "exact", least + 1: "pair"}.get(most, "range")
            text += " " + self.write("prompt.how_many", count, form)
        return drop_double_stop(capital(text))

    def offers(self, id: str, args: dict[str, object]) -> str:
        """Write every offer that waits for an answer."""
        texts: list[str] = []
        fight = self.s.fight
        if fight is not None:
            for offer in fight.offers:
                if offer.to == self.seat:
                    args["who"] = self.name(offer.asker)
                    args["terms"] = self.terms(offer.terms, offer.helper)
                    texts.append(drop_double_stop(self.write(id, args) + self.pay_text(offer.helper)))
        return drop_double_stop(" ".join(texts) or self.write(id, args))

    def pay_text(self, helper: int) -> str:
        """Write the levels that helping is worth to a helper, and who wins the game by them."""
        trial = self.s.copy()
        fight = trial.fight
        if fight is None:
            return ""
        fight.helper = helper
        levels = helper_levels(trial, fight)
        args: dict[str, object] = {"who": self.name(helper), "n": levels}
        kind = reward_change_kind(levels, helper, winners_by(trial, fight))
        return " " + capital(self.write("news." + kind, args)) if kind else ""

    def name(self, seat: int) -> str:
        return name_or_you(self.renderer, self.names, seat, self.seat)

    def fill(self, q: Question, args: dict[str, object]) -> str:
        """Set the arguments of a prompt's message, and return its form."""
        if q.who >= 0:
            args["who"] = self.name(q.who)
        args["card"] = self.card(q.card) or self.monster(q.body)
        args["n"], args["m"], args["need"] = q.n, q.m, q.need
        args["gives"] = self.cards(q.gives) or [self.renderer.text("terms.nothing")]
        args["wants"] = self.cards(q.wants) or [self.renderer.text("terms.nothing")]
        args["kind"] = [self.renderer.text("counter." + self.s.rules.counters[kind]) for kind in q.kinds]
        if q.program >= 0:
            writer = CardWriter(self.s.rules, self.s.cards[q.card], self.renderer.language.name)
            args["do"] = writer.choice_text(q.program, q.op)
            return "offer" if args["do"] else q.form
        return q.form

    # Bargains

    def terms(self, terms: list[int], helper: int = -1) -> str:
        """Write what a helper gets, and what they give for being accepted."""
        text = self.listed([term for term in terms if term >> p.P_SHIFT not in (p.P_ANYWAY, p.P_WANT)])
        gives = [p.pick(p.P_GIVE, term & 4095) for term in terms if term >> p.P_SHIFT == p.P_WANT]
        if gives:
            args: dict[str, object] = {"terms": text, "gives": self.listed(gives), "who": self.name(helper)}
            args["me"] = PLURAL if helper == self.seat else SINGULAR
            text = self.write("terms.both", args, "named" if helper >= 0 else "")
        return self.write("terms.anyway", {"terms": text}) if p.pick(p.P_ANYWAY) in terms else text

    def listed(self, terms: list[int]) -> str:
        parts: list[object] = []
        picks = {kind: [term & 4095 for term in terms if term >> p.P_SHIFT == kind] for kind in PICKS}
        for term in terms:
            kind, value = term >> p.P_SHIFT, term & 4095
            if kind in PICKS and len(picks[kind]) > 1:
                parts += [self.picks(kind, picks[kind])] if value == picks[kind][0] else []
            else:
                parts.append(self.term(kind, value))
        return self.write("terms.list", {"parts": parts}) if parts else self.renderer.text("terms.nothing")

    def picks(self, kind: int, places: list[int]) -> str:
        """Write picks of Treasures or tokens by their places: "the first and last Treasure picks"."""
        ordinals: list[object] = [Message(f"ordinal.{place}") for place in places]
        return self.write(PICKS[kind], {"places": ordinals, "n": len(places)})

    def term(self, kind: int, value: int, giver: int = -1) -> str:
        """Write one term of a bargain or trade; `giver` is the player asked for a card."""
        args: dict[str, object] = {"n": value, "card": self.card(value), "who": self.name(giver)}
        if kind == p.P_COUNT:
            return self.write("terms.count", args)
        if kind in PICKS and value:
            return self.picks(kind, [value])
        if kind == p.P_PLACE:
            return self.write("terms.last", args)
        if kind == p.P_TOKENS:
            return self.write("terms.tokens", args)
        if kind == p.P_TOKEN_PLACE:
            return self.write("terms.last_token", args)
        if kind == p.P_CARD:
            known = value < len(self.s.cards) and value not in hidden_cards(self.s, self.seat)
            return self.write("terms.card" if known else "terms.hidden_card", args)
        if kind == p.P_GIVE:
            return self.write("terms.give", args)
        return self.write("terms.want", args, "named" if giver >= 0 else "")


def option_text(s: State, seat: int, code: int, names: list[str], lang: str = DEFAULT) -> str:
    """Return the text of an option: "Play Magic Missile for the munchkins"."""
    return PromptWriter(s, seat, names, lang).option(code, [])


def options_text(s: State, seat: int, codes: list[int], names: list[str], lang: str = DEFAULT) -> str:
    """Return one line for options that differ only in their target: "Ask Suzan, Bo or Cleo for help"."""
    return PromptWriter(s, seat, names, lang).option(codes[0], codes[1:])


def prompt_text(s: State, prompt: Prompt, names: list[str], lang: str = DEFAULT) -> str:
    """Return the question of a prompt."""
    return PromptWriter(s, prompt.seat, names, lang).prompt(prompt)


def term_text(s: State, seat: int, term: int, names: list[str], lang: str = DEFAULT, giver: int = -1) -> str:
    """Return the text of one pick of a bargain or trade; `giver` is the player asked for a card."""
    return PromptWriter(s, seat, names, lang).term(term >> p.P_SHIFT, term & 4095, giver)


def terms_text(s: State, seat: int, terms: list[int], names: list[str], lang: str = DEFAULT, helper: int = -1) -> str:
    """Return what a helper gets and gives, as one seat may know it: "2 Treasures; Suzan gives Helm of Courage"."""
    return PromptWriter(s, seat, names, lang).terms(terms, helper)
