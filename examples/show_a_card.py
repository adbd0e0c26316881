"""Print the text of a card and write its picture to a file. In a notebook, `kd.card("Gazebo")` shows the picture."""

from pathlib import Path

import kickdoor as kd


def main(name: str = "Gazebo", file: str = "card.svg") -> None:
    card = kd.card(name)
    print(card.face)
    Path(file).write_text(card._repr_svg_(), encoding="utf-8")
    print(f"\nIts face is in {file}.")


if __name__ == "__main__":
    main()
