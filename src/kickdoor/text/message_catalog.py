"""Message catalogs and rendering. A language is one file of templates; the engine uses message ids only.

A template has `{name}` for each argument. The text after a colon gives its format:

- `{n:level|levels}` counts: 1 level, 2 levels. A quantity that is itself a message receives the two words.
- `{n:<kind> token|<kind> tokens}` takes words of the units from another argument, lists joined with "or".
- `{n:~is|are}` writes only the word that agrees with the number.
- `{n:+}` writes a sign: +3, -2; `{n:+ to the roll}` also gives the purpose, at the place that a quantity has for it.
- `{x:a}` puts the indefinite article before it, `{x:the}` the definite one unless it begins with it.
- `{n:+units}` nests a quantity in another one, with the sign and the words given for the outer one.
- `{x:or}`, `{x:and}` join a list; `{x:a or}` does both. Without a word lists are joined with "and". `{x:ways}` and
  `{x:moments}` join clauses that may have commas of their own; `{x:conditions}` joins conditions and writes "if" once.
- `{x:whom}` or any other word selects the form of a message with that name.

A message may have several forms. By default, the form is that of its argument `who`: the message
for "you" has the single form `you`, so "you lose" and "that player loses" stand side by side in the file.
"""

import tomllib
from importlib.resources import files
from typing import Final

from kickdoor.engine.cards.definitions import CardDef, Message
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData

DEFAULT: Final = "en"
PLAIN: Final = "bare"
"""The default form of a message."""
WHOSE: Final = "whose"
ANY: Final = "*"
"""The member of a message family for all names that the file does not have, such as the tags of a custom set."""
CLAUSES: Final = ("ways", "moments")
"""Lists whose parts are clauses; the same word separates all of them."""
NO_SWAPS: Final[dict[str, str]] = {}


class Placeholder:
    """A place for an argument in a template, and the text after it."""

    __slots__ = ("key", "kind", "spec", "tail")

    def __init__(self, piece: str) -> None:
        placeholder, _, self.tail = piece.partition("}")
        self.key, _, self.spec = placeholder.partition(":")
        self.kind = self.spec[self.spec.index("<") + 1 : self.spec.index(">")] if "<" in self.spec else ""
        """The other argument from which the unit words are taken."""


class Template:
    """A parsed template: the text before the first argument, and the arguments."""

    __slots__ = ("head", "placeholders")

    def __init__(self, text: str) -> None:
        pieces = text.split("{")
        self.head = pieces[0]
        self.placeholders = [Placeholder(piece) for piece in pieces[1:]]


class MessageCatalog:
    """The templates of one language by message id; each has one or more forms."""

    __slots__ = ("forms", "name", "templates")

    def __init__(self, name: str, forms: dict[str, dict[str, str]]) -> None:
        self.name = name
        self.forms = forms
        self.templates: dict[str, Template] = {}
        """The templates used so far, parsed once."""

    def template(self, text: str) -> Template:
        """Return the parsed template of a text."""
        found = self.templates.get(text)
        if found is None:
            found = self.templates[text] = Template(text)
        return found

    def find(self, id: str) -> dict[str, str]:
        """Return the forms of a message; raise an error if it is missing."""
        found = self.forms.get(id)
        if found is None:
            found = self.forms.get(id.partition(".")[0] + "." + ANY)
        if found is None:
            raise BadData(f"{self.name}: there is no message '{id}'")
        return found


def read_language(name: str, text: str) -> MessageCatalog:
    """Read a message file: tables of messages, each a template or a table of forms."""
    try:
        families: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise BadData(f"{name}: not valid TOML: {e}") from None
    forms: dict[str, dict[str, str]] = {}
    for family, messages in families.items():
        if not isinstance(messages, dict):
            raise BadData(f"{name}: {family} is not a table of messages")
        for key, value in messages.items():
            found = {PLAIN: value} if isinstance(value, str) else value
            if not isinstance(found, dict) or not all(isinstance(t, str) for t in found.values()):
                raise BadData(f"{name}: {family}.{key} is neither a text nor a table of texts")
            forms[f"{family}.{key}"] = {str(form): str(t) for form, t in found.items()}
    return MessageCatalog(name, forms)


LOADED: dict[str, MessageCatalog] = {}


def language(name: str = DEFAULT) -> MessageCatalog:
    """Return a language that comes with the package."""
    found = LOADED.get(name)
    if found is None:
        if not name.isalpha():
            raise BadData(f"'{name[:40]}' is not a language code")
        path = files("kickdoor.text").joinpath("locales", name, "messages.toml")
        if not path.is_file():
            raise BadData(f"there is no message file for the language '{name}'")
        found = LOADED[name] = read_language(name, path.read_text(encoding="utf-8"))
    return found


class MessageRenderer:
    """A renderer of messages about the cards of one rule set in one language."""

    __slots__ = ("cards", "language", "names", "rules")

    def __init__(self, rules: RuleSet, lang: str = DEFAULT) -> None:
        self.rules = rules
        self.language = language(lang)
        self.names: dict[str, str] = {}
        """Names used in card data: Classes and Races by trait, cards by id."""
        self.cards: dict[str, CardDef] = {}
        for d in rules.defs:
            self.cards[d.key] = d
            self.names["name." + d.id] = d.name
            if d.trait:
                self.names["trait." + d.id] = d.name

    def render(self, message: Message, swaps: dict[str, str] = NO_SWAPS, form: str = "", units: str = "") -> str:
        """Render a message. `swaps` replaces some messages with others, such as "you" with "that player"."""
        id = swaps.get(message.id, message.id)
        name = self.names.get(id)
        if name is not None:
            return name
        forms = self.language.find(id)
        template = self.choose(forms, message, swaps, form)
        if template is None:
            raise BadData(f"{self.language.name}: the message '{id}' lacks the form '{form or 'who'}'")
        return self.fill(id, template, message.args, swaps, units)

    def choose(self, forms: dict[str, str], message: Message, swaps: dict[str, str], form: str) -> str | None:
        """Return the requested form, else the one that agrees with `who`."""
        if form in forms:
            return forms[form]
        who = message.args.get("who")
        if isinstance(who, Message) and len(forms) > 1:
            for person in self.language.find(swaps.get(who.id, who.id)):
                if person in forms and person != WHOSE:
                    return forms[person]
        if PLAIN in forms:
            return forms[PLAIN]
        # Keys of words for people begin with the plain word and have variants for the possessive.
        return next(iter(forms.values())) if len(forms) == 1 or WHOSE in forms else None

    def fill(self, id: str, template: str, args: dict[str, object], swaps: dict[str, str], units: str) -> str:
        """Insert the arguments into a template."""
        found = self.language.template(template)
        text = found.head
        for placeholder in found.placeholders:
            key, spec = placeholder.key, placeholder.spec
            if placeholder.kind:
                spec = spec.replace(f"<{placeholder.kind}>", self.format_argument(args[placeholder.kind], "or", swaps))
            if key == "units":
                text += units.partition("|")[2]
            elif key not in args:
                if key != "name" or "." not in id:
                    raise BadData(f"{self.language.name}: the message '{id}' lacks its argument '{key}'")
                text += id.partition(".")[2].replace("_", " ").title()
            else:
                if spec == "units":
                    spec = units
                elif spec == "+units":
                    spec = "+" + units.partition("|")[2]
                text += self.format_argument(args[key], spec, swaps)
            text += placeholder.tail
        return text

    def format_argument(self, value: object, spec: str, swaps: dict[str, str]) -> str:
        """Render one argument as the template specifies."""
        if isinstance(value, str) and spec not in ("a", "the"):
            return value
        if isinstance(value, list):
            return self.join(value, spec, swaps)
        if spec == "a":
            word = self.format_argument(value, "", swaps)
            vowel = word[:1].lower() in self.language.find("article.vowels")[PLAIN]
            return self.language.find("article.vowel" if vowel else "article.other")[PLAIN] + word
        if spec == "the":
            article = self.language.find("article.the")[PLAIN]
            word = self.format_argument(value, "", swaps)
            return word if word.lower().startswith(article) else article + word
        if isinstance(value, int):
            return number(value, spec, self.language.find("join.thousands")[PLAIN])
        if not isinstance(value, Message):
            return str(value)
        if spec.startswith("+"):
            return self.render(value, swaps, "signed", "|" + spec[1:])
        if "|" in spec:
            return self.render(value, swaps, "count", spec)
        return self.render(value, swaps, spec)

    def join(self, values: list[object], spec: str, swaps: dict[str, str]) -> str:
        """Join a list: commas, and the joining word before the last."""
        word = "and"
        if spec in ("or", "a or", "and") or spec in CLAUSES:
            word = spec.removeprefix("a ")
            spec = "a" if spec == "a or" else ""
        if spec == "conditions":
            return self.conditions([self.format_argument(value, "", swaps) for value in values])
        texts = [self.format_argument(value, spec, swaps) for value in values]
        if spec and spec != "a":
            return " ".join(texts)
        if len(texts) < 2:
            return "".join(texts)
        if word in CLAUSES:
            return self.language.find("join." + word)[PLAIN].join(texts)
        comma = self.language.find("join.comma")[PLAIN]
        return comma.join(texts[:-1]) + self.language.find("join." + word)[PLAIN] + texts[-1]

    def conditions(self, texts: list[str]) -> str:
        """Join conditions without repeating the first word."""
        word = self.language.find("join.condition")[PLAIN]
        rest = [x.removeprefix(word) if texts[0].startswith(word) else x for x in texts[1:]]
        return self.join([texts[0], *rest], "and", NO_SWAPS)

    def has(self, message: Message, form: str) -> bool:
        """Return whether a message and all its parts have a form."""
        parts = message.args.get("parts")
        if isinstance(parts, list):
            for part in parts:
                if isinstance(part, Message) and not self.has(part, form):
                    return False
        return form in self.language.find(message.id)

    def text(self, id: str, form: str = "") -> str:
        """Render a message without arguments."""
        return self.render(Message(id), NO_SWAPS, form)


def number(n: int, spec: str, thousands: str) -> str:
    """Write a number: plain, with a sign, with the word it counts, or only that word."""
    digits = f"{n:,}".replace(",", thousands)
    if spec.startswith("+"):
        return (f"+{digits}" if n >= 0 else digits) + spec[1:]
    if "|" in spec:
        one, _, many = spec.lstrip("~").partition("|")
        word = one if n in (1, -1) else many
        return word if spec.startswith("~") else f"{digits} {word}"
    return digits


def sentence(text: str) -> str:
    """Make a clause a sentence: a capital first, a full stop last."""
    if not text:
        return text
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")


SHARED_RENDERERS: dict[str, MessageRenderer] = {}
MAX_CACHED_RENDERERS: Final = 32
RECENT: list[MessageRenderer] = []
"""The renderers used last. A view uses the same one for all its lines, and finding it costs more than most lines."""
MAX_RECENT: Final = 4


def renderer_for(rules: RuleSet, lang: str = DEFAULT) -> MessageRenderer:
    """Return the renderer for a rule set, created once."""
    for recent in RECENT:
        if recent.rules is rules and recent.language.name == lang and len(recent.cards) == len(rules.defs):
            return recent
    found = find_shared_renderer(rules, lang)
    if found.rules is rules:
        RECENT.insert(0, found)
        del RECENT[MAX_RECENT:]
    return found


def find_shared_renderer(rules: RuleSet, lang: str) -> MessageRenderer:
    """Return the renderer shared by all rule sets with the same names, creating it if needed."""
    key = f"{lang} {rules.sets} {rules.files}"
    found = SHARED_RENDERERS.get(key)
    if found is None or len(found.cards) != len(rules.defs):
        if len(SHARED_RENDERERS) >= MAX_CACHED_RENDERERS:
            SHARED_RENDERERS.clear()
        found = SHARED_RENDERERS[key] = MessageRenderer(rules, lang)
    return found
