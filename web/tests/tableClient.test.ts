import { beforeEach, describe, expect, test, vi } from "vitest";
import { TableClient } from "../src/stores/tableClient.svelte";
import { MAX_UTTERANCES } from "../src/stores/speechBubbles";
import { FakeSocket } from "./browser";
import { catalog, line, room, view } from "./fixtures";

/** A connected table. */
function seated(): TableClient {
  const table = new TableClient("ABCD", "secret");
  table.catalog = catalog();
  FakeSocket.last.onopen?.();
  return table;
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
});

describe("the connection", () => {
  test("sends hello with code and token, over a socket to the page's own server", () => {
    seated();
    expect(FakeSocket.last.url).toBe("ws://table.test/ws");
    expect(FakeSocket.last.sent).toEqual([{ t: "hello", code: "ABCD", token: "secret", since: 0, password: "" }]);
  });

  test("requests the lines after the last one it has when it reconnects", () => {
    const table = seated();
    table.take(view({ lines: [line(1), line(2)] }));
    table.lost(1006);
    expect(table.link).toBe("lost");
    vi.runOnlyPendingTimers();
    FakeSocket.last.onopen?.();
    expect(FakeSocket.made).toHaveLength(2);
    expect(FakeSocket.last.sent[0]).toMatchObject({ t: "hello", since: 2 });
  });

  test("does not reconnect after a permanent close code", () => {
    const table = seated();
    table.lost(4404);
    vi.runAllTimers();
    expect([table.link, table.ended, FakeSocket.made.length]).toEqual(["refused", 4404, 1]);
  });

  test("settles pending commands with the reason when it breaks", async () => {
    const table = seated();
    const done = table.do("kick");
    table.lost(1013);
    expect((await done)?.code).toBe("not_stored");
    table.lost(1006);
    expect(table.ended).toBe(1013);
  });
});

describe("commands", () => {
  test("name the prompt they answer and are settled by their own id", async () => {
    const table = seated();
    table.take(view({ question: { prompt: 7, word: "door", text: "" } }));
    const [first, second] = [table.do("kick", [1]), table.do("look")];
    const [, one, two] = FakeSocket.last.sent as { cmd: string }[];
    expect(one).toMatchObject({ t: "do", key: "kick", picks: [1], prompt: 7 });
    expect(one?.cmd).not.toBe(two?.cmd);
    table.take({ t: "refused", cmd: two?.cmd ?? "", code: "late", text: "Too late", rules: [] });
    table.take({ t: "done", cmd: one?.cmd ?? "" });
    expect(await first).toBeNull();
    expect((await second)?.text).toBe("Too late");
    expect(table.refused?.code).toBe("late");
  });

  test("are refused at once while offline", async () => {
    const table = seated();
    FakeSocket.last.readyState = 3;
    expect((await table.do("kick"))?.code).toBe("offline");
  });
});

describe("the log", () => {
  test("grows, and repeated lines replace earlier ones", () => {
    const table = seated();
    table.take(view({ lines: [line(1), line(2), line(3)] }));
    table.take(view({ lines: [line(2, { text: "taken back" })] }));
    expect(table.lines.map((one) => one.text)).toEqual(["line 1", "taken back"]);
  });

  test("can be fetched from the server as far back as it is kept", async () => {
    const table = seated();
    table.take(view({ lines: [line(120), line(121)] }));
    expect(table.older).toBe(true);
    const done = table.fetchOlder();
    const sent = FakeSocket.last.sent.at(-1) as { cmd: string };
    expect(sent).toMatchObject({ t: "lines", before: 120 });
    table.take({ t: "log", cmd: sent.cmd, lines: [line(118), line(119), line(120)], first: 118 });
    expect(await done).toBeNull();
    expect([table.lines.map((one) => one.n), table.older]).toEqual([[118, 119, 120, 121], false]);
  });

  test("stays when a view has no lines", () => {
    const table = seated();
    table.take(view({ lines: [line(1)] }));
    table.take(view());
    expect(table.lines).toHaveLength(1);
  });

  test("keeps the last two hundred lines of the chat, and a few speech bubbles", () => {
    const table = seated();
    table.take(view());
    for (let n = 0; n < 205; n++) table.take({ t: "chat", seat: 0, name: "Ann", text: `${n}` });
    expect([table.chat.length, table.chat[0]?.text, table.talk.length]).toEqual([200, "5", MAX_UTTERANCES]);
  });
});

describe("scenes of the history", () => {
  test("are found by their lines and have no options", () => {
    const table = seated();
    table.take(view({ lines: [line(1), line(2)] }));
    table.take(view({ seq: 2, lines: [line(3), line(4)], choices: [{} as never], clock: 9 }));
    expect(table.sceneOf(3)).toBe(table.sceneOf(4));
    expect(table.sceneOf(3)?.view).toMatchObject({ seq: 2, choices: [], clock: -1, question: null });
    expect(table.sceneOf(5)).toBeNull();
  });

  test("from before the page was loaded are not available, except the last action", () => {
    const table = seated();
    table.take(view({ lines: [line(1), line(2), line(3, { follows: true })] }));
    expect(table.sceneOf(1)).toBeNull();
    expect(table.sceneOf(2)?.last).toBe(3);
  });

  test("are closed when the game is over", () => {
    const table = seated();
    table.take(view({ lines: [line(1)] }));
    table.past = table.sceneOf(1);
    table.take(room({ status: "over" }));
    expect(table.past).toBeNull();
  });
});

test("watching starts without the seat", () => {
  const table = seated();
  table.take(room());
  table.take(view({ lines: [line(1)] }));
  table.watch("open sesame");
  FakeSocket.last.onopen?.();
  expect([table.room, table.view, table.lines.length, table.you]).toEqual([null, null, 0, -1]);
  expect(FakeSocket.last.sent[0]).toMatchObject({ token: null, since: 0, password: "open sesame" });
});
