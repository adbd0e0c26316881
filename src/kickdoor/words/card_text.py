"""What a card says, made from its definition alone: what is read here is what runs."""

import re
from typing import Final

from kickdoor.engine import numbers as nr
from kickdoor.engine.cards.definitions import CardDef, Modifier, Msg, Mute, Play, Trigger
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.language.quantities import Plain
from kickdoor.engine.state.counters import kinds_of
from kickdoor.words.card_phrases import MONSTER_SWAPS, CardPhrases
from kickdoor.words.language import DEFAULT, NO_SWAPS, sentence

ABOUT_MUNCHKINS: Final = (
    nr.Q_NO_PURSUIT, nr.Q_NO_ESCAPE, nr.Q_NO_HELP, nr.Q_BARS_HELPER, nr.Q_ESCAPE_LOSS, nr.Q_EACH_STRENGTH,
    nr.Q_NO_ONESHOTS, nr.Q_NO_ONESHOT_BONUSES,
)  # fmt: skip
"""What a monster changes for those munchkins its condition fits."""
UNLIMITED: Final = 50
OWN_WORDS: Final = {nr.CURSE: "word.curse", nr.FOLLOWER: "word.follower"}
"""Words in sentences for which a set may have one of its own."""
ANY_NUMBER: Final = {nr.Q_BIG_LIMIT: "mod.any_big", nr.Q_COMPLEX_LIMIT: "mod.any_complex"}
UNCOUNTED: Final = nr.T_LEVEL | nr.T_CURSE
"""Sorts of strength that are no bonuses: they count, or they do not."""
MONSTER_COUNTS: Final[dict[str, str]] = {"much.per_counter": "much.per_counter_of_fighter"}
"""Whose tokens a monster counts."""
REVEAL_SWAPS: Final[dict[str, str]] = {
    "op.bonus_monster": "op.bonus_it",
    "who.monster": "who.this_monster",
    "who.victim": "who.main_fighter",
    "who.player": "who.main_fighter",
}


class CardWriter(CardPhrases):
    """Writes one card: short features first and last, sentences between."""

    __slots__ = ("body", "foot", "head", "signs")

    def __init__(self, rules: RuleSet, d: CardDef, lang: str) -> None:
        super().__init__(rules, d, lang)
        self.head: list[str] = []
        self.body: list[str] = []
        self.foot: list[str] = []
        self.signs: list[str] = []
        """What each line of the foot is about, for a picture beside it: levels, treasures, gold, or nothing."""

    def write(self) -> None:
        d = self.d
        self.features()
        for vs in d.vs:
            self.body.append(self.say("card.versus", {"n": vs.amount, "names": self.traits(vs.mask)}))
        if d.run and not self.names_run():
            self.body.append(sentence(self.run_change()))
        self.body += self.whom_for()
        for i, name in enumerate(self.rules.tags):
            if d.sides_with >> i & 1:
                self.body.append(self.say("card.sides_with", {"tag": Msg("tag." + name)}))
        if d.on_reveal >= 0:
            self.body.append(self.say("line.on_reveal", {"text": self.program(d.on_reveal, REVEAL_SWAPS)}))
        if d.on_kill >= 0:
            self.body.append(self.say("line.on_kill", {"text": self.program(d.on_kill, REVEAL_SWAPS)}))
        if d.on_land >= 0:
            self.body.append(sentence(self.program(d.on_land, NO_SWAPS)))
        self.standing()
        if d.on_spare >= 0:
            self.body.append(self.say("line.on_spare", {"text": self.program(d.on_spare, REVEAL_SWAPS)}))
        for play in d.plays:
            self.play(play)
        for ability in d.abilities:
            self.body.append(self.ability(ability))
        if d.sacrifice:
            self.body.append(self.say("card.sacrifice_with_load" if d.lifts else "card.sacrifice"))
        self.last_lines()
        self.body = [self.in_own_words(line) for line in self.body]

    def whom_for(self) -> list[str]:
        """Says who may use the card, if not everybody."""
        out = [self.say("card.only", {"names": self.traits(mask)}) for mask in self.d.needs]
        if self.d.forbids:
            out.append(self.say("card.not_for", {"names": self.traits(self.d.forbids)}))
        return out

    def way(self, program: int) -> str:
        """Writes one of several ways that are open to somebody now."""
        return self.in_own_words(sentence(self.program(program, NO_SWAPS, True)))

    def in_own_words(self, line: str) -> str:
        """Puts the set's own words for kinds of cards into a sentence."""
        for kind, word in OWN_WORDS.items():
            kin = [d for d in self.rules.defs if d.set_id == self.d.set_id and d.kind == kind]
            label = (kin[0].label or self.voice.text("kind." + nr.KINDS[kind])) if kin else ""
            for form in ("many", "one") if label else ():
                new = self.voice.say(Msg("word.called", {"label": label.lower()}), NO_SWAPS, form)
                line = replaced(line, self.voice.text(word, form), new)
        return line

    def features(self) -> None:
        """Puts the numbers and words that stand alone."""
        d = self.d
        if d.kind == nr.MONSTER:
            self.head.append(self.say("card.level", {"n": d.level}))
        elif d.bonus and d.kind == nr.ENHANCER:
            self.head.append(self.say("card.enhancer", {"n": d.bonus}))
        elif d.bonus and d.kind != nr.ONESHOT:
            self.head.append(self.say("card.bonus", {"n": d.bonus}))
        for i, name in enumerate(self.rules.tags):
            if d.tags >> i & 1:
                self.head.append(self.say("card.tag", {"tag": Msg("tag." + name)}))
        if d.slot == nr.HAND:
            self.head.append(self.say("card.hands", {"n": d.hands}))
        elif d.slot:
            self.head.append(self.say("slot." + nr.SLOTS[d.slot], None, "label"))
        if d.big:
            self.head.append(self.say("card.big"))
        if d.complex:
            self.head.append(self.say("card.complex"))
        if d.joins:
            self.body.append(self.say("card.joined", {"tag": self.tag(d.joins), "n": d.hands}))
        self.changes()

    def changes(self) -> None:
        """Tells what becomes of the Item or monster it is laid on."""
        d = self.d
        if d.makes:
            self.body.append(self.say("card.makes", None, nr.SIZES[d.makes]))
        for mask, name in ((d.gives, "card.gives"), (d.takes, "card.takes")):
            if mask:
                labels: list[object] = [self.voice.text("tag." + x, "label") for x in self.tag_names(mask)]
                self.body.append(self.say(name, {"tags": labels}, "monster" if d.kind == nr.ENHANCER else "item"))
        if kinds_of(self.rules, d.takes):
            self.body.append(self.say("card.no_token"))
        if d.becomes >= 0:
            self.body.append(self.say("card.becomes", {"kind": self.counters([d.becomes])}))

    def close_with(self, sign: str, name: str, args: dict[str, object] | None = None) -> None:
        """Puts a line of the foot."""
        self.foot.append(self.say(name, args))
        self.signs.append(sign)

    def last_lines(self) -> None:
        """Puts Bad Stuff, rewards and value."""
        d = self.d
        if d.kind == nr.MONSTER:
            if d.bad_stuff >= 0:
                text = sentence(self.program(d.bad_stuff, MONSTER_SWAPS))
                self.body.append(self.say("line.bad_stuff", {"text": text}))
                if d.after_run >= 0:
                    self.body.append(self.say("line.after_run", {"text": self.program(d.after_run, MONSTER_SWAPS)}))
            else:
                self.body.append(self.say("line.no_bad_stuff"))
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
        """Tells what holds as long as the card is there; a kept curse says how long that is."""
        d = self.d
        parts = [self.modifier(m) for m in d.modifiers] + [self.mute(m) for m in d.mutes]
        if d.lasts and parts:
            name = "line.next_combat" if d.lasts == nr.NEXT_COMBAT else "line.until_cancelled"
            listed: list[object] = list(parts)
            self.body.append(self.say(name, {"parts": listed}))
        else:
            if d.lasts == nr.FOR_GOOD:
                self.body.append(self.say("line.stays"))
            if d.run and self.names_run():
                parts.insert(0, self.run_change())
            self.body.extend(self.named(parts + [self.trigger(t) for t in d.triggers]))
            return
        self.body.extend([sentence(self.trigger(t)) for t in d.triggers])

    def names_run(self) -> bool:
        """Tells whether the change of rolls to run away is one of the powers that have names."""
        return len(self.d.powers) > 0 and not self.d.lasts

    def run_change(self) -> str:
        return self.voice.say(Msg("card.run_from" if self.d.kind == nr.MONSTER else "card.run", {"n": self.d.run}))

    def named(self, parts: list[str]) -> list[str]:
        """Puts the names of the powers before what the card does by itself; the last name goes for all the rest."""
        lines: list[str] = []
        for i, part in enumerate(parts):
            if i < len(self.d.powers):
                lines.append(self.under(self.d.powers[i], part))
            elif self.d.powers:
                lines[-1] += " " + sentence(part)
            else:
                lines.append(sentence(part))
        return lines

    def under(self, name: str, text: str) -> str:
        """Writes a clause under the name of its power."""
        # A name such as "Fetch!" is a sentence already
        if name[-1] in "!?":
            return f"{name} {sentence(text)}"
        return sentence(self.voice.say(Msg("line.list", {"head": name, "body": text})))

    def trigger(self, trigger: Trigger) -> str:
        """Tells what it does by itself, and when."""
        head = ", ".join(self.joint(["on." + nr.TRIGGER_EVENTS[trigger.event]], trigger.when, NO_SWAPS))
        text = self.voice.say(Msg("line.list", {"head": head, "body": self.program(trigger.program, NO_SWAPS)}))
        return sentence(text) + " " + self.say("card.drawback") if trigger.hurts else text

    def modifier(self, m: Modifier) -> str:
        id = "mod." + nr.QUERIES[m.query]
        args: dict[str, object] = {"n": m.amount.text()}
        form = "set" if m.sets else "add"
        on_monster = self.d.kind == nr.MONSTER
        if m.query in ANY_NUMBER and isinstance(m.amount, Plain) and m.amount.n >= UNLIMITED:
            id = ANY_NUMBER[m.query]
        if m.query == nr.Q_STRENGTH and self.d.lasts == nr.FOR_GOOD:
            id = "mod.strength_always"
        if m.query == nr.Q_STRENGTH and on_monster:
            id = "mod.strength_of_it"
        helps = m.query == nr.Q_HELPER_LEVELS and on_monster
        if helps:
            id = "mod.helper_levels_here"
        if not self.voice.has(Msg(id), form):
            form = "add"
        escape = m.query == nr.Q_ESCAPE_NUMBER and on_monster and m.when is not None
        if escape:
            id = "mod.escape_number_whom"
        if m.when is not None and undoes(m, self.d.bonus):
            return self.voice.say(Msg("mod.bonus_off", {"when": self.voice.say(m.when.text())}))
        if m.query in ABOUT_MUNCHKINS or helps or escape:
            if on_monster and m.when is not None:
                but = self.voice.has(m.when.text(), "but") and self.voice.has(Msg(id), "but")
                args["whom"] = self.voice.say(m.when.text(), NO_SWAPS, "but" if but else "whom")
                return self.voice.say(Msg(id, args), NO_SWAPS, "but" if but else form)
            form = "all" if on_monster else "mine"
        text = self.voice.say(Msg(id, args), MONSTER_COUNTS if on_monster else NO_SWAPS, form)
        if m.query == nr.Q_STRENGTH and self.d.bonus:
            text = self.voice.say(Msg("mod.another", {"text": text}))
        if m.only_held:
            text = self.voice.say(Msg("mod.guarded", {"text": text, "when": self.voice.text("if.only_held")}))
        if m.when is not None:
            when = self.voice.say(m.when.text(), REVEAL_SWAPS if on_monster else NO_SWAPS)
            text = self.voice.say(Msg("mod.guarded", {"text": text, "when": when}))
        if self.voice.has(Msg(id), "after"):
            text = self.voice.say(Msg("line.list", {"head": text, "body": self.voice.text(id, "after")}))
        return text

    def mute(self, mute: Mute) -> str:
        """Says what does not count; or what alone does, where even what has no name is out."""
        left = ~mute.sorts
        only = mute.sorts & nr.T_MONSTER != 0
        sorts: list[object] = [Msg("sort." + x) for x, bit in nr.SORTS.items() if (left if only else mute.sorts) & bit]
        args: dict[str, object] = {"sorts": sorts}
        if mute.slot:
            args["sorts"] = Msg("mute.slot", {"slot": self.voice.text("slot." + nr.SLOTS[mute.slot], "many")})
        elif mute.hands:
            args["sorts"] = Msg("mute.hands", {"n": mute.hands})
        elif mute.complex:
            args["sorts"] = Msg("mute.complex")
        if mute.tag:
            args["sorts"] = Msg("mute.tagged", {"sorts": sorts, "tag": self.tag(mute.tag)})
        mine = "" if self.d.kind == nr.MONSTER else "mine_"
        how = "reversed" if mute.reverse else ("only" if only else "no_bonus")
        doubled = mute.sorts == nr.T_ONESHOT and not mute.with_bonus
        if how == "no_bonus" and (mute.slot or mute.sorts & UNCOUNTED or doubled):
            # What doubles is no bonus either
            how = "none"
        text = self.voice.say(Msg(f"mute.{mine}{how}", args))
        if mute.unless:
            text = self.voice.say(Msg("mute.unless", {"text": text, "names": self.traits(mute.unless)}))
        if mute.but_slot:
            slot = self.voice.text("slot." + nr.SLOTS[mute.but_slot], "label")
            text = self.voice.say(Msg("mute.but_slot", {"text": text, "slot": slot}))
        return text

    def play(self, play: Play) -> None:
        """Tells how the card is played, where its kind does not say it all."""
        d = self.d
        verb = play.verb
        if verb == nr.V_SIDE_BONUS:
            if d.side < 0:
                self.head.append(self.say("card.either_side", {"n": d.bonus}))
            else:
                self.head.append(self.say("card.one_side", {"n": d.bonus}, nr.SIDES[d.side]))
        elif verb == nr.V_SECOND_CLASS or verb == nr.V_SECOND_RACE:
            self.body.append(self.say("card.super" if verb == nr.V_SECOND_CLASS else "card.halfbreed"))
        elif verb == nr.V_ATTACH and d.kind == nr.OTHER_TREASURE:
            self.body.insert(0, self.say("card.improves"))
            if d.lifts:
                self.body.append(self.say("card.that_item", {"limits": self.limits()}))
            if d.value:
                self.body.append(self.say("card.more_value", {"n": d.value}))
        elif verb == nr.V_ATTACH or (d.lifts and (verb == nr.V_FOLLOWER or verb == nr.V_ITEM)):
            carries = "card.carries_along" if verb == nr.V_FOLLOWER else "card.carries"
            name = "card.attach" if verb == nr.V_ATTACH else carries
            self.body.append(self.say(name, {"limits": self.limits()}))
        elif verb == nr.V_JOIN:
            if play.needs_second and play.aim_tag:
                self.body.append(self.say("card.joins_as", {"tag": self.tag(play.aim_tag)}))
            elif play.needs_second:
                self.body.append(self.say("card.joins"))
            else:
                self.body.append(self.say("card.joins_tag", {"tag": self.tag(play.aim_tag)}))
        elif verb == nr.V_STAY:
            self.body.append(self.say("card.stays"))
        elif verb == nr.V_MATE:
            self.body.append(self.say("card.mate"))
        elif verb == nr.V_EFFECT:
            self.body.append(sentence(self.use(play)) + (" " + self.say("card.again") if play.again else ""))

    def limits(self) -> list[object]:
        complex_items = [d for d in self.rules.defs if d.complex]
        names = [x for x, bit in nr.LIFTS.items() if self.d.lifts & bit]
        return [Msg("limit." + x) for x in names if bit_counts(x, len(complex_items))]

    def ability(self, play: Play) -> str:
        text = self.under(play.name, self.use(play))
        if play.limit:
            text += " " + self.say("once." + nr.LIMITS[play.limit], {"n": play.cost_max})
        if play.carried:
            text += " " + self.say("card.carried")
        return text


def replaced(line: str, old: str, new: str) -> str:
    """Replaces a word, also where it begins a sentence."""
    for before, after in ((old, new), (old.capitalize(), new.capitalize())):
        line = re.sub(rf"\b{before}\b", after, line)
    return line


def undoes(m: Modifier, bonus: int) -> bool:
    """Tells whether a change takes away just the bonus its card has."""
    return m.query == nr.Q_STRENGTH and isinstance(m.amount, Plain) and m.amount.n == -bonus != 0


def bit_counts(name: str, complex_items: int) -> bool:
    """Tells whether a limit exists in this mix of sets."""
    return name != "complex" or complex_items > 0


def card_text(rules: RuleSet, d: CardDef, lang: str = DEFAULT) -> list[str]:
    """Writes a card as a list of sentences."""
    writer = CardWriter(rules, d, lang)
    writer.write()
    return writer.head + writer.body + writer.foot


def modifier_text(rules: RuleSet, key: str, query: int, lang: str = DEFAULT) -> str:
    """Writes what a card says about one matter, as sentences."""
    d = rules.card(key)
    if d is None:
        return ""
    writer = CardWriter(rules, d, lang)
    return " ".join([sentence(writer.modifier(m)) for m in d.modifiers if m.query == query])


def card_face(rules: RuleSet, d: CardDef, lang: str = DEFAULT) -> str:
    """Writes a card as it would be printed: name, kind, features, rules, rewards or value."""
    writer = CardWriter(rules, d, lang)
    writer.write()
    lines = [d.name, d.label or writer.voice.text("kind." + nr.KINDS[d.kind]), " ".join(writer.head), *writer.body]
    lines.extend([" ".join(writer.foot), d.flavour])
    return "\n".join([line for line in lines if line])
