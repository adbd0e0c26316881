"""Shows the examples of docstrings as code: without a fence, Markdown takes `>>>` for a quotation in a quotation."""

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
    """Fences the examples of everything that is shown."""

    def on_instance(self, *, obj: griffe.Object, **kept: Any) -> None:
        """Change the docstring of an object as soon as that is read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
