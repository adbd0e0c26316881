import { beforeEach, describe, expect, test, vi } from "vitest";
import { mutes } from "../src/stores/mutes.svelte";
import { settings } from "../src/stores/settings.svelte";
import { BOT_DELAY_MS, bubblesAt, readingTime, type Utterance } from "../src/stores/speechBubbles";
import { FakeSocket } from "./browser";
import { ui, line, room, view } from "./fixtures";

const said = (seat: number, at: number, more: Partial<Utterance> = {}): Utterance => ({
  seat,
  name: "Ben",
  text: "Hello.",
  face: "",
  to: -1,
  bot: false,
  at,
  ...more,
});
const bot = (text: string, n = 0) => ({ t: "said", seat: 1, line: "imp.greets.0", text, params: {}, n }) as const;

beforeEach(() => {
  vi.useFakeTimers();
  settings.voices = true;
});

describe("a bubble", () => {
  test("is the latest utterance of its seat, until it has been read", () => {
    const first = said(1, 100);
    const second = said(1, 900, { text: "And another thing." });
    expect(bubblesAt([first, second], 50).size).toBe(0);
    expect(bubblesAt([first, second], 100).get(1)).toBe(first);
    expect(bubblesAt([first, second], 900).get(1)).toBe(second);
    expect(bubblesAt([first, second], 900 + readingTime(second)).size).toBe(0);
  });

  test("stays longer for a longer text, up to a limit", () => {
    const short = readingTime(said(0, 0));
    const long = readingTime(said(0, 0, { text: "x".repeat(80) }));
    expect(long).toBeGreaterThan(short);
    expect(readingTime(said(0, 0, { text: "x".repeat(200) }))).toBeLessThan(10_000);
  });
});

describe("the chat", () => {
  test("shows players who are not muted, and the player's own lines", () => {
    const one = ui(view());
    const seats = (all: { seat: number }[]) => all.map(({ seat }) => seat);
    for (const [seat, name] of ["Ann", "Ben"].entries()) {
      one.table.take({ t: "chat", seat, name, text: "Hello." });
      one.table.take({ t: "emoted", seat, name: "wave", to: -1 });
    }
    expect(one.visibleChat.talk.map((other) => other.text || other.face)).toEqual(["Hello.", "wave", "Hello.", "wave"]);
    for (const name of ["Ann", "Ben"]) mutes.turn(name);
    expect([seats(one.visibleChat.chat), seats(one.visibleChat.talk)]).toEqual([[0], [0, 0]]);
    for (const name of ["Ann", "Ben"]) mutes.turn(name);
    expect([seats(one.visibleChat.chat), seats(one.visibleChat.talk)]).toEqual([
      [0, 1],
      [0, 0, 1, 1],
    ]);
  });

  test("is not shown again to a player who connects later", () => {
    const one = ui(view());
    const say = (text: string) => one.table.take({ t: "chat", seat: 1, name: "Ben", text });
    say("one");
    one.visibleChat.read = one.visibleChat.chat.at(-1)?.n ?? 0;
    FakeSocket.last.onopen?.();
    for (const text of ["one", "two"]) say(text);
    // The new connection repeats everything; missed lines are new, and none appears twice
    expect([
      one.visibleChat.chat.map((line) => line.text),
      one.visibleChat.unread,
      one.visibleChat.talk.length,
    ]).toEqual([["one", "two"], 1, 1]);
    one.table.take(view());
    say("two");
    expect([one.visibleChat.chat.length, one.visibleChat.talk.length]).toEqual([3, 2]);
  });

  test("has the turn of each line, and that of a bot's line", () => {
    const one = ui(view());
    const game = { ...view().game, turns: 5 };
    one.table.take(view({ game, lines: [line(1, { turn: 4 }), line(2, { turn: 5 })] }));
    one.table.take(bot("Ouch!", 1));
    one.table.take({ t: "chat", seat: 1, name: "Ben", text: "Well." });
    FakeSocket.last.onopen?.();
    // The time of these lines is unknown
    one.table.take({ t: "chat", seat: 1, name: "Ben", text: "Missed." });
    expect(one.visibleChat.chat.map((other) => other.turn)).toEqual([4, 5, 0]);
  });

  test("leaves out bots if their lines are turned off", () => {
    const one = ui(view());
    one.table.take(bot("Boo!"));
    expect([one.visibleChat.talk.length, one.visibleChat.chat.length]).toEqual([1, 1]);
    settings.voices = false;
    expect([one.visibleChat.talk.length, one.visibleChat.chat.length]).toEqual([0, 0]);
  });

  test("counts lines of other players as unread, but not those of bots", () => {
    const one = ui(view());
    one.table.take({ t: "chat", seat: 0, name: "Ann", text: "mine" });
    one.table.take(bot("Boo!"));
    expect(one.visibleChat.unread).toBe(0);
    one.table.take({ t: "chat", seat: 1, name: "Ben", text: "yours" });
    expect(one.visibleChat.unread).toBe(1);
    one.visibleChat.read = one.visibleChat.chat.at(-1)?.n ?? 0;
    expect(one.visibleChat.unread).toBe(0);
    // This still works after the oldest lines have been dropped
    for (let n = 0; n < 300; n++) one.table.take({ t: "chat", seat: 1, name: "Ben", text: `${n}` });
    one.visibleChat.read = one.visibleChat.chat.at(-2)?.n ?? 0;
    expect(one.visibleChat.unread).toBe(1);
  });

  test("shows a bot's line with the beat it is about", () => {
    const one = ui(view());
    one.table.take(room({ pace: "normal" }));
    const lines = [
      line(1, { beat: "door", seconds: 1.4 }),
      line(2, { beat: "flight", seconds: 1.5 }),
      line(3, { follows: true }),
    ];
    Object.assign(document, { hidden: false });
    one.table.take(view({ lines, rest: 2.9 }));
    const now = performance.now();
    one.table.take(bot("of the door", 1));
    one.table.take(bot("of the die", 3));
    const due = one.visibleChat.talk.map((other) => Math.round(other.at - now - BOT_DELAY_MS));
    // The door is open and the die has stopped before anyone talks about it
    expect(due).toEqual([560, 2900]);
  });
});
