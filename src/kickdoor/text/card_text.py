"""Card texts, generated from the definitions alone, so that the text matches the implementation."""

import re
from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef, Message, Play, Trigger
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.effects.ops.levy_ops import EndThisCurse
from kickdoor.engine.effects.ops.optional_ops import May
from kickdoor.engine.state.tokens import kinds_of
from kickdoor.text.card_clauses import MONSTER_SWAPS
from kickdoor.text.message_catalog import DEFAULT, NO_SWAPS, sentence
from kickdoor.text.modifier_clauses import REVEAL_SWAPS, StandingPhrases

OWN_WORDS: Final = {nr.CURSE: "word.curse", nr.FOLLOWER: "word.follower"}
"""Words in sentences for which a set may have its own."""


class CardWriter(StandingPhrases):
    """A writer of one card: short features first and last, sentences between."""

    __slots__ = ("body", "foot", "head", "signs")

    def __init__(self, rules: RuleSet, d: CardDef, lang: str) -> None:
        super().__init__(rules, d, lang)
        self.head: list[str] = []
        self.body: list[str] = []
        self.foot: list[str] = []
        self.signs: list[str] = []
        """The topic of each footer line, for an icon beside it: levels, treasures, gold, or none."""

    def write(self) -> None:
        d = self.d
        self.features()
        for versus in d.vs:
            self.body.append(self.line("card.versus", {"n": versus.amount, "names": self.traits(versus.mask)}))
        if d.run and not self.is_run_named():
            self.body.append(sentence(self.run_change()))
        self.body += self.restrictions()
        for i, name in enumerate(self.rules.tags):
            if d.sides_with >> i & 1:
                self.body.append(self.line("card.sides_with", {"tag": Message("tag." + name)}))
        if d.on_reveal >= 0:
            self.body.append(self.line("line.on_reveal", {"text": self.program(d.on_reveal, REVEAL_SWAPS)}))
        if d.on_kill >= 0:
            self.body.append(self.line("line.on_kill", {"text": self.program(d.on_kill, REVEAL_SWAPS)}))
        if d.on_land >= 0:
            self.body.append(sentence(self.program(d.on_land, NO_SWAPS)))
        self.standing()
        if d.on_spare >= 0:
            self.body.append(self.line("line.on_spare", {"text": self.program(d.on_spare, REVEAL_SWAPS)}))
        if d.kind == nr.MONSTER:
            self.named_by()
        for i, play in enumerate(d.plays):
            if i == 0 or not self.same_use(play, d.plays[i - 1]):
                self.play(play, i)
        for ability in d.abilities:
            self.body.append(self.ability(ability))
        if d.sacrifice:
            self.body.append(self.line("card.sacrifice_with_load" if d.lifts else "card.sacrifice"))
        self.last_lines()
        self.body = [self.in_own_words(line) for line in self.body]

    def restrictions(self) -> list[str]:
        """Return who may use the card, unless everyone may."""
        out = [self.line("card.only", {"names": self.traits(mask)}) for mask in self.d.needs]
        if self.d.forbids:
            out.append(self.line("card.not_for", {"names": self.traits(self.d.forbids)}))
        return out

    def named_by(self) -> None:
        """Add the effects of cards that name this monster."""
        for d in self.rules.defs:
            for play in d.plays:
                if play.aim_name == self.d.id:
                    args: dict[str, object] = {"name": d.name, "text": self.program(play.program, REVEAL_SWAPS)}
                    self.body.append(self.line("line.named_by", args))

    def alternative(self, program: int) -> str:
        """Write one of several plays that are open to a player now."""
        return self.in_own_words(sentence(self.program(program, NO_SWAPS, True)))

    def choice_text(self, program: int, position: int) -> str:
        """Write the choice that a player may make, as in "have it leave the fight"; empty if it has no words."""
        ops = self.rules.programs[program].ops
        op = ops[position]
        form = "offer"
        if isinstance(op, May) and position + 1 < len(ops) and ops[position + 1].then:
            op = ops[position + 1]
            form = "offer" if self.renderer.has(op.text(), "offer") else "may"
        text = op.text()
        swaps = REVEAL_SWAPS if self.d.kind == nr.MONSTER else NO_SWAPS
        return self.in_own_words(self.renderer.render(text, swaps, form)) if self.renderer.has(text, form) else ""

    def in_own_words(self, line: str) -> str:
        """Replace words for kinds of card with the set's own."""
        for kind, word in OWN_WORDS.items():
            same_kind = [d for d in self.rules.defs if d.set_id == self.d.set_id and d.kind == kind]
            label = (same_kind[0].label or self.renderer.text("kind." + nr.KINDS[kind])) if same_kind else ""
            for form in ("many", "one") if label else ():
                own_word = self.renderer.render(Message("word.called", {"label": label.lower()}), NO_SWAPS, form)
                line = replace_word(line, self.renderer.text(word, form), own_word)
        return line

    def features(self) -> None:
        """Add the numbers and words that stand alone."""
        d = self.d
        if d.kind == nr.MONSTER:
            self.head.append(self.line("card.level", {"n": d.level}))
        elif d.bonus and d.kind == nr.ENHANCER:
            self.head.append(self.line("card.enhancer", {"n": d.bonus}))
        elif d.bonus and d.kind != nr.ONESHOT:
            self.head.append(self.line("card.bonus", {"n": d.bonus}))
        for i, name in enumerate(self.rules.tags):
            if d.tags >> i & 1:
                self.head.append(self.line("card.tag", {"tag": Message("tag." + name)}))
        if d.slot == nr.HAND:
            self.head.append(self.line("card.hands", {"n": d.hands}))
        elif d.slot:
            self.head.append(self.line("slot." + nr.SLOTS[d.slot], None, "label"))
        if d.big:
            self.head.append(self.line("card.big"))
        if d.complex:
            self.head.append(self.line("card.complex"))
        if d.joins:
            self.body.append(self.line("card.joined", {"tag": self.tag(d.joins), "n": d.hands}))
        self.changes()

    def changes(self) -> None:
        """Add the changes of the Item or monster that the card is attached to."""
        d = self.d
        if d.makes:
            self.body.append(self.line("card.makes", None, nr.SIZES[d.makes]))
        for mask, name in ((d.gives, "card.gives"), (d.takes, "card.takes")):
            if mask:
                on = "monster" if d.kind == nr.ENHANCER else "item"
                form = on if name == "card.gives" else "label"
                labels: list[object] = [self.renderer.text("tag." + tag, form) for tag in self.tag_names(mask)]
                self.body.append(self.line(name, {"tags": labels}, on))
        if kinds_of(self.rules, d.takes):
            self.body.append(self.line("card.no_token"))
        if d.becomes >= 0:
            self.body.append(self.line("card.becomes", {"kind": self.counters([d.becomes])}))

    def close_with(self, sign: str, name: str, args: dict[str, object] | None = None) -> None:
        """Add a footer line."""
        self.foot.append(self.line(name, args))
        self.signs.append(sign)

    def last_lines(self) -> None:
        """Add Bad Stuff, rewards and value."""
        d = self.d
        if d.kind == nr.MONSTER:
            if d.bad_stuff >= 0:
                text = sentence(self.program(d.bad_stuff, MONSTER_SWAPS))
                self.body.append(self.line("line.bad_stuff", {"text": text}))
                if d.after_run >= 0:
                    self.body.append(self.line("line.after_run", {"text": self.program(d.after_run, MONSTER_SWAPS)}))
            else:
                self.body.append(self.line("line.no_bad_stuff"))
            if d.levels_gained != 1:
                self.close_with("levels", "card.levels", {"n": d.levels_gained})
            self.close_with("treasures", "card.treasures", {"n": d.treasures})
            kinds = kinds_of(self.rules, d.tags)
            terms = self.counters([kind for kind in kinds if kind in self.rules.food])
            if terms:
                self.close_with("", "card.gives_token", {"kinds": terms})
            for kind in kinds:
                if kind not in self.rules.food:
                    self.close_with("", "card.gives_token", {"kinds": self.counters([kind])})
        elif d.kind == nr.ENHANCER and d.treasures:
            name = "card.more_treasures" if d.treasures > 0 else "card.fewer_treasures"
            self.close_with("treasures", name, {"n": abs(d.treasures)})
        elif d.kind in (nr.ITEM, nr.ONESHOT):
            if d.kind == nr.ONESHOT:
                self.close_with("", "card.once")
            self.close_with("gold", "card.value" if d.value else "card.no_value", {"n": d.value})

    # Standing effects

    def standing(self) -> None:
        """Add the standing effects; a kept curse gives its duration."""
        d = self.d
        parts = [self.modifier(modifier) for modifier in d.modifiers] + [self.mute(modifier) for modifier in d.mutes]
        if d.lasts and parts:
            name = "line.next_combat" if d.lasts == nr.NEXT_COMBAT else "line.until_cancelled"
            listed: list[object] = list(parts)
            self.body.append(self.line(name, {"parts": listed}))
        else:
            if d.lasts == nr.FOR_GOOD:
                self.body.append(self.line("line.stays"))
            if d.run and self.is_run_named():
                parts.insert(0, self.run_change())
            self.body.extend(self.under_power_names(parts + [self.trigger(trigger) for trigger in d.triggers]))
            return
        self.body.extend([sentence(self.trigger(trigger)) for trigger in d.triggers])

    def is_run_named(self) -> bool:
        """Return whether the change of rolls to run away is one of the named powers."""
        return len(self.d.powers) > 0 and not self.d.lasts

    def run_change(self) -> str:
        return self.renderer.render(
            Message("card.run_from" if self.d.kind == nr.MONSTER else "card.run", {"n": self.d.run})
        )

    def under_power_names(self, parts: list[str]) -> list[str]:
        """Put the names of the powers before the card's own effects; the last name covers all the rest."""
        lines: list[str] = []
        for i, part in enumerate(parts):
            if i < len(self.d.powers):
                lines.append(self.with_power_name(self.d.powers[i], part))
            elif self.d.powers:
                lines[-1] += " " + sentence(part)
            else:
                lines.append(sentence(part))
        return lines

    def with_power_name(self, name: str, text: str) -> str:
        """Write a clause under the name of its power."""
        # A name such as "Fetch!" is already a sentence.
        if name[-1] in "!?":
            return f"{name} {sentence(text)}"
        return sentence(self.renderer.render(Message("line.list", {"head": name, "body": text})))

    def trigger(self, trigger: Trigger) -> str:
        """Write a triggered effect and its event."""
        head = ", ".join(self.joint(["on." + nr.TRIGGER_EVENTS[trigger.event]], trigger.when, NO_SWAPS))
        ops = self.rules.programs[trigger.program].ops
        if len(ops) == 1 and isinstance(ops[0], EndThisCurse) and ops[0].when is None:
            return self.renderer.render(Message("line.ends", {"head": head}))
        text = self.renderer.render(
            Message("line.list", {"head": head, "body": self.program(trigger.program, NO_SWAPS)})
        )
        return sentence(text) + " " + self.line("card.drawback") if trigger.hurts else text

    def same_use(self, play: Play, other: Play) -> bool:
        """Return whether two plays differ only in their timings."""
        return play.verb == other.verb == nr.V_EFFECT and self.use(play, 0) == self.use(other, 0)

    def timings_of(self, i: int) -> int:
        """Return the timings of a play and of the later plays that are otherwise equal."""
        plays = self.d.plays
        timings = plays[i].moments
        while i + 1 < len(plays) and self.same_use(plays[i + 1], plays[i]):
            i += 1
            timings |= plays[i].moments
        return timings

    def play(self, play: Play, i: int) -> None:
        """Add how the card is played, if its kind does not imply it."""
        d = self.d
        verb = play.verb
        if verb == nr.V_SIDE_BONUS:
            if d.side < 0:
                self.head.append(self.line("card.either_side", {"n": d.bonus}))
            else:
                self.head.append(self.line("card.one_side", {"n": d.bonus}, nr.SIDES[d.side]))
        elif verb == nr.V_SECOND_CLASS or verb == nr.V_SECOND_RACE:
            self.body.append(self.line("card.super" if verb == nr.V_SECOND_CLASS else "card.halfbreed"))
        elif verb == nr.V_ATTACH and d.kind == nr.OTHER_TREASURE:
            self.body.insert(0, self.line("card.improves"))
            if d.lifts:
                self.body.append(self.line("card.that_item", {"limits": self.limits()}))
            if d.value:
                self.body.append(self.line("card.more_value", {"n": d.value}))
        elif verb == nr.V_ATTACH or (d.lifts and (verb == nr.V_FOLLOWER or verb == nr.V_ITEM)):
            carries = "card.carries_along" if verb == nr.V_FOLLOWER else "card.carries"
            name = "card.attach" if verb == nr.V_ATTACH else carries
            self.body.append(self.line(name, {"limits": self.limits()}))
        elif verb == nr.V_JOIN:
            if play.needs_second and play.aim_tag:
                self.body.append(self.line("card.joins_as", {"tag": self.tag(play.aim_tag)}))
            elif play.needs_second:
                self.body.append(self.line("card.joins"))
            else:
                self.body.append(self.line("card.joins_tag", {"tag": self.tag(play.aim_tag)}))
        elif verb == nr.V_STAY:
            self.body.append(self.line("card.stays"))
        elif verb == nr.V_MATE:
            self.body.append(self.line("card.mate"))
        elif verb == nr.V_EFFECT:
            text = sentence(self.use(play, self.timings_of(i)))
            self.body.append(text + (" " + self.line("card.again") if play.again else ""))

    def limits(self) -> list[object]:
        """List the limits that do not apply to the Item; a limit that no card of the mix has is left out."""
        names = [limit for limit, bit in nr.LIFTS.items() if self.d.lifts & bit]
        if "complex" in names and not [d for d in self.rules.defs if d.complex]:
            names.remove("complex")
        if "big" in names and "complex" in names:
            names.remove("complex")
            names[names.index("big")] = "big_and_complex"
        if "traits" in names and not [d for d in self.rules.defs if d.kind == nr.RACE]:
            names[names.index("traits")] = "class_and_sex"
        return [Message("limit." + limit) for limit in names]

    def ability(self, play: Play) -> str:
        text = self.with_power_name(play.name, self.use(play, play.moments))
        if play.limit:
            text += " " + self.line("once." + nr.LIMITS[play.limit], {"n": play.cost_max})
        if play.carried:
            text += " " + self.line("card.carried")
        return text


def replace_word(line: str, old: str, new: str) -> str:
    """Replace a word, also at the beginning of a sentence."""
    for before, after in ((old, new), (old.capitalize(), new.capitalize())):
        line = re.sub(rf"\b{before}\b", after, line)
    return line


def card_text(rules: RuleSet, d: CardDef, lang: str = DEFAULT) -> list[str]:
    """Write a card as a list of sentences."""
    writer = CardWriter(rules, d, lang)
    writer.write()
    return writer.head + writer.body + writer.foot


def modifier_text(rules: RuleSet, key: str, query: int, lang: str = DEFAULT) -> str:
    """Write a card's sentences about one query."""
    d = rules.card(key)
    if d is None:
        return ""
    writer = CardWriter(rules, d, lang)
    return " ".join([sentence(writer.modifier(modifier)) for modifier in d.modifiers if modifier.query == query])


def card_face(rules: RuleSet, d: CardDef, lang: str = DEFAULT) -> str:
    """Write a card as it would be printed: name, kind, features, rules, rewards or value."""
    writer = CardWriter(rules, d, lang)
    writer.write()
    lines = [d.name, d.label or writer.renderer.text("kind." + nr.KINDS[d.kind]), " ".join(writer.head), *writer.body]
    lines.extend([" ".join(writer.foot), d.flavour])
    return "\n".join([line for line in lines if line])
