import { beforeEach, expect, test, vi } from "vitest";
import { parseReplayHash, ReplayClient } from "../src/stores/replay.svelte";
import { FakeSocket } from "./browser";
import { game, line, view } from "./fixtures";

const TOTAL = 120;
const MOMENTS = [3, 3, 60, 118].map((seq, n) => ({ seq, line: line(n + 1) }));
let asked: string[] = [];

/** The server's side of a record: a page of views, its log, its stats. */
function answer(path: string): unknown {
  asked.push(path);
  const url = new URL(path, "http://table.test");
  if (url.pathname.endsWith("/log")) return MOMENTS;
  if (url.pathname.endsWith("/stats")) return { turns: [{ seq: 0 }, { seq: 50 }, { seq: 100 }] };
  if (!url.pathname.endsWith("/views"))
    return { tags: [], counters: [], meals: [], food: [], bad_stuff: "", names: {}, cards: [] };
  const [first, last] = [Number(url.searchParams.get("from")), Math.min(TOTAL, Number(url.searchParams.get("to")))];
  const hands = url.searchParams.get("view") === "open" ? { hands: [[1], [2]] } : {};
  const views = Array.from({ length: last - first + 1 }, (_, i) => view({ seq: first + i, game: game(hands) }));
  const who = { names: ["Ann", "Ben"], kinds: ["human", "easy@gruff"], faces: [0, 5] };
  return { total: TOTAL, note: "", ...who, sets: ["toys"], views };
}

beforeEach(() => {
  asked = [];
  FakeSocket.made = [];
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve(answer(path)) }),
  );
});

async function opened(step = 0): Promise<ReplayClient> {
  const table = new ReplayClient("xyz");
  await table.open(step);
  await vi.waitFor(() => expect(table.stats).not.toBeNull());
  return table;
}

test("a replay has the interface of a table, without connection and options", async () => {
  const table = await opened();
  expect([table.link, table.total, table.record, FakeSocket.made]).toEqual(["open", TOTAL, "xyz", []]);
  expect(table.room?.seats.map((seat) => [seat.name, seat.kind, seat.bot, seat.avatar])).toEqual([
    ["Ann", "human", "", 0],
    ["Ben", "bot", "easy@gruff", 5],
  ]);
  expect((await table.send())?.code).toBe("replay");
});

test("a step shows its view, and the log up to it", async () => {
  const table = await opened(60);
  expect([table.view?.seq, table.lines.map((one) => one.n)]).toEqual([60, [1, 2, 3]]);
  await table.go(500);
  expect([table.step, table.view?.seq, table.lines.length]).toEqual([TOTAL, TOTAL, 4]);
  await table.go(-3);
  expect([table.step, table.view?.seq, table.lines.length]).toEqual([0, 0, 0]);
});

test("pages are loaded once, the next one in advance", async () => {
  const table = await opened();
  await table.go(30);
  await table.go(55);
  await table.go(10);
  const pages = asked.filter((path) => path.includes("/views")).map((path) => path.replace(/.*from=/, ""));
  expect(pages).toEqual(["0&to=0", "0&to=49", "50&to=99"]);
});

test("the last requested step is shown", async () => {
  const table = await opened();
  await Promise.all([table.go(60), table.go(2)]);
  expect(table.view?.seq).toBe(2);
});

test("skipping leads to steps with log lines, or to the start of a turn", async () => {
  const table = await opened(3);
  expect(table.stops).toEqual([0, 3, 60, 118, TOTAL]);
  expect([table.next(1), table.next(-1), table.turn(1), table.turn(-1)]).toEqual([60, 0, 50, 0]);
  await table.go(119);
  expect([table.next(1), table.next(-1), table.turn(1), table.turn(-1)]).toEqual([TOTAL, 118, TOTAL, 100]);
});

test("a seat's perspective becomes the own seat; the open one shows all hands", async () => {
  const table = await opened(5);
  await table.look("1");
  expect([table.you, table.step, table.hands]).toEqual([1, 5, []]);
  await table.look("open");
  expect([table.you, table.hands]).toEqual([-1, [[1], [2]]]);
});

test("an address names step and perspective, and keeps what it does not name", async () => {
  expect(parseReplayHash("12@2")).toEqual({ step: 12, perspective: "2" });
  expect(parseReplayHash("12")).toEqual({ step: 12, perspective: null });
  expect(parseReplayHash("@open")).toEqual({ step: null, perspective: "open" });
  for (const other of ["", "analysis", "12@nobody", "-1", "1e3"])
    expect(parseReplayHash(other)).toEqual({ step: null, perspective: null });
  const table = new ReplayClient("xyz");
  await table.open(60, "1");
  expect([table.step, table.perspective, table.you, table.place]).toEqual([60, "1", 1, "60@1"]);
  await table.look("watcher");
  expect(table.place).toBe("60");
});

test("an unknown seat has no perspective", async () => {
  const table = new ReplayClient("xyz");
  await table.open(3, "5");
  expect([table.perspective, table.place]).toEqual(["watcher", "3"]);
});
