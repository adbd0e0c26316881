import { beforeEach, describe, expect, test, vi } from "vitest";
import { actsOf } from "../src/stores/acts";
import { unruled } from "../src/stores/desk.svelte";
import { mutes } from "../src/stores/mutes.svelte";
import { t } from "../src/words";
import { FakeSocket } from "./browser";
import { card, choice, desk, game, line, tell, view } from "./made";

const form = { kind: "terms", least: 0, most: 1, atoms: [5], texts: [], receivers: [] } as never;
const asked = (word: string) => ({ prompt: 4, word, text: "" });

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
});

describe("what can be done", () => {
  test("is sorted by the card it hangs on", () => {
    const { byCard, steps } = desk(
      view({ choices: [choice("play", { card: 5 }), choice("sell", { card: 5 }), choice("kick")] }),
    );
    expect(byCard.get(5)?.map((one) => one.act)).toEqual(["play", "sell"]);
    expect(steps.map((one) => one.act)).toEqual(["kick"]);
  });

  test("has what one most likely wants first", () => {
    expect(
      desk(view({ choices: [choice("end_turn"), choice("kick"), choice("claim", { mine: false })] })).primary?.act,
    ).toBe("kick");
    expect(desk(view({ choices: [choice("play", { card: 3 })] })).primary).toBeNull();
  });

  test("never has doing without a gift as what one wants", () => {
    const choices = [choice("done"), choice("take", { card: 3 })];
    expect(desk(view({ question: asked("gift"), choices })).primary?.act).toBe("take");
    expect(desk(view({ question: asked("gift"), choices: [choice("done")] })).primary).toBeNull();
  });

  test("stands on the stage where it is a question of its own, and not in a reaction", () => {
    expect(desk(view({ question: asked("loot") })).inline).toBe(true);
    expect(desk(view({ question: asked("door") })).inline).toBe(false);
    const window = { waiting: [0], floor: 0, done: false } as never;
    const reacting = desk(view({ question: asked("loot"), window, choices: [choice("pass")] }));
    expect([reacting.reacting, reacting.inline]).toEqual([true, false]);
  });

  test("takes the whole of a small screen only where cards are chosen", () => {
    const of = (more: object) => desk(view({ question: asked("pick"), choices: [choice("choose", more)] })).spread;
    expect([of({ target: "card" }), of({ target: "seat" })]).toEqual([true, false]);
  });
});

describe("the buttons", () => {
  const ask = choice("ask", { target: "seat", aim: 1, mine: false, form });
  const looks = (one: ReturnType<typeof desk>) => actsOf(one).others.map((act) => [act.choice.act, act.look]);

  test("suggest to ask for help in a fight that is lost as it stands", () => {
    const fight = view({ question: asked("fight"), choices: [ask, choice("give_up")] });
    expect(looks(desk(fight))).toEqual([
      ["ask", "primary"],
      ["give_up", "danger"],
    ]);
  });

  test("do not once the fight is given up, and others may do something about it", () => {
    const window = { waiting: [0], floor: 0, done: false } as never;
    const given = view({ question: asked("window"), window, choices: [ask, choice("pass")] });
    expect(looks(desk(given))).toEqual([["ask", ""]]);
    expect(looks(desk(view({ window, choices: [ask] })))).toEqual([["ask", ""]]);
  });

  test("have only one that is green", () => {
    const won = actsOf(desk(view({ question: asked("fight"), choices: [ask, choice("claim"), choice("give_up")] })));
    expect(won.primary?.choice.act).toBe("claim");
    expect(won.others.filter((act) => act.look === "primary")).toEqual([]);
  });
});

describe("taking a choice", () => {
  test("sends it with the question it answers, and closes the sheet", async () => {
    const one = desk(view({ question: asked("door") }));
    one.open({ kind: "more" });
    const taken = one.take(choice("kick"));
    expect(one.busy).toBe("kick");
    const sent = FakeSocket.last.sent.at(-1) as { cmd: string };
    expect(sent).toMatchObject({ t: "do", key: "kick", prompt: 4 });
    one.table.take({ t: "done", cmd: sent.cmd });
    expect([await taken, one.busy, one.sheet]).toEqual([true, "", null]);
  });

  test("asks for its form first", async () => {
    const one = desk(view());
    expect(await one.take(choice("ask", { form, aim: 1 }))).toBe(false);
    expect([one.sheet, FakeSocket.last.sent]).toEqual([{ kind: "ask", seat: 1 }, []]);
  });

  test("says why not, without the numbers of the rules, which stand beside it", async () => {
    const one = desk(view());
    const taken = one.take(choice("kick"));
    const { cmd } = FakeSocket.last.sent.at(-1) as { cmd: string };
    one.table.take({ t: "refused", cmd, code: "late", text: "Too late (TURN-3).", rules: ["TURN-3"] });
    expect(await taken).toBe(false);
    expect(one.toast).toEqual({ text: "Too late.", rules: ["TURN-3"], bad: true });
    vi.runAllTimers();
    expect(one.toast).toBeNull();
  });
});

describe("names", () => {
  const fight = {
    main: 0,
    helper: -1,
    lost: false,
    offers: [],
    bodies: [
      [8, 0, "rat"],
      [9, 0, "rat"],
      [10, 0, "bee"],
    ],
  };
  const one = () => desk(view({ game: game({ fight }) }), [card("rat"), card("bee"), card("hat")], { 3: "hat" });

  test("of targets tell twins apart and know oneself", () => {
    expect(one().target(choice("play", { target: "monster", aim: 9 }))).toBe(t("target.twin", { name: "RAT", n: 2 }));
    expect(one().target(choice("play", { target: "monster", aim: 10 }))).toBe("BEE");
    expect(one().target(choice("play", { target: "seat", aim: 0 }))).toBe(t("target.yourself"));
    expect(one().target(choice("play", { target: "seat", aim: 1 }))).toBe("Ben");
    expect(one().target(choice("play", { target: "side", aim: 1 }))).toBe(t("target.monsters"));
    expect(one().target(choice("play", { target: "card", aim: 3 }))).toBe("HAT");
  });

  test("of what a card is played with come after what it is aimed at", () => {
    const target = one().target(choice("play", { target: "seat", aim: 1, second: 3 }));
    expect(target).toBe(t("target.with", { target: "Ben", second: "HAT" }));
  });

  test("lose the rule ids in a sentence", () => {
    expect(unruled("You may not (COMBAT-12, AMB-3). Wait (a moment).")).toBe("You may not. Wait (a moment).");
  });
});

test("a card that is of no use says why in few words", async () => {
  const one = desk(view());
  await tell(one, [{ card: 3, act: "", codes: ["no_such_code"], text: "Not in a fight (ITEM-2).", rules: [] }]);
  expect(one.short(3)).toBe("Not in a fight.");
  one.table.take(view({ seq: 99 }));
  await tell(one, [{ card: 3, act: "", codes: ["no_such_code", "not_now"], text: "", rules: [] }]);
  expect(one.short(3)).toBe(t("short.not_now"));
  expect(one.short(4)).toBe(t("short.none"));
});

test("whom one does not want to hear is not heard, but oneself is", () => {
  const one = desk(view());
  for (const [seat, name] of [
    [0, "Ann"],
    [1, "Ben"],
  ] as const) {
    one.table.take({ t: "chat", seat, name, text: "hi" } as never);
    one.table.take({ t: "emoted", seat, name: "wave", to: -1 });
  }
  expect([one.chat.length, one.talk.length]).toEqual([2, 4]);
  mutes.turn("Ben");
  mutes.turn("Ann");
  expect([one.chat.map((said) => said.seat), one.talk.map((said) => said.seat)]).toEqual([[0], [0, 0]]);
  mutes.turn("Ben");
  mutes.turn("Ann");
  expect(one.chat).toHaveLength(2);
});

describe("looking back", () => {
  test("shows the table and the log as they were, and nothing can be done", () => {
    const one = desk(view({ lines: [line(1)] }));
    one.table.take(view({ seq: 2, lines: [line(2)], choices: [choice("kick")] }));
    expect(one.primary?.act).toBe("kick");
    one.step(-1);
    one.step(-1);
    expect([one.view?.seq, one.lines.length, one.primary]).toEqual([1, 1, null]);
    one.step(1);
    expect([one.view?.seq, one.lines.length]).toEqual([2, 2]);
    one.step(1);
    expect([one.past, one.primary?.act]).toEqual([null, "kick"]);
  });
});

describe("asking one after the other", () => {
  const fighting = (more: object = {}) => ({ main: 0, helper: -1, lost: false, offers: [], bodies: [], ...more });
  const asks = [choice("ask", { key: "ask1", aim: 1, form }), choice("ask", { key: "ask2", aim: 2, form })];

  test("asks the next on the same terms, and waits for the answer", () => {
    const one = desk(view({ game: game({ fight: fighting() }), choices: asks }));
    one.queue = { seats: [2, 1], terms: [9] };
    one.askOn();
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ key: "ask2", picks: [9] });
    expect(one.queue?.seats).toEqual([1]);
    one.askOn();
    expect(FakeSocket.last.sent).toHaveLength(1);
  });

  test("ends when somebody helps", () => {
    const one = desk(view({ game: game({ fight: fighting({ helper: 1 }) }), choices: asks }));
    one.queue = { seats: [2], terms: [] };
    one.askOn();
    expect([one.queue, FakeSocket.last.sent]).toEqual([null, []]);
  });
});

test("offers of somebody one does not listen to are refused once, for this turn", () => {
  const offer = view({ question: asked("help"), choices: [choice("refuse", { key: "no", aim: 1 })] });
  const one = desk(offer);
  one.refuseDeaf();
  expect(FakeSocket.last.sent).toEqual([]);
  one.turnDeaf(1);
  one.refuseDeaf();
  expect(FakeSocket.last.sent.map((sent) => sent["key"])).toEqual(["no"]);
  one.table.take({ ...offer, game: game({ turns: 4 }) });
  expect(one.deaf).toEqual([]);
});

test("a question does not tell what the die shows before it has stopped", () => {
  const question = { prompt: 7, word: "roll", text: "You rolled 6." };
  const one = desk(view({ question, game: game({ stack: [{ kind: "roll_die", face: 6 }] }) }));
  expect([one.rolling, one.question?.text]).toEqual([false, "You rolled 6."]);
  one.table.beats.now = { name: "roll", n: 3, lines: [line(3)] } as never;
  expect([one.rolling, one.question]).toEqual([true, { ...question, text: t("stage.rolling") }]);
  one.table.beats.now = null;
  expect(one.question?.text).toBe("You rolled 6.");
});
