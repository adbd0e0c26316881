"""Lint of a set: data without meaning. The set can be played, but does less than its author expects.

Files are checked as they are written, so that each finding names its file, card and key.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kickdoor.catalog.compiler import listed
from kickdoor.catalog.lint_cards import CardLint
from kickdoor.catalog.lint_effects import Context, Table, tables, words
from kickdoor.catalog.loader import HOME, SetFiles, kinds_meant
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet

OF_TRAITS = ("trait", "not_trait", "who", "only", "not_for", "unless", "trait_in_fight", "per")
GIVING = ("gain_token",)


def findings(folder: Path, rules: RuleSet) -> list[str]:
    """List the findings for the set of a folder, as part of a mix; each line names file, card and key."""
    return SetLint(SetFiles(folder, not folder.resolve().is_relative_to(HOME)), rules).look()


def every(value: object) -> Iterator[Table]:
    """Yield a table and all tables nested in it."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from every(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from every(inner)


class SetLint:
    """A lint check of one set, among the others of its mix."""

    def __init__(self, files: SetFiles, rules: RuleSet) -> None:
        self.files = files
        self.rules = rules
        self.cards = [(card.where, card.id, card.table) for card in files.cards]
        self.out: list[str] = []
        self.held = self.given() | {x for one in rules.sets if one != files.id for x in self.given_by(one)}

    def tell(self, where: str, what: str) -> None:
        line = f"{where}: {what}"
        if line not in self.out:
            self.out.append(line)

    def look(self) -> list[str]:
        tags = {name for d in self.rules.defs for i, name in enumerate(self.rules.tags) if (d.tags | d.gives) >> i & 1}
        tags |= {str(line["tag"]) for _, _, card in self.cards for line in every(card) if line.get("op") == "give_tag"}
        # Marks kinds of token, so that they are not mistaken for traits.
        tags |= {f"token:{name}" for name in self.rules.counters}
        self.head(tags)
        context = Context(self.tell, self.held, tags)
        spoken = {name for _, card_id, card in self.cards for name in self.traits(card, card_id)}
        for where, card_id, card in self.cards:
            CardLint(card, where, context, card_id in spoken, bool(self.rules.food)).look()
            if card.get("kind") in ("race", "halfbreed") and "races" not in listed(self.files.head, "uses"):
                self.tell(where, f'a {card["kind"]} needs the module: uses = ["races"] in set.toml')
        return self.out

    def head(self, tags: set[str]) -> None:
        """Check the declarations of set.toml."""
        head = self.files.head
        used = {x for _, _, card in self.cards for line in every(card) for x in self.spent(line)}
        used |= {*listed(head, "turned_in"), *listed(head, "food")}
        where = self.files.where
        for name in head.counters:
            if name not in self.held:
                self.tell(f"{where}.counters", f"no player can get {name} tokens: no card gives them")
            elif name not in used:
                self.tell(f"{where}.counters", f"{name} tokens have no use: no card requires or counts them")
        for name in head.tags:
            if name not in tags:
                self.tell(f"{where}.tags", f"no card has the tag '{name}'")
        kinds = {card.get("kind") for _, _, card in self.cards}
        for name in [name for table in tables(self.files.table.get("labels")) for name in table]:
            if name not in kinds:
                self.tell(f"{where}.labels.{name}", f"the set has no {name}")

    def traits(self, card: Table, card_id: str) -> set[str]:
        """List the Classes and Races that a card refers to, except for itself."""
        found = {x for line in every(card) for key in OF_TRAITS for x in words(line.get(key, []))}
        return found - {card_id}

    def given(self) -> set[str]:
        """List the kinds of token that cards of the set give."""
        counters = self.rules.counters
        meant = [counters[kind] for kind in kinds_meant(self.rules, self.files.head)]
        out: set[str] = set()
        for _, _, card in self.cards:
            # A monster gives tokens by its tags; a card that gives tags to a monster may make it give them.
            out |= {x for key in ("tags", "gives", "becomes") for x in words(card.get(key, [])) if x in counters}
            for line in every(card):
                if line.get("op") in GIVING:
                    out |= set(words(line.get("kinds", []))) or set(meant)
        return out

    def given_by(self, name: str) -> list[str]:
        """List the kinds of token that another set of the mix gives: those that are tags of its monsters."""
        tags = [d.tags | d.gives for d in self.rules.defs if d.set_id == name and d.kind in (nr.MONSTER, nr.ENHANCER)]
        rules = self.rules
        return [x for x, tag in zip(rules.counters, rules.counter_tags, strict=True) if any(t & tag for t in tags)]

    def spent(self, line: Table) -> list[str]:
        """List the kinds of token that a table requires, takes or counts."""
        if line.get("op") in GIVING:
            return []
        meant = [self.rules.counters[kind] for kind in kinds_meant(self.rules, self.files.head)]
        found = [x for key in ("kinds", "per", "token") for x in words(line.get(key, []))]
        unnamed = "kinds" not in line and (line.get("op") in TOKEN_OPS or "tokens" in line or "has_tokens" in line)
        priced = [one for key in ("tokens", "has_tokens") for one in tables(line.get(key, []))]
        named = all("kinds" in one for one in priced) and priced
        return found + (meant if unnamed and not named else [])


TOKEN_OPS = ("lose_tokens", "move_tokens", "may_pay_tokens", "swap_tokens", "change_token")
