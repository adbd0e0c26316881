import { beforeEach, describe, expect, test, vi } from "vitest";
import { Previews, RANK } from "../src/stores/previews.svelte";
import { directOptions, isHarmless, obviousOption, stageOptions, listTargets, whyNot } from "../src/stores/cardActions";
import type { Choice, PreviewResult, Refused, View } from "../src/protocol/messages";
import { FakeSocket } from "./browser";
import { card, choice, ui, game, outcome, tell, view } from "./fixtures";

/** A server that answers when the test says so. */
class Server {
  asked: string[] = [];
  #answers: ((answer: Refused | PreviewResult) => void)[] = [];
  view: View | null;

  constructor(choices: Choice[]) {
    this.view = view({ choices });
  }

  preview(key: string, picks: number[]): Promise<Refused | PreviewResult> {
    this.asked.push([key, ...picks].join(" "));
    return new Promise((answer) => this.#answers.push(answer));
  }

  async answer(more: Partial<PreviewResult> | Refused = {}): Promise<void> {
    const last = this.asked.at(-1) ?? "";
    this.#answers.shift()?.(more.t === "refused" ? more : outcome(last, more as Partial<PreviewResult>));
    await vi.advanceTimersByTimeAsync(0);
  }
}

const plays = ["a", "b", "c", "d", "e", "f", "g"].map((key) => choice("play", { key, card: 1 }));
const [a, b, c] = plays as [Choice, Choice, Choice];

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
});

describe("previews", () => {
  test("are requested one at a time, the most important first", async () => {
    const server = new Server(plays);
    const one = new Previews(server);
    one.request(a);
    one.request(b, [], RANK.rest);
    one.request(c, [], RANK.now);
    expect(server.asked).toEqual(["a"]);
    await server.answer({ text: "It hits." });
    expect([one.of(a)?.text, one.of(b), server.asked]).toEqual(["It hits.", null, ["a", "c"]]);
    await server.answer();
    expect(server.asked).toEqual(["a", "c", "b"]);
  });

  test("are kept, and not requested again while the view stays the same", async () => {
    const server = new Server(plays);
    const one = new Previews(server);
    one.request(a)();
    await server.answer();
    one.request(a);
    expect([server.asked, one.of(a)?.key]).toEqual([["a"], "a"]);
    one.request(a, [4]);
    expect(server.asked).toEqual(["a", "a 4"]);
  });

  test("of an older view are dropped, late answers too, and requested again", async () => {
    const server = new Server(plays);
    const one = new Previews(server);
    one.request(a);
    server.view = view({ seq: 2, choices: plays });
    one.renew();
    await server.answer({ text: "of the old table" });
    expect([one.of(a), server.asked]).toEqual([null, ["a", "a"]]);
    await server.answer({ text: "of the new one" });
    expect(one.of(a)?.text).toBe("of the new one");
    server.view = view({ seq: 3, choices: [] });
    one.renew();
    expect([one.of(a), server.asked.length]).toEqual([null, 2]);
  });

  test("are not requested faster than the server answers", async () => {
    const server = new Server(plays);
    const one = new Previews(server);
    for (const play of plays) one.request(play);
    for (let i = 0; i < 5; i++) await server.answer();
    expect(server.asked).toHaveLength(5);
    await vi.advanceTimersByTimeAsync(510);
    expect(server.asked).toHaveLength(6);
    await server.answer();
    await vi.advanceTimersByTimeAsync(100);
    expect(server.asked).toHaveLength(6);
  });

  test("that come too fast are requested again later; refused ones are not", async () => {
    const server = new Server([a, b]);
    const one = new Previews(server);
    one.request(a);
    await server.answer({ t: "refused", cmd: "", code: "too_fast", text: "", rules: [] });
    expect(server.asked).toEqual(["a"]);
    await vi.advanceTimersByTimeAsync(510);
    expect(server.asked).toEqual(["a", "a"]);
    await server.answer({ t: "refused", cmd: "", code: "stale", text: "", rules: [] });
    await vi.advanceTimersByTimeAsync(2000);
    expect([server.asked.length, one.of(a)]).toEqual([2, null]);
  });

  test("are waited for, but not forever, and not for another view", async () => {
    const server = new Server(plays);
    const one = new Previews(server);
    const both = one.all([a, b]);
    await server.answer();
    await server.answer();
    expect(await both).toBe(true);
    const late = one.all([c]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await late).toBe(false);
    const stale = one.all([c]);
    server.view = view({ seq: 2, choices: plays });
    one.renew();
    expect(await stale).toBe(false);
  });
});

describe("the obvious action", () => {
  const fight = { main: 0, helper: -1, lost: false, offers: [], bodies: [[8, 3, "rat"]] };
  const seat = (aim: number) => choice("play", { key: `go>${aim}`, card: 5, target: "seat", aim });

  async function told(choices: Choice[], all: Partial<PreviewResult>[]) {
    const one = ui(view({ choices, game: game({ fight, hand: [5] }) }), [card("hat")], { 5: "hat" });
    const done = one.table.previews.all(choices);
    for (const more of all) {
      const { cmd, key } = FakeSocket.last.sent.at(-1) as { cmd: string; key: string };
      one.table.take({ ...outcome(key, more), cmd });
      await vi.advanceTimersByTimeAsync(0);
    }
    await vi.advanceTimersByTimeAsync(2000);
    await done;
    return obviousOption(one, choices);
  }

  test("is the only harmless one", async () => {
    const both = [seat(0), seat(1)];
    expect(await told(both, [{ harms: true, risks: true }, {}])).toBe(both[1]);
    expect(await told(both, [{}, {}])).toBeNull();
    expect(await told(both, [{ risks: true }, { harms: true, risks: true }])).toBeNull();
  });

  test("never raises another player", async () => {
    const both = [seat(0), seat(1)];
    expect(await told(both, [{ levels: [1, 0] }, { levels: [0, 1] }])).toBe(both[0]);
  });

  test("is unknown until all previews are known", async () => {
    expect(await told([seat(0), seat(1)], [{}])).toBeNull();
  });

  test("is not one that gets rid of a card, and not a form", () => {
    const form = { kind: "cards" } as never;
    expect(directOptions([choice("discard"), choice("use", { form }), choice("equip")]).map((one) => one.act)).toEqual([
      "equip",
    ]);
  });

  test("is never harmful, unless it is the only one", async () => {
    const offered = async (...acts: string[]) => {
      const choices = acts.map((act) => choice(act));
      const one = ui(view({ question: { prompt: 4, word: "trade", text: "" }, choices }));
      one.table.previews.request(choices[0] as Choice);
      const { cmd, key } = FakeSocket.last.sent.at(-1) as { cmd: string; key: string };
      one.table.take({ ...outcome(key, { harms: true }), cmd });
      await vi.advanceTimersByTimeAsync(0);
      return one.primary?.act;
    };
    expect(await offered("accept", "refuse")).toBeUndefined();
    expect(await offered("flee")).toBe("flee");
  });

  test("does not trust an unknown preview", () => {
    expect(isHarmless(outcome("a", { up_to: 1 }), 0)).toBe(false);
    expect(isHarmless(null, 0)).toBe(false);
  });
});

describe("the place of a card", () => {
  const at = (choices: Choice[], more: object = {}, kind = "item") => {
    const shown = view({ choices, ...more });
    const one = ui(shown, [card("hat", { kind })], { 5: "hat" });
    return { one, targets: listTargets(one, 5), places: listTargets(one, 5).map(({ place }) => place) };
  };
  const of = (act: string, more: Partial<Choice> = {}) => choice(act, { card: 5, ...more });

  test("is its target", () => {
    const { places } = at([
      of("play", { key: "1", target: "seat", aim: 1 }),
      of("play", { key: "2", target: "monster", aim: 8 }),
      of("play", { key: "3", target: "side", aim: 1 }),
      of("attach", { key: "4", target: "card", aim: 9 }),
    ]);
    expect(places).toEqual(["seat:1", "monster:8", "side:monsters", "card:9"]);
  });

  test("is the own mat for a worn card, and a separate place for carrying it", () => {
    expect(at([of("play"), of("carry")]).places).toEqual(["seat:0", "tray:carry"]);
    expect(at([of("carry")]).places).toEqual(["seat:0"]);
    expect(at([of("equip"), of("discard")]).places).toEqual(["seat:0", "discard:treasure"]);
    expect(at([of("unequip")]).places).toEqual(["tray:unequip"]);
  });

  test("is the stage for effects on everyone, and for targets on it", () => {
    expect(at([of("play", { second: 7 })], {}, "wandering").places).toEqual(["stage"]);
    expect(at([of("play", { key: "play:5.1" })], {}, "oneshot").places).toEqual(["stage"]);
    const { targets } = at([of("play", { key: "1", target: "side", aim: 0 }), of("trouble"), of("discard")]);
    expect(stageOptions(targets).map((one) => one.act)).toEqual(["play", "trouble"]);
  });

  test("is also the own mat for cards in hand that go in front of the player, or on a card there", () => {
    const seat = { play: [9], equipped: [], dead: false, level: 1 };
    const mine = { game: game({ hand: [5], seats: [seat, seat] }) };
    // A title is not an Item, but it goes in front of the player; immediate effects may be dropped there too
    expect(at([of("play")], mine, "other_treasure").places).toEqual(["stage", "seat:0"]);
    expect(at([of("play")], mine, "follower").places).toEqual(["seat:0"]);
    expect(at([of("play", { target: "card", aim: 9 })], mine, "cheat").places).toEqual(["card:9", "seat:0"]);
    // Cards with another target may not
    expect(at([of("play", { target: "card", aim: 8 })], mine, "cheat").places).toEqual(["card:8"]);
    expect(at([of("play", { target: "seat", aim: 1 })], mine, "other_treasure").places).toEqual(["seat:1"]);
    expect(at([of("play")], mine, "wandering").places).toEqual(["stage"]);
  });

  test("is the mat of another player for a bargain", () => {
    const form = { kind: "trade", atoms: [5] } as never;
    const offers = ["give", "trade"].map((act) => choice(act, { key: act, target: "seat", aim: 1, form }));
    const { targets } = at([]);
    expect(targets).toEqual([]);
    const one = ui(view({ choices: offers }), [card("hat")], { 5: "hat" });
    expect(listTargets(one, 5).map(({ place, choices }) => [place, choices[0]?.act])).toEqual([["seat:1", "trade"]]);
  });

  test("explains a wrong place: the reason of the game, or that there are others", async () => {
    const refusals = [{ card: 5, act: "", text: "Only in a fight (CARD-2).", rules: ["CARD-2"], codes: [] }];
    const told = async (choices: Choice[]) => {
      const { one } = at(choices);
      await tell(one, refusals);
      return whyNot(one, 5);
    };
    expect(await told([])).toEqual({ text: "Only in a fight.", rules: ["CARD-2"] });
    expect((await told([of("equip")])).text).toContain("HAT");
  });
});
