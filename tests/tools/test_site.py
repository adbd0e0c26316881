"""Tests of the documentation site: the whole rulebook, valid links, and every guide in the menu."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from ruamel.yaml import YAML
from tools import site

from kickdoor.rulebook import options, rules, rulings


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(site, "PAGES", tmp_path / "pages")
    site.lay_out()
    return tmp_path / "pages"


def headings(text: str) -> set[str]:
    """List the anchors of a page of the rulebook: a heading's own, or itself in small letters."""
    found = re.findall(r"^### (.+?)(?: \{ #(.+) \})?$", text, re.MULTILINE)
    return {own or heading.lower() for heading, own in found}


def test_the_site_has_the_whole_rulebook_with_valid_links() -> None:
    pages = site.rulebook_pages()
    anchors = {name: headings(text) for name, text in pages.items()}
    everything = {id.lower() for id in (*rules(), *rulings())} | set(options())
    assert set().union(*anchors.values()) == everything
    links = [
        (name, *link) for name, text in pages.items() for link in re.findall(r"\]\((?:(\w+)\.md)?#([^)]+)\)", text)
    ]
    assert len(links) > 100
    assert [link for link in links if link[2] not in anchors[link[1] or link[0]]] == []
    assert "While in combat you cannot sell Items." in pages["combat"]


def test_every_guide_is_in_the_menu(pages: Path) -> None:
    text = (site.ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    menu = set(re.findall(r"[\w/-]+\.md", str(YAML(typ="safe", pure=True).load(text)["nav"])))
    laid_out = {path.relative_to(pages).as_posix() for path in pages.rglob("*.md")}
    chapters = {f"rulebook/{name}.md" for name in site.rulebook_pages()} - {"rulebook/index.md"}
    assert menu == laid_out - chapters


def test_every_screenshot_is_used(pages: Path) -> None:
    shown = re.findall(r"\]\((docs/screens/.+?)\)", (pages / "screens.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(path.relative_to(pages).as_posix() for path in pages.glob("docs/screens/*"))


def test_examples_of_docstrings_are_fenced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "griffe", SimpleNamespace(Extension=object, Object=object))
    from tools.site_doctests import fenced

    assert fenced("Adds.\n\n>>> 1 + 1\n2\n\nAnd so on:\n>>> 3\n3") == (
        "Adds.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nAnd so on:\n\n```pycon\n>>> 3\n3\n```"
    )
    assert fenced("Nothing to show.") == "Nothing to show."


def test_external_resources_and_missing_names_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "SITE", tmp_path)
    monkeypatch.setattr(site.kickdoor, "__all__", ["Game", "hidden"])
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "api.html").write_text(
        '<h2 id="kickdoor.Game"></h2><script async src="https://cdn.example/x.js"></script>'
        '<link rel="stylesheet" href="//fonts.example/a.css"><a href="https://game-icons.net">icons</a>',
        encoding="utf-8",
    )
    assert site.faults() == [
        "hidden is public and has no docstring",
        "docs/api.html loads https://cdn.example/x.js",
        "docs/api.html loads //fonts.example/a.css",
    ]
