import { describe, expect, test } from "vitest";
import {
  wearabilityOf,
  bestHelper,
  escapeChance,
  characterOf,
  densityOf,
  gearOf,
  isUsable,
  seatStatus,
} from "../src/stores/seatInfo";
import { t } from "../src/i18n";
import { card, choice, ui, game, room, view } from "./fixtures";

const ROWS = [
  card("elf", { kind: "race", name: "Elf" }),
  card("dwarf", { kind: "race", name: "Dwarf" }),
  card("mage", { kind: "class", name: "Mage" }),
  card("half", { kind: "halfbreed" }),
  card("super", { kind: "super" }),
  card("hat", { slot: "headgear" }),
  card("cap", { slot: "headgear" }),
  card("axe", { slot: "hand", hands: 2 }),
  card("laser", { slot: "hand", hands: 1, joins: 1 }),
  card("lens", { slot: "hand", hands: 1, joins: 1 }),
  card("ring", { slot: "none" }),
  card("hex", { kind: "curse" }),
  card("gem", { kind: "oneshot" }),
  card("dog", { kind: "follower" }),
];
const FACES = Object.fromEntries(ROWS.map((row, id) => [id, row.key]));
const id = (key: string) => ROWS.findIndex((row) => row.key === key);

/** Ann's table UI, with these cards in play; worn cards have a star. */
function before(...keys: string[]) {
  const play = keys.map((key) => id(key.replace("*", "")));
  const equipped = keys.filter((key) => key.endsWith("*")).map((key) => id(key.replace("*", "")));
  const seats = [
    { play, equipped, dead: false },
    { play: [], equipped: [], dead: false },
  ];
  return ui(view({ game: game({ seats }) }), ROWS, FACES);
}

describe("the Class and Race of a seat", () => {
  test.each([
    [[], t("human")],
    [["elf", "mage"], "Elf · Mage"],
    [["elf", "dwarf", "half"], `Elf${t("character.and")}Dwarf`],
    [["elf", "half"], t("character.half", { name: "Elf" })],
    [["mage", "super"], `${t("human")} · ${t("character.super", { name: "Mage" })}`],
  ])("%j", (keys, words) => expect(characterOf(before(...keys), 0)).toBe(words));
});

describe("gear", () => {
  const slots = (...keys: string[]) =>
    gearOf(before(...keys), 0).bySlot.map((one) => [one.slot, one.piece?.row?.key ?? ""]);

  test("has a place for each slot, and two hands", () => {
    const empty = [
      ["headgear", ""],
      ["armor", ""],
      ["footgear", ""],
      ["hand", ""],
      ["hand", ""],
    ];
    expect(slots()).toEqual(empty);
    expect(slots("hat*")[0]).toEqual(["headgear", "hat"]);
    expect(slots("hat")).toEqual(empty);
  });

  test("a two-handed Item leaves no hand free, and joined Items take one", () => {
    expect(slots("axe*").filter(([slot]) => slot === "hand")).toEqual([["hand", "axe"]]);
    expect(slots("laser*", "lens*").filter(([slot]) => slot === "hand")).toEqual([
      ["hand", "laser"],
      ["hand", ""],
    ]);
    expect(gearOf(before("laser*", "lens*"), 0).bySlot[3]?.joined.map((one) => one.row?.key)).toEqual(["lens"]);
  });

  test("is split into worn, carried, followers, curses, Class and Race", () => {
    const gear = gearOf(before("hat*", "cap", "dog", "hex", "elf", "gem", "ring*"), 0);
    const keys = (pieces: { row: { key: string } | null }[]) => pieces.map((one) => one.row?.key);
    expect(keys(gear.carried)).toEqual(["cap", "gem"]);
    expect([keys(gear.followers), keys(gear.curses), keys(gear.character), gear.other]).toEqual([
      ["dog"],
      ["hex"],
      ["elf"],
      [],
    ]);
    expect(gear.bySlot.at(-1)).toMatchObject({ slot: "none", piece: { row: { key: "ring" } } });
  });

  test("shows attached cards on their card, not beside it", () => {
    const seats = [{ play: [id("dog"), id("gem")], equipped: [], dead: false }];
    const one = ui(view({ game: game({ seats, attached: [[id("gem"), id("dog")]] }) }), ROWS, FACES);
    const gear = gearOf(one, 0);
    expect([gear.items, gear.followers[0]?.riders.map((rider) => rider.row?.key)]).toEqual([[], ["gem"]]);
  });
});

describe("an Item in hand", () => {
  test("can be worn, or says why not", () => {
    const wear = before();
    wear.table.take(view({ game: wear.game as never, choices: [choice("carry", { card: id("hat") })] }));
    expect(wearabilityOf(wear, id("hat"))).toEqual({ wear: true, why: "" });
    expect(wearabilityOf(before("cap*"), id("hat"))).toEqual({ wear: false, why: t("item.slot") });
    expect(wearabilityOf(before("laser*"), id("axe"))).toEqual({ wear: false, why: t("item.hands") });
    expect(wearabilityOf(before(), id("hat"))).toEqual({ wear: false, why: t("item.not_you") });
    expect(wearabilityOf(before(), id("hex"))).toBeNull();
  });
});

describe("the chance to run away", () => {
  const of = (escape: object) =>
    escapeChance(
      ui(view({ fight: { escapes: [{ monster: 4, free: false, faces: 2, need: 5, ...escape }] } as never })),
      4,
    );
  test("is the required roll, or a text if nothing helps or nothing is needed", () => {
    expect(of({})).toBe(t("escape.on", { need: 5, chance: t("escape.2") }));
    expect(of({ faces: 0 })).toBe(t("escape.none"));
    expect(of({ free: true, faces: 0 })).toBe(t("escape.free"));
    expect(of({ faces: 6, need: 1 })).toBe(t("escape.sure", { need: 1, chance: t("escape.6") }));
    expect(of({ monster: 5 })).toBe("");
  });
});

describe("the status of a seat", () => {
  const doing = (more: Record<string, unknown>, seat = 1, shown: object = {}) =>
    seatStatus(ui(view({ game: game(more), ...shown })), seat);
  test.each([
    ["turn", { turn: 1 }],
    ["fights", { fight: { main: 1, helper: -1 } }],
    ["helps", { fight: { main: 0, helper: 1 } }],
    ["deciding", { asked: [null, "door"] }],
    ["fights", { asked: [null, "fight"] }],
  ])("%s", (word, more) => expect(doing(more).text).toBe(t(`state.${word}`, { who: t("you.object") })));

  test("is empty once the game is over, and death comes first", () => {
    expect(doing({ phase: "over", turn: 1 }).text).toBe("");
    const dead = [
      { play: [], equipped: [], dead: true },
      { play: [], equipped: [], dead: true },
    ];
    expect(doing({ seats: dead, asked: [null, "door"] }).text).toBe(t("state.dead"));
  });

  test("shows in a window who is still thinking", () => {
    const window = { waiting: [1], floor: 0, done: false } as never;
    const asked = ["window", "window"];
    expect(doing({ asked }, 1, { window })).toMatchObject({ text: t("state.thinking"), thinking: true });
    expect(doing({ asked }, 0, { window })).toMatchObject({ text: t("state.passed"), thinking: false });
  });

  test("shows who is away; a bot never is", () => {
    const one = ui(view({ game: game({ asked: [null, "door"] }) }));
    const seats = room().seats.map((seat) => ({ ...seat, here: false }));
    one.table.take(room({ seats }));
    expect(seatStatus(one, 1)).toMatchObject({ text: t("state.away"), away: true });
    one.table.take(room({ seats: seats.map((seat) => ({ ...seat, kind: "bot" as const })) }));
    expect(seatStatus(one, 1).away).toBe(false);
  });

  test("is shorter on a small screen", () => {
    const dead = { play: [], equipped: [], dead: true };
    const one = ui(view({ game: game({ seats: [dead, dead] }) }));
    one.wide = false;
    expect(seatStatus(one, 1).text).toBe(t("state.dead.short"));
  });
});

describe("the player to ask first", () => {
  const asks = [1, 2, 3].map((aim) => choice("ask", { key: `ask:${aim}`, aim }));
  const seats = [1, 8, 4, 6].map((level) => ({ play: [], equipped: [], dead: false, level }));
  const of = (winning: number[], more: object = {}) =>
    bestHelper(
      ui(
        view({
          game: game({ seats }),
          choices: asks,
          strengths: [2, 20, 9, 12],
          fight: { helped: [1, 2, 3].map((seat) => ({ seat, totals: [], winning: winning.includes(seat) })) } as never,
          ...more,
        }),
      ),
    );

  test("is the one of the lowest Level among those with whom the fight is won", () => {
    expect(of([1, 3])).toBe(3);
    expect(of([1, 2, 3])).toBe(2);
    expect(of([1])).toBe(1);
  });

  test("is the strongest if no single helper is enough, and none if no player can be asked", () => {
    expect(of([])).toBe(1);
    expect(of([], { choices: [] })).toBe(-1);
  });

  test("is the one the tutorial names", () => {
    expect(of([3], { lesson: { step: 1, total: 2, key: "ask:2" } })).toBe(2);
  });
});

test("a card in play is marked while its power can be used, not because it can be taken off", () => {
  const usable = (act: string) => isUsable(ui(view({ choices: [choice(act, { card: 3 })] }), ROWS, FACES), 3);
  expect([usable("use"), usable("play"), usable("unequip"), usable("discard")]).toEqual([true, true, false, false]);
});

test("the own mat gets denser with more cards", () => {
  const crowd = (...keys: string[]) => densityOf(gearOf(before(...keys), 0));
  const small = ["cap", "gem", "dog", "hex"];
  expect(crowd("elf", "mage", "gem", "dog")).toBe("");
  expect(crowd("elf", "dwarf", "half", "mage", "super", ...small)).toBe("dense");
  expect(crowd("elf", "dwarf", "half", "mage", "super", ...small, "ring*")).toBe("dense crammed");
});
