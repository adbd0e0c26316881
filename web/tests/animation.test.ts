import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Beats, beatsOf, fitToTime, MAX_BEHIND_MS, MIN_FACTOR } from "../src/animation/queue.svelte";
import { listPlaces } from "../src/animation/anchors";
import { sceneOf } from "../src/animation/sceneBuilders";
import { MAX_FLYING_CARDS, type World } from "../src/animation/scene";
import { OF_BEAT, cueOf } from "../src/sound/cues";
import { CUES } from "../src/sound/sounds";
import { TableUi } from "../src/stores/tableUi.svelte";
import { settings } from "../src/stores/settings.svelte";
import { TableClient } from "../src/stores/tableClient.svelte";
import { winWarning } from "../src/stores/fightStatus";
import { BEATS, type BeatName } from "../src/protocol/events";
import type { Line, View } from "../src/protocol/messages";
import { FakeSocket } from "./browser";
import { card, catalog, line, room, view } from "./fixtures";

const DRAWN = import.meta.glob<string>("../src/animation/*.svelte", { query: "?raw", import: "default", eager: true });

function beat(n: number, name: string, seconds: number, more: Partial<Line> = {}): Line {
  return line(n, { beat: name, seconds, ...more });
}

function move(source: string, target: string, key = "", id = -1): Line["moves"][number] {
  return { card: key, id, source, target };
}

const rows = new Map(
  [card("orc", { kind: "monster", deck: "door", body: ["Bad Stuff: Lose a level."] }), card("sword")].map((row) => [
    row.key,
    row,
  ]),
);
const world: World = {
  you: 0,
  winAt: 10,
  score: [7, 5],
  before: 1,
  name: (seat) => ["Ann", "Ben"][seat] ?? "",
  row: (key) => rows.get(key) ?? null,
  monster: (n) => (n === 3 ? "orc" : ""),
  token: () => "token.svg",
};

function seen(name: BeatName, ...lines: Line[]) {
  return sceneOf({ n: 1, name, lines, ms: 1000 }, world);
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("lines become beats", () => {
  test("in their order, each with its length at the current pace", () => {
    const beats = beatsOf([beat(1, "door", 1.4), beat(2, "flight", 1.5)], 0.6);
    expect(beats.map((one) => [one.name, one.n, Math.round(one.ms)])).toEqual([
      ["door", 1, 840],
      ["flight", 2, 900],
    ]);
  });

  test("a line of the same action without a length belongs to the beat before", () => {
    const beats = beatsOf(
      [beat(1, "victory", 1.8), beat(2, "victory", 0, { follows: true }), line(3, { follows: true }), line(4)],
      1,
    );
    expect(beats.map((one) => one.lines.map((two) => two.n))).toEqual([[1, 2, 3]]);
  });

  test("late beats become shorter first, then the oldest are dropped, and the last never", () => {
    const three = beatsOf([beat(1, "turn", 2), beat(2, "turn", 2), beat(3, "turn", 2)], 1);
    expect(fitToTime(three, 6000)).toEqual(three);
    expect(fitToTime(three, 3000).map((one) => one.ms)).toEqual([1000, 1000, 1000]);
    expect(fitToTime(three, 1700).map((one) => [one.n, one.ms])).toEqual([
      [2, 2000 * MIN_FACTOR],
      [3, 2000 * MIN_FACTOR],
    ]);
    expect(fitToTime(three, 0).map((one) => one.n)).toEqual([3]);
  });

  test("beats that fit when shortened are all kept, however their lengths are rounded", () => {
    const five = beatsOf(
      [1.8, 3, 0.6, 1.4, 0.7].map((seconds, i) => beat(i + 1, "play", seconds)),
      1.5,
    );
    for (let ms = 4600; ms < 11250; ms++) expect(fitToTime(five, ms)).toHaveLength(5);
  });
});

describe("the queue", () => {
  test("plays beats one after another and is empty at the end", () => {
    const beats = new Beats();
    beats.take([beat(1, "door", 1.4), beat(2, "turn", 0.6)], "normal", 2);
    expect(beats.now?.name).toBe("door");
    vi.advanceTimersByTime(1400);
    expect(beats.now?.name).toBe("turn");
    vi.advanceTimersByTime(600);
    expect(beats.busy).toBe(false);
  });

  test("is never more than two seconds behind the table", () => {
    const beats = new Beats();
    const many = Array.from({ length: 20 }, (_, i) => beat(i + 1, "death", 2.5));
    beats.take(many, "normal", 1);
    vi.advanceTimersByTime(1000 + MAX_BEHIND_MS);
    expect(beats.busy).toBe(false);
  });

  test("ends the current beat if too much comes after it", () => {
    const beats = new Beats();
    beats.take([beat(1, "win", 3)], "normal", 3);
    beats.take([beat(2, "death", 2.5), beat(3, "death", 2.5)], "normal", 0);
    expect(beats.now?.n).not.toBe(1);
    vi.advanceTimersByTime(MAX_BEHIND_MS);
    expect(beats.busy).toBe(false);
  });

  test("ends at once on input", () => {
    const beats = new Beats();
    beats.take([beat(1, "door", 1.4), beat(2, "turn", 0.6)], "normal", 2);
    beats.skip();
    expect(beats.busy).toBe(false);
    vi.advanceTimersByTime(5000);
    expect(beats.busy).toBe(false);
  });

  test("plays nothing if the table does not pause", () => {
    const beats = new Beats();
    beats.take([beat(1, "door", 1.4)], "none", 0);
    expect(beats.busy).toBe(false);
  });

  test("shows a line at the moment of its beat, or at its start", () => {
    const beats = new Beats();
    beats.take([beat(5, "door", 1), beat(7, "flight", 1.5), beat(8, "bad_stuff", 1.5)], "normal", 4);
    expect([beats.shownLine, beats.until(5), beats.until(7)]).toEqual([4, 400, 2500]);
    vi.advanceTimersByTime(399);
    expect(beats.shownLine).toBe(4);
    vi.advanceTimersByTime(1);
    expect(beats.shownLine).toBe(5);
    vi.advanceTimersByTime(600 + 1499);
    expect(beats.shownLine).toBe(6);
    vi.advanceTimersByTime(1);
    expect([beats.now?.name, beats.shownLine]).toEqual(["bad_stuff", Infinity]);
  });

  test("holds nothing back for skipped, shortened or dropped beats, or with less motion", () => {
    const beats = new Beats();
    beats.take([beat(1, "door", 1.4), beat(2, "play", 1)], "normal", 3);
    expect(beats.shownLine).toBe(0);
    beats.skip();
    expect(beats.shownLine).toBe(Infinity);
    beats.take(
      Array.from({ length: 9 }, (_, i) => beat(i + 3, "door", 2)),
      "normal",
      0,
    );
    expect(beats.shownLine).toBeGreaterThan(3);
    vi.advanceTimersByTime(MAX_BEHIND_MS);
    expect(beats.shownLine).toBe(Infinity);
    settings.motion = "less";
    beats.take([beat(20, "flight", 1.5)], "normal", 3);
    settings.motion = "system";
    expect(beats.shownLine).toBe(Infinity);
  });
});

describe("the table UI", () => {
  const fought = (n: number, level: number, totals?: number[]): View =>
    ({
      ...view({ fight: totals ? { totals, for_win: [0] } : null, strengths: [level, 1] } as never),
      lines: n ? [beat(n, "door", 1)] : [],
      rest: 3,
      question: { prompt: n, word: "fight", text: "You win by 2." },
    }) as never;
  function told(ui: TableUi) {
    return [ui.level(0), ui.strength(0), ui.displayedView?.fight?.totals, winWarning(ui), ui.question?.text];
  }

  test("updates Level, strength, totals, stakes and prompt when the beat has shown the cause", () => {
    const table = new TableClient("ABCD", null);
    table.catalog = catalog();
    table.take(room());
    const ui = new TableUi(table);
    const at = (one: View, level: number): View => {
      const seats = one.game.seats.map((seat, i) => (i ? seat : { ...seat, level }));
      return { ...one, game: { ...one.game, seats } };
    };
    table.take(at(fought(0, 3), 3));
    table.take(at(fought(1, 4, [7, 5]), 4));
    expect(told(ui)).toEqual([3, 3, undefined, "", "…"]);
    vi.advanceTimersByTime(400);
    expect(told(ui)).toEqual([4, 4, [7, 5], "If you win this fight, you win the game!", "You win by 2."]);
    table.take(at(fought(2, 5, [9, 5]), 5));
    vi.advanceTimersByTime(600);
    expect(told(ui)[2]).toEqual([7, 5]);
    table.beats.skip();
    expect(told(ui)[2]).toEqual([9, 5]);
  });
});

describe("a table", () => {
  function connected(): TableClient {
    FakeSocket.made = [];
    const table = new TableClient("ABCD", "secret");
    table.catalog = catalog();
    FakeSocket.last.onopen?.();
    table.take(room({ pace: "normal" }));
    return table;
  }

  test("animates new events, but none from before the connection", () => {
    const table = connected();
    table.take(view({ lines: [beat(1, "door", 1.4)], rest: 1 }));
    expect(table.beats.busy).toBe(false);
    table.take(view({ lines: [beat(2, "turn", 0.6)], rest: 1 }));
    expect(table.beats.now?.name).toBe("turn");
    table.beats.skip();
    FakeSocket.last.onopen?.();
    table.take(view({ lines: [beat(3, "death", 2.5)], rest: 1 }));
    expect(table.beats.busy).toBe(false);
  });
});

describe("scene builders", () => {
  test.each(Object.keys(BEATS) as BeatName[])("%s shows something of its own", (name) => {
    const kinds: readonly string[] = BEATS[name];
    const scenes = (kinds.length ? kinds : ["card_played"]).map((kind) =>
      seen(
        name,
        line(1, {
          kind,
          seat: 1,
          other: 0,
          cards: ["orc"],
          amount: 1,
          level: 2,
          moves: [move("hand.1", "stage", "orc", 4)],
        }),
      ),
    );
    for (const scene of scenes) {
      const parts = [scene.veil, scene.banner, scene.die, scene.line, scene.grave, scene.caption, scene.large];
      expect(parts.some(Boolean) || scene.flights.length + scene.marks.length + scene.rolls.length > 0).toBe(true);
    }
  });

  test("a hidden card flies as a back and shows only its deck", () => {
    const drawn = seen("cards", line(1, { kind: "card_drawn", seat: 1, count: 1, moves: [move("deck.0", "hand.1")] }));
    expect(drawn.flights[0]).toMatchObject({ card: "", id: -1, deck: 0, from: "deck.0", to: "hand.1" });
    const given = seen(
      "cards",
      line(1, { kind: "charity_given", seat: 1, other: 0, moves: [move("hand.1", "hand.0")] }),
    );
    expect(given.flights[0]).toMatchObject({ card: "", deck: -1 });
  });

  test("no more than a dozen cards are in the air", () => {
    const moves = Array.from({ length: 30 }, () => move("hand.1", "grave.1"));
    expect(seen("death", line(1, { kind: "died", seat: 1, moves })).flights).toHaveLength(MAX_FLYING_CARDS);
  });

  test("a roll to run away shows the required number, and ESCAPED only after an escape", () => {
    const rolled = line(1, { kind: "die_rolled", seat: 1, other: 1, amount: 3, need: 5, monster: 3 });
    const open = seen("flight", rolled);
    expect(open.die).toEqual({ face: 3, need: 5, seat: 1, monster: "orc" });
    expect(open.banner).toBeUndefined();
    expect(seen("flight", rolled, line(2, { kind: "escaped", seat: 1, cards: ["orc"] })).banner?.text).toBe("Escaped!");
    expect(seen("bad_stuff", line(3, { kind: "caught", seat: 1, cards: ["orc"] })).banner?.text).toBe("Caught!");
  });

  test("the player who goes first is highlighted, even after a second roll", () => {
    const roll = (n: number, seat: number, amount: number) => line(n, { kind: "die_rolled", seat, other: 2, amount });
    const scene = seen("order", roll(1, 0, 5), roll(2, 1, 2), roll(3, 2, 5), roll(4, 0, 1), roll(5, 2, 6));
    expect(scene.dice).toEqual([
      { seat: 0, faces: [5, 1], first: false },
      { seat: 1, faces: [2], first: false },
      { seat: 2, faces: [5, 6], first: true },
    ]);
    expect(scene.die).toBeUndefined();
    expect(seen("order", roll(1, 0, 5)).dice).toEqual([{ seat: 0, faces: [5], first: false }]);
  });

  test("a victory shows the totals, who falls, who gains and who takes how many", () => {
    const scene = seen(
      "victory",
      line(1, { kind: "fight_won", seat: 0, other: 1 }),
      line(2, { kind: "monster_killed", seat: 0, cards: ["orc"] }),
      line(3, { kind: "level_gained", seat: 0, amount: 2, level: 9 }),
      line(4, { kind: "treasure_picked", seat: 1, cards: ["sword"], moves: [move("stage", "hand.1", "sword", 8)] }),
    );
    expect(scene.banner?.small).toBe("7 : 5");
    expect(scene.fallen).toEqual(["orc"]);
    expect(scene.rolls).toEqual([{ place: "level.0", from: 7, to: 9, at: 0.25, by: "+2", note: "one to go" }]);
    expect(scene.flights).toMatchObject([{ card: "sword", from: "spoils", to: "hand.1" }]);
    expect(scene.marks.at(-1)).toMatchObject({ seat: 1, word: "Ben takes 1 card" });
    const hidden = line(1, { kind: "treasures_drawn", seat: 1, moves: [move("deck.1", "hand.1")] });
    expect(seen("victory", hidden).flights).toMatchObject([{ card: "", deck: 1, from: "spoils" }]);
  });

  test("a play that turns the fight has the player's name, and the totals roll", () => {
    const scene = seen(
      "turning",
      line(1, {
        kind: "card_played",
        seat: 1,
        aim: "side.munchkins",
        totals: [
          [6, 6],
          [11, 6],
        ],
        moves: [move("hand.1", "stage", "sword", 4)],
      }),
    );
    expect(scene.banner?.text).toContain("Ben");
    expect(scene.jolt).toBe(true);
    expect(scene.rolls).toMatchObject([{ place: "total.munchkins", from: 6, to: 11, by: "+5" }]);
    expect(scene.flights[0]).toMatchObject({ from: "hand.1", to: "side.munchkins", shown: true });
  });

  test("a fight that is foiled has the name of the player who did it, and the monster leaves", () => {
    const played = line(1, {
      kind: "card_played",
      seat: 1,
      cards: ["sword"],
      moves: [move("hand.1", "stage", "sword", 4)],
    });
    const left = line(2, {
      kind: "monster_left",
      seat: 0,
      cards: ["orc"],
      moves: [move("stage", "discards.0", "orc", 5)],
    });
    const over = line(3, { kind: "fight_ended", seat: 0 });
    const scene = seen("foiled", played, left, over);
    expect(scene.banner).toMatchObject({ text: "Ben spoils the fight!", tone: "red" });
    expect(scene.flights).toMatchObject([
      { card: "sword", from: "hand.1", to: "foes" },
      { card: "orc", from: "foes", to: "discards.0" },
    ]);
    expect(scene.marks.at(-1)).toMatchObject({ seat: 0, tone: "red", word: "thwarted" });
    // Others fight on, the fighter did it, or it happened by itself: then the monster is gone, and no one has foiled
    // anything
    for (const lines of [
      [played, left],
      [{ ...played, seat: 0 }, left, over],
      [left, over],
    ])
      expect(seen("foiled", ...lines).banner).toMatchObject({ text: "ORC: gone!", tone: "blue" });
  });

  test("a fight that changes hands shows its new owner", () => {
    const taken = (seat: number) => seen("stolen", line(1, { kind: "combat_moved", seat })).banner?.text;
    expect([taken(1), taken(0)]).toEqual(["Ben takes over the fight!", "It's your fight now!"]);
  });

  test("a theft highlights both mats, names both, and the card flies between them", () => {
    const item = (seat: number, other: number) =>
      line(1, { kind: "item_taken", seat, other, moves: [move(`mat.${other}`, `mat.${seat}`, "sword", 8)] });
    const scene = seen("theft", item(1, 0));
    expect(scene.banner?.text).toBe("Ben robs you!");
    expect(seen("theft", item(0, 1)).banner?.text).toBe("You rob Ben!");
    expect(scene.marks.map((mark) => [mark.seat, mark.tone])).toEqual([
      [0, "red"],
      [1, "gold"],
    ]);
    expect(scene.flights).toMatchObject([{ card: "sword", from: "mat.0", to: "mat.1", shown: true }]);
    const drawn = line(1, { kind: "treasures_drawn", seat: 1, moves: [move("deck.1", "hand.1")] });
    expect(seen("theft", drawn).banner?.text).toBe("Ben snatches the Treasure!");
    // Other players may not know which card comes from a hand
    const hidden = line(1, { kind: "card_taken_from", seat: 1, other: 2, moves: [move("hand.2", "hand.1")] });
    expect(seen("theft", hidden).flights).toMatchObject([{ card: "", id: -1 }]);
  });

  test("only the own turn has a banner", () => {
    expect(seen("turn", line(1, { kind: "turn_begun", seat: 0 })).banner?.text).toBe("Your turn");
    expect(seen("turn", line(1, { kind: "turn_begun", seat: 1 })).banner).toBeUndefined();
  });
});

test("a forced helper has no bargain, and sees that", () => {
  const forced = (seat: number) => seen("help", line(1, { kind: "helper_forced", seat, other: 1 - seat }));
  expect(forced(0)).toMatchObject({ banner: { text: "You have to help Ben!" }, line: { chips: [] }, jolt: true });
  expect(forced(1).banner?.text).toBe("Ben has to help you!");
  expect(seen("help", line(1, { kind: "help_agreed", seat: 1, other: 0 }))).toMatchObject({
    banner: { text: "Ben helps you" },
    line: { chips: ["Deal!"] },
    jolt: false,
  });
});

test("sounds of beats exist", () => {
  for (const cue of Object.values(OF_BEAT)) expect(Object.keys(CUES)).toContain(cue);
  for (const kind of ["help_agreed", "help_refused", "level_lost", "escaped", "curse_cancelled"])
    expect(Object.keys(CUES)).toContain(cueOf({ n: 1, name: "level", lines: [line(1, { kind })], ms: 1 }));
});

test("place names of the server are mapped to places on the page", () => {
  expect(listPlaces("deck.0")).toEqual(["deck:door"]);
  expect(listPlaces("discards.1")).toEqual(["discard:treasure"]);
  expect(listPlaces("hand.2")).toEqual(["hand:2", "seat:2"]);
  expect(listPlaces("mat.2")).toEqual(["seat:2", "hand:2"]);
  expect(listPlaces("grave.2")).toEqual(["stage"]);
});

test("beats animate only transform and opacity, and none is endless", () => {
  expect(Object.keys(DRAWN).length).toBeGreaterThan(4);
  for (const [file, text] of Object.entries(DRAWN)) {
    expect(text, file).not.toMatch(/\binfinite\b|^\s*transition:/m);
    for (const [, frames] of text.matchAll(/@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})*)/g)) {
      const moved = [...(frames ?? "").matchAll(/^\s+([a-z-]+):/gm)].map((found) => found[1]);
      expect(moved.length, file).toBeGreaterThan(0);
      expect(
        moved.filter((property) => property !== "transform" && property !== "opacity"),
        file,
      ).toEqual([]);
    }
  }
});
