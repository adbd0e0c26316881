import { beforeEach, describe, expect, test } from "vitest";
import { playsOf, targetsOf } from "../src/stores/plays";
import { swap, SWAP, swapsOf } from "../src/stores/swaps";
import type { Choice } from "../src/wire/protocol";
import { FakeSocket } from "./browser";
import { card, choice, desk, game, view } from "./made";

const ROWS = [
  card("rock", { slot: "hand", hands: 2, bonus: 3 }),
  card("rat", { slot: "hand", hands: 1, bonus: 1 }),
  card("dagger", { slot: "hand", hands: 1, bonus: 3 }),
  card("sword", { slot: "hand", hands: 1, bonus: 4 }),
  card("hat", { slot: "headgear", bonus: 1 }),
  card("helm", { slot: "headgear", bonus: 3 }),
  card("ring", { slot: "none", bonus: 1 }),
];
const id = (key: string) => ROWS.findIndex((row) => row.key === key);
const of = (act: string, key: string) => choice(act, { key: `${act}:${id(key)}`, card: id(key), mine: false });

/** Ann wears these, may take all of them off, and has the other in hand. */
function wearing(worn: string[], inHand: string, choices: Choice[] = [of("play", inHand)]) {
  const equipped = worn.map(id);
  const seats = [
    { play: equipped, equipped, dead: false },
    { play: [], equipped: [], dead: false },
  ];
  const faces = Object.fromEntries(ROWS.map((row, n) => [n, row.key]));
  const off = worn.map((key) => of("unequip", key));
  return desk(
    view({ game: game({ seats, hand: [id(inHand)] }), choices: [...off, ...choices], hands: [2, 2] }),
    ROWS,
    faces,
  );
}
const keys = (worn: string[], inHand: string) => swapsOf(wearing(worn, inHand), id(inHand)).map((one) => one.key);

beforeEach(() => {
  FakeSocket.made = [];
});

describe("an Item for which there is no room", () => {
  test("may take the place of the one that is worn there", () =>
    expect(keys(["hat"], "helm")).toEqual([`swap:${id("helm")}>${id("hat")}`]));

  test("may take the place of either in two full hands", () =>
    expect(keys(["rat", "dagger"], "sword")).toEqual([
      `swap:${id("sword")}>${id("rat")}`,
      `swap:${id("sword")}>${id("dagger")}`,
    ]));

  test("takes that of both if it needs both hands", () =>
    expect(keys(["rat", "dagger"], "rock")).toEqual([`swap:${id("rock")}>${id("rat")}+${id("dagger")}`]));

  test("takes no place where there is room, or where none is needed", () => {
    expect(keys(["rat"], "sword")).toEqual([]);
    expect(keys(["rat"], "ring")).toEqual([]);
  });

  test("takes none from what cannot be taken off now", () => {
    const one = wearing(["hat"], "helm");
    one.table.view = { ...one.table.view!, choices: [of("play", "helm")] };
    expect(swapsOf(one, id("helm"))).toEqual([]);
  });

  test("is dropped on what it takes the place of, with what it gains", () => {
    const one = wearing(["hat"], "helm");
    expect(playsOf(one, id("helm")).map((c) => c.act)).toEqual(["play", SWAP]);
    expect(targetsOf(one, id("helm")).map(({ place }) => place)).toContain(`card:${id("hat")}`);
    expect(swapsOf(one, id("helm"))[0]?.text).toContain("+2");
  });
});

describe("to swap", () => {
  /** Notes what is done, and shows what could be done after the first. */
  async function done(after: Choice[]): Promise<string[]> {
    const one = wearing(["hat"], "helm");
    const acts: string[] = [];
    one.table.do = (key) => {
      acts.push(key);
      setTimeout(() => {
        one.table.view = { ...one.table.view!, choices: after };
        one.renew();
      });
      return Promise.resolve(null);
    };
    const [first] = swapsOf(one, id("helm"));
    await swap(one, first!);
    return acts;
  }

  test("takes off and puts on", async () =>
    expect(await done([of("play", "helm"), of("carry", "helm")])).toEqual([
      `unequip:${id("hat")}`,
      `play:${id("helm")}`,
    ]));

  test("puts on again what was worn, if the other is not for one's character", async () =>
    expect(await done([of("play", "helm"), of("equip", "hat")])).toEqual([
      `unequip:${id("hat")}`,
      `equip:${id("hat")}`,
    ]));
});
