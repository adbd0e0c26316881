import { beforeEach, describe, expect, test, vi } from "vitest";
import { FakeSocket } from "./browser";
import { choice, ui, game, view } from "./fixtures";

const form = { kind: "terms", least: 0, most: 1, atoms: [5], texts: [], receivers: [] } as never;
const asks = [choice("ask", { key: "ask1", aim: 1, form }), choice("ask", { key: "ask2", aim: 2, form })];

/** The table UI of a player in a fight. */
function fighting(more: object = {}, choices = asks) {
  const fight = { main: 0, helper: -1, lost: false, offers: [], bodies: [], ...more };
  return ui(view({ game: game({ fight }), choices }));
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
});

describe("asking players one after another", () => {
  test("asks the next player on the same terms, and waits for the answer", async () => {
    const one = fighting();
    one.helpQueue.begin([2, 1], [9]);
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ key: "ask2", picks: [9] });
    expect(one.helpQueue.queue?.seats).toEqual([1]);
    one.renew();
    expect(FakeSocket.last.sent).toHaveLength(1);
    const { cmd } = FakeSocket.last.sent.at(-1) as { cmd: string };
    one.table.take({ t: "done", cmd });
    await vi.waitFor(() => expect(one.busy).toBe(""));
    one.renew();
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ key: "ask1", picks: [9] });
  });

  test.each([
    ["somebody helps", { helper: 1 }],
    ["the fight is lost", { lost: true }],
    ["it is another's fight", { main: 1 }],
  ])("ends when %s", (_, more) => {
    const one = fighting(more);
    one.helpQueue.begin([2], []);
    expect([one.helpQueue.queue, FakeSocket.last.sent]).toEqual([null, []]);
  });

  test("waits while an own offer is open, or no player can be asked", () => {
    for (const one of [fighting({ offers: [[0, 1]] }), fighting({}, [])]) {
      one.helpQueue.begin([2], []);
      expect([one.helpQueue.queue?.seats, FakeSocket.last.sent]).toEqual([[2], []]);
    }
  });

  test("ends when the remaining players cannot be asked", () => {
    const one = fighting();
    one.helpQueue.begin([4], []);
    expect(one.helpQueue.queue).toBeNull();
  });
});
