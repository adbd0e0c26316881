import { beforeEach, describe, expect, test, vi } from "vitest";
import { FakeSocket } from "./browser";
import { choice, ui, game, view } from "./fixtures";

const question = { prompt: 4, word: "help", text: "" };
const offer = view({ question, choices: [choice("refuse", { key: "no", aim: 1 })] });
const sent = () => FakeSocket.last.sent.map((one) => one["key"]);

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
});

describe("a player whose offers are declined", () => {
  test("is refused once, and other players are not", () => {
    const one = ui(offer);
    one.renew();
    expect(sent()).toEqual([]);
    one.autoRefuse.turn(1);
    one.renew();
    expect([sent(), one.autoRefuse.seats]).toEqual([["no"], [1]]);
    one.table.take({ ...offer, question: { ...question, prompt: 5 } });
    one.renew();
    expect(sent()).toEqual(["no", "no"]);
  });

  test("can make offers again after the turn, or earlier", () => {
    const one = ui(offer);
    one.autoRefuse.turn(1);
    one.autoRefuse.turn(2);
    one.autoRefuse.turn(1);
    expect(one.autoRefuse.seats).toEqual([2]);
    one.table.take({ ...offer, game: game({ turns: 4 }) });
    expect(one.autoRefuse.seats).toEqual([]);
  });
});
