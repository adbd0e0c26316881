import { afterEach, expect, test, vi } from "vitest";
import { artUrl, badStuffOf, loadCatalog, splitBadStuff } from "../src/cards/cards";
import { cardKeysOf } from "../src/cards/cardIds";
import { setName } from "../src/cards/sets";
import { card, game } from "./fixtures";

const answer = (cards = [card("rat", { kind: "monster" })]) => ({
  json: () =>
    Promise.resolve({
      tags: [],
      counters: [],
      meals: [],
      food: [],
      bad_stuff: "Bad Stuff: ",
      names: { mine: "My set" },
      cards,
    }),
});

afterEach(() => vi.unstubAllGlobals());

test("a mix is loaded once, whatever the order of its sets", async () => {
  const fetch = vi.fn(() => Promise.resolve(answer()));
  vi.stubGlobal("fetch", fetch);
  const [one, other] = await Promise.all([loadCatalog(["b", "a"]), loadCatalog(["a", "b"])]);
  expect(one).toBe(other);
  expect(fetch.mock.calls).toEqual([["/api/cards?sets=a%2Cb"]]);
  expect(one.byKey.get("rat")?.kind).toBe("monster");
});

test("a mix that failed to load is requested again", async () => {
  const fetch = vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValue(answer());
  vi.stubGlobal("fetch", fetch);
  await expect(loadCatalog(["c"])).rejects.toThrow("offline");
  expect((await loadCatalog(["c"])).all).toHaveLength(1);
});

test("Bad Stuff is found by the server's prefix", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(answer()));
  await loadCatalog(["d"]);
  expect(splitBadStuff("Bad Stuff: Lose a level.")).toEqual({ bad: "Bad Stuff", rest: "Lose a level." });
  expect(splitBadStuff("+2 against Elves")).toEqual({ bad: "", rest: "+2 against Elves" });
  expect(badStuffOf(card("rat", { body: ["+2 against Elves", "Bad Stuff: Lose a level."] }))).toBe("Lose a level.");
  expect(badStuffOf(null)).toBe("");
});

test("a custom set has its name, and the emblem of the kind for a picture", () => {
  expect(setName("mine")).toBe("My set");
  expect(artUrl(card("rat", { set: "mine", kind: "monster" }))).toBe("/static/art/kinds/monster.svg");
  expect(artUrl(card("rat", { set: "toys" }))).toBe("/static/art/toys/rat.svg");
});

test("cards are found by the ids of an observation", () => {
  expect([...cardKeysOf(game({ card_ids: [4, 2], card_defs: ["rat", "bee"] }))]).toEqual([
    [4, "rat"],
    [2, "bee"],
  ]);
});
