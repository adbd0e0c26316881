"""Extension that fences doctests as code: Markdown would read `>>>` as nested quotations."""

from typing import Any

import griffe


def fenced(text: str) -> str:
    """Put a fence around every example, from its first prompt to the next empty line."""
    lines: list[str] = []
    inside = False
    for line in text.split("\n"):
        if not inside and line.startswith(">>> "):
            lines += ["", "```pycon"] if lines and lines[-1] else ["```pycon"]
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)


class Doctests(griffe.Extension):
    """Griffe extension that fences the examples of all docstrings."""

    def on_instance(self, *, obj: griffe.Object, **kept: Any) -> None:
        """Change the docstring of an object when it is read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
