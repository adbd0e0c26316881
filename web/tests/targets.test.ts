import { describe, expect, test } from "vitest";
import { targetText } from "../src/stores/targets";
import { t } from "../src/i18n";
import { card, choice, ui, game, view } from "./fixtures";

describe("the target of an option", () => {
  const fight = {
    main: 0,
    helper: -1,
    lost: false,
    offers: [],
    bodies: [
      [8, 0, "rat"],
      [9, 0, "rat"],
      [10, 0, "bee"],
    ],
  };
  const rows = [card("rat"), card("bee"), card("hat")];
  const aimed = (more: object) =>
    targetText(ui(view({ game: game({ fight }) }), rows, { 3: "hat" }), choice("play", more));

  test("is a monster; monsters with the same name are numbered", () => {
    expect(aimed({ target: "monster", aim: 9 })).toBe(t("target.twin", { name: "RAT", n: 2 }));
    expect(aimed({ target: "monster", aim: 10 })).toBe("BEE");
    expect(aimed({ target: "monster", aim: 77 })).toBe("");
  });

  test("is the player, or another player", () => {
    expect(aimed({ target: "seat", aim: 0 })).toBe(t("target.yourself"));
    expect(aimed({ target: "seat", aim: 1 })).toBe("Ben");
  });

  test("is a side of the fight", () => {
    expect(aimed({ target: "side", aim: 1 })).toBe(t("target.monsters"));
    expect(aimed({ target: "side", aim: 0 })).toBe(t("target.munchkins"));
  });

  test("is a card, by the option's text if this seat may not see it", () => {
    expect(aimed({ target: "card", aim: 3 })).toBe("HAT");
    expect(aimed({ target: "card", aim: 4, text: "a card of Ben" })).toBe("a card of Ben");
  });

  test("comes before the second card of a play", () => {
    expect(aimed({ target: "seat", aim: 1, second: 3 })).toBe(t("target.with", { target: "Ben", second: "HAT" }));
    expect(aimed({ second: 3 })).toBe("HAT");
  });
});
