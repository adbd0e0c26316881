import { beforeEach, expect, test, vi } from "vitest";
import { REFRESH_FOR_MS, SETTLE_MS, UnavailableActions, type ReasonSource } from "../src/stores/unavailable.svelte";
import type { Refusal } from "../src/protocol/messages";
import { view } from "./fixtures";
// Load the messages in advance, so that no test waits for them
import "../src/i18n/lazy";

const WHY: Refusal = { card: 3, act: "", text: "Not in a fight.", rules: [], codes: [] };
let asked = 0;
let answer: (refusals: Refusal[]) => void = () => {};

/** A table whose server answers when the test says so. */
function table(you = 0): ReasonSource {
  return {
    view: view({ seq: 1 }),
    you,
    why: () => {
      asked += 1;
      return new Promise((go) => (answer = (refusals) => go({ t: "reasons", cmd: "", refusals })));
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
});

test("are requested once the player looks, and once for each view", async () => {
  const one = new UnavailableActions(table());
  one.renew();
  vi.runAllTimers();
  expect(asked).toBe(0);
  one.request();
  one.request();
  expect([asked, one.known]).toEqual([1, false]);
  answer([WHY]);
  await vi.waitFor(() => expect([one.known, one.now]).toEqual([true, [WHY]]));
  one.request();
  expect(asked).toBe(1);
});

test("are requested again when a changed view is stable, while the player still looks", async () => {
  const at = table();
  const one = new UnavailableActions(at);
  one.request();
  answer([WHY]);
  await vi.advanceTimersByTimeAsync(0);
  for (const seq of [2, 3, 4]) {
    at.view = view({ seq });
    one.renew();
    await vi.advanceTimersByTimeAsync(SETTLE_MS / 2);
  }
  expect([asked, one.now]).toEqual([1, []]);
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  expect(asked).toBe(2);
  answer([]);
  await vi.advanceTimersByTimeAsync(REFRESH_FOR_MS);
  at.view = view({ seq: 5 });
  one.renew();
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  expect(asked).toBe(2);
});

test("of an older view are dropped", async () => {
  const at = table();
  const one = new UnavailableActions(at);
  one.request();
  at.view = view({ seq: 2 });
  answer([WHY]);
  await vi.advanceTimersByTimeAsync(0);
  expect(one.now).toEqual([]);
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  expect(asked).toBe(2);
});

test("are empty for spectators", () => {
  new UnavailableActions(table(-1)).request();
  expect(asked).toBe(0);
});
