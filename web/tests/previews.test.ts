import { beforeEach, describe, expect, test, vi } from "vitest";
import { Previews, RANK } from "../src/stores/previews.svelte";
import { directOptions, isHarmless, obviousOption, stageOptions, listTargets, whyNot } from "../src/stores/cardActions";
import type { Choice, PreviewResult, Refused, View } from "../src/protocol/messages";
import { FakeSocket } from "./browser";
import { card, choice, ui, game, outcome, tell, view } from "./made";

/** A server that answers when it is told to. */
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

describe("outcomes", () => {
  test("are asked one at a time, what matters most first", async () => {
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

  test("are kept, and not asked again while the table stays as it is", async () => {
    const server = new Server(plays);
    const one = new Previews(server);
    one.request(a)();
    await server.answer();
    one.request(a);
    expect([server.asked, one.of(a)?.key]).toEqual([["a"], "a"]);
    one.request(a, [4]);
    expect(server.asked).toEqual(["a", "a 4"]);
  });

  test("of a table that has changed are forgotten, late answers too, and wishes asked anew", async () => {
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

  test("are not asked faster than the server answers", async () => {
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

  test("that come too fast are asked again later; what is refused is not", async () => {
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

  test("are waited for, but not forever, and not for another table", async () => {
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

describe("the obvious thing", () => {
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

  test("is the only one that does no harm", async () => {
    const both = [seat(0), seat(1)];
    expect(await told(both, [{ harms: true, risks: true }, {}])).toBe(both[1]);
    expect(await told(both, [{}, {}])).toBeNull();
    expect(await told(both, [{ risks: true }, { harms: true, risks: true }])).toBeNull();
  });

  test("never raises somebody else", async () => {
    const both = [seat(0), seat(1)];
    expect(await told(both, [{ levels: [1, 0] }, { levels: [0, 1] }])).toBe(both[0]);
  });

  test("is not guessed before all is known", async () => {
    expect(await told([seat(0), seat(1)], [{}])).toBeNull();
  });

  test("is nothing one does to be rid of a card, and no form", () => {
    const form = { kind: "cards" } as never;
    expect(directOptions([choice("discard"), choice("use", { form }), choice("equip")]).map((one) => one.act)).toEqual([
      "equip",
    ]);
  });

  test("is never suggested where it harms, unless there is nothing else", async () => {
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

  test("takes nobody's word for granted", () => {
    expect(isHarmless(outcome("a", { up_to: 1 }), 0)).toBe(false);
    expect(isHarmless(null, 0)).toBe(false);
  });
});

describe("where a card belongs", () => {
  const at = (choices: Choice[], more: object = {}, kind = "item") => {
    const shown = view({ choices, ...more });
    const one = ui(shown, [card("hat", { kind })], { 5: "hat" });
    return { one, targets: listTargets(one, 5), places: listTargets(one, 5).map(({ place }) => place) };
  };
  const of = (act: string, more: Partial<Choice> = {}) => choice(act, { card: 5, ...more });

  test("is what it is aimed at", () => {
    const { places } = at([
      of("play", { key: "1", target: "seat", aim: 1 }),
      of("play", { key: "2", target: "monster", aim: 8 }),
      of("play", { key: "3", target: "side", aim: 1 }),
      of("attach", { key: "4", target: "card", aim: 9 }),
    ]);
    expect(places).toEqual(["seat:1", "monster:8", "side:monsters", "card:9"]);
  });

  test("is one's own mat for what one wears, and a place apart for carrying it only", () => {
    expect(at([of("play"), of("carry")]).places).toEqual(["seat:0", "tray:carry"]);
    expect(at([of("carry")]).places).toEqual(["seat:0"]);
    expect(at([of("equip"), of("discard")]).places).toEqual(["seat:0", "discard:treasure"]);
    expect(at([of("unequip")]).places).toEqual(["tray:unequip"]);
  });

  test("is the stage for what happens to all, and for whatever is aimed at something on it", () => {
    expect(at([of("play", { second: 7 })], {}, "wandering").places).toEqual(["stage"]);
    expect(at([of("play", { key: "play:5.1" })], {}, "oneshot").places).toEqual(["stage"]);
    const { targets } = at([of("play", { key: "1", target: "side", aim: 0 }), of("trouble"), of("discard")]);
    expect(stageOptions(targets).map((one) => one.act)).toEqual(["play", "trouble"]);
  });

  test("is one's own mat too for whatever of the hand goes before oneself, or on something there", () => {
    const seat = { play: [9], equipped: [], dead: false, level: 1 };
    const mine = { game: game({ hand: [5], seats: [seat, seat] }) };
    // A title is no Item, but lies before oneself; what happens at once may be dropped there as well
    expect(at([of("play")], mine, "other_treasure").places).toEqual(["stage", "seat:0"]);
    expect(at([of("play")], mine, "follower").places).toEqual(["seat:0"]);
    expect(at([of("play", { target: "card", aim: 9 })], mine, "cheat").places).toEqual(["card:9", "seat:0"]);
    // Not so what is aimed at somebody or something else
    expect(at([of("play", { target: "card", aim: 8 })], mine, "cheat").places).toEqual(["card:8"]);
    expect(at([of("play", { target: "seat", aim: 1 })], mine, "other_treasure").places).toEqual(["seat:1"]);
    expect(at([of("play")], mine, "wandering").places).toEqual(["stage"]);
  });

  test("is a bargain's form on the mat of somebody else", () => {
    const form = { kind: "trade", atoms: [5] } as never;
    const offers = ["give", "trade"].map((act) => choice(act, { key: act, target: "seat", aim: 1, form }));
    const { targets } = at([]);
    expect(targets).toEqual([]);
    const one = ui(view({ choices: offers }), [card("hat")], { 5: "hat" });
    expect(listTargets(one, 5).map(({ place, choices }) => [place, choices[0]?.act])).toEqual([["seat:1", "trade"]]);
  });

  test("says why it is not there: the game's reason, or that there are others", async () => {
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
