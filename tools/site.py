"""Write the pages of the documentation site to build/pages; `make docs` builds the site from them.

Pages keep their paths in the repository, so that links between them work on the site too. The rulebook and the
screens get generated pages. With --check, look for faults in the built site.
"""

import re
import shutil
import sys
from pathlib import Path

import kickdoor
from kickdoor.rulebook import Option, Rule, Ruling, bases, chapters, options, rules, rulings

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "build" / "pages"
SITE = ROOT / "build" / "site"
WRITTEN = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs", "web/README.md")
LINKED = ("LICENSE", "src/kickdoor/server/static/art/NOTICE")
"""Files that pages link to and that are not pages."""
WORKER = Path(__file__).with_name("site_worker.js")
LOADED = re.compile(r"""<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=["']?((?:https?:)?//[^"' >]+)""")
"""Resources that a page loads from another machine, as opposed to links that a reader may follow."""
CITED = re.compile(r"\b([A-Z]+)-(\d{2,3})\b")


def linked(text: str, here: str) -> str:
    """Turn the rule and ruling ids in a text into links; `here` is the chapter of its page."""

    def link(found: re.Match[str]) -> str:
        id = found[0]
        if id not in rules() and id not in rulings():
            return id
        chapter = chapter_of(id)
        page = "" if chapter == here else f"{chapter.lower()}.md"
        return f"[{id}]({page}#{id.lower()})"

    return CITED.sub(link, text)


def chapter_of(id: str) -> str:
    """Return the page of a rule or ruling."""
    return rules()[id].chapter if id in rules() else "rulings"


def rule_text(rule: Rule) -> str:
    """Return a rule as Markdown, with its id as a heading for search and links."""
    books = ", ".join(name + (" (implied)" if name in rule.derived_sets else "") for name in rule.sets)
    source = f"Follows from the books of {books}" if rule.derived else f"In the books of {books}"
    return f"### {rule.id}\n\n{linked(rule.sentence, rule.chapter)}\n\n*{source}.*\n"


def ruling_text(ruling: Ruling) -> str:
    """Return a ruling as Markdown, with the rules it rests on."""
    grounds = [basis.partition(":") for basis in ruling.basis]
    said = "; ".join(
        bases()[tag] + (f" ({linked(note.strip(), 'rulings')})" if note else "") for tag, _, note in grounds
    )
    heading = f"### {ruling.id} {ruling.title} {{ #{ruling.id.lower()} }}"
    return f"{heading}\n\n{linked(ruling.sentence, 'rulings')}\n\n*{said}.*\n"


def option_text(option: Option) -> str:
    """Return a table option as Markdown, with its default and its rules."""
    about = f" See {linked(', '.join(option.see), 'options')}." if option.see else ""
    return f"### {option.name}\n\n{linked(option.sentence, 'options')} Default: `{option.default}`.{about}\n"


def rulebook_pages() -> dict[str, str]:
    """Return a page for each chapter, the rulings, the table options, and the table of contents."""
    pages = {
        chapter.lower(): f"# {title}\n\n"
        + "\n".join(rule_text(rule) for rule in rules().values() if rule.chapter == chapter)
        for chapter, title in chapters().items()
    }
    pages["rulings"] = "# Rulings\n\nWhat the books leave open, and how it is played here.\n\n" + "\n".join(
        map(ruling_text, rulings().values())
    )
    pages["options"] = "# Table options\n\nWhat a table may choose about the rules.\n\n" + "\n".join(
        map(option_text, options().values())
    )
    titles = {name: text.partition("\n")[0].removeprefix("# ") for name, text in pages.items()}
    pages["index"] = (
        "# Rulebook\n\nEvery rule of the books in our own words, and every ruling where they leave something open. The "
        "search above finds them by their words and by their ids; [the rules index](../docs/rules-index.md) names the "
        "code and the scenarios of each.\n\n"
        + "\n".join(f"- [{title}]({name}.md)" for name, title in titles.items())
        + "\n"
    )
    return pages


def screens_page() -> str:
    """Return a page with all screenshots, those of a phone last."""
    names = sorted((path.stem for path in (ROOT / "docs" / "screens").glob("*.webp")), key=lambda n: ("phone_" in n, n))
    text = "# Screens\n\nThe table in the browser, on a screen and on a phone. `make screens` redraws these pictures.\n"
    for name in names:
        title = name.replace("_", " ").capitalize()
        text += f"\n## {title}\n\n![{title}](docs/screens/{name}.webp)\n"
    return text


def lay_out() -> None:
    """Write all pages."""
    shutil.rmtree(PAGES, ignore_errors=True)
    for name in (*WRITTEN, *LINKED):
        source, target = ROOT / name, PAGES / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
    for name, text in rulebook_pages().items():
        page = PAGES / "rulebook" / f"{name}.md"
        page.parent.mkdir(exist_ok=True)
        page.write_text(text, encoding="utf-8")
    (PAGES / "assets").mkdir()
    shutil.copy(WORKER, PAGES / "assets" / "iframe-worker.js")
    (PAGES / "screens.md").write_text(screens_page(), encoding="utf-8")


def faults() -> list[str]:
    """List the faults of the built site: undocumented public names, and pages that load from elsewhere."""
    shown = set(re.findall(r'id="(kickdoor\.\w+)"', (SITE / "docs" / "api.html").read_text(encoding="utf-8")))
    found = [f"{name} is public and has no docstring" for name in kickdoor.__all__ if f"kickdoor.{name}" not in shown]
    for page in sorted(SITE.rglob("*.html")):
        loaded = LOADED.findall(page.read_text(encoding="utf-8"))
        found += [f"{page.relative_to(SITE)} loads {address}" for address in loaded]
    return found


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit("\n".join(faults()) or 0)
    lay_out()
