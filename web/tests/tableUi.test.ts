import { beforeEach, describe, expect, test, vi } from "vitest";
import { listActions } from "../src/stores/actions";
import { t } from "../src/i18n";
import { FakeSocket } from "./browser";
import { choice, ui, game, line, view } from "./fixtures";

const form = { kind: "terms", least: 0, most: 1, atoms: [5], texts: [], receivers: [] } as never;
const asked = (word: string) => ({ prompt: 4, word, text: "" });

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
});

describe("the options", () => {
  test("are sorted by their card", () => {
    const { byCard, steps } = ui(
      view({ choices: [choice("play", { card: 5 }), choice("sell", { card: 5 }), choice("kick")] }),
    );
    expect(byCard.get(5)?.map((one) => one.act)).toEqual(["play", "sell"]);
    expect(steps.map((one) => one.act)).toEqual(["kick"]);
  });

  test("have the most likely one first", () => {
    expect(
      ui(view({ choices: [choice("end_turn"), choice("kick"), choice("claim", { mine: false })] })).primary?.act,
    ).toBe("kick");
    expect(ui(view({ choices: [choice("play", { card: 3 })] })).primary).toBeNull();
  });

  test("never suggest declining a gift", () => {
    const choices = [choice("done"), choice("take", { card: 3 })];
    expect(ui(view({ question: asked("gift"), choices })).primary?.act).toBe("take");
    expect(ui(view({ question: asked("gift"), choices: [choice("done")] })).primary).toBeNull();
  });

  test("are on the stage for a prompt of their own, and not in a reaction", () => {
    expect(ui(view({ question: asked("loot") })).inline).toBe(true);
    expect(ui(view({ question: asked("door") })).inline).toBe(false);
    const window = { waiting: [0], floor: 0, done: false } as never;
    const reacting = ui(view({ question: asked("loot"), window, choices: [choice("pass")] }));
    expect([reacting.reacting, reacting.inline]).toEqual([true, false]);
  });

  test("take the whole of a small screen only where cards are chosen", () => {
    const of = (more: object) => ui(view({ question: asked("pick"), choices: [choice("choose", more)] })).spread;
    expect([of({ target: "card" }), of({ target: "seat" })]).toEqual([true, false]);
  });
});

describe("the action buttons", () => {
  const ask = choice("ask", { target: "seat", aim: 1, mine: false, form });
  const looks = (one: ReturnType<typeof ui>) => listActions(one).others.map((act) => [act.choice.act, act.look]);

  test("suggest asking for help in a fight that would be lost", () => {
    const fight = view({ question: asked("fight"), choices: [ask, choice("give_up")] });
    expect(looks(ui(fight))).toEqual([
      ["ask", "primary"],
      ["give_up", "danger"],
    ]);
  });

  test("do not once the fight is given up, and others may respond", () => {
    const window = { waiting: [0], floor: 0, done: false } as never;
    const given = view({ question: asked("window"), window, choices: [ask, choice("pass")] });
    expect(looks(ui(given))).toEqual([["ask", ""]]);
    expect(looks(ui(view({ window, choices: [ask] })))).toEqual([["ask", ""]]);
  });

  test("have only one that is green", () => {
    const won = listActions(ui(view({ question: asked("fight"), choices: [ask, choice("claim"), choice("give_up")] })));
    expect(won.primary?.choice.act).toBe("claim");
    expect(won.others.filter((act) => act.look === "primary")).toEqual([]);
  });
});

describe("taking an option", () => {
  test("sends it with the prompt it answers, and closes the dialog", async () => {
    const one = ui(view({ question: asked("door") }));
    one.open({ kind: "more" });
    const taken = one.take(choice("kick"));
    expect(one.busy).toBe("kick");
    const sent = FakeSocket.last.sent.at(-1) as { cmd: string };
    expect(sent).toMatchObject({ t: "do", key: "kick", prompt: 4 });
    one.table.take({ t: "done", cmd: sent.cmd });
    expect([await taken, one.busy, one.dialog]).toEqual([true, "", null]);
  });

  test("opens its form first", async () => {
    const one = ui(view());
    expect(await one.take(choice("ask", { form, aim: 1 }))).toBe(false);
    expect([one.dialog, FakeSocket.last.sent]).toEqual([{ kind: "ask", seat: 1 }, []]);
  });

  test("shows the reason without rule ids, which are beside it", async () => {
    const one = ui(view());
    const taken = one.take(choice("kick"));
    const { cmd } = FakeSocket.last.sent.at(-1) as { cmd: string };
    one.table.take({ t: "refused", cmd, code: "late", text: "Too late (TURN-3).", rules: ["TURN-3"] });
    expect(await taken).toBe(false);
    expect(one.toast).toEqual({ text: "Too late.", rules: ["TURN-3"], bad: true });
    vi.runAllTimers();
    expect(one.toast).toBeNull();
  });
});

describe("the history", () => {
  test("shows a past view and its log, without options", () => {
    const one = ui(view({ lines: [line(1)] }));
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

test("a prompt does not reveal the die before it has stopped", () => {
  const question = { prompt: 7, word: "roll", text: "You rolled 6." };
  const one = ui(view({ question, game: game({ stack: [{ kind: "roll_die", face: 6 }] }) }));
  expect([one.rolling, one.question?.text]).toEqual([false, "You rolled 6."]);
  one.table.beats.take([line(3, { beat: "flight", seconds: 1.5 })], "normal", 2);
  expect([one.rolling, one.question]).toEqual([true, { ...question, text: t("stage.rolling") }]);
  one.table.beats.skip();
  expect(one.question?.text).toBe("You rolled 6.");
});

test("a player without a monster to look for trouble with is told only to loot the room", () => {
  const question = { prompt: 7, word: "second", text: "Look for trouble or loot the room." };
  const asked = (acts: string[], met = false) =>
    ui(
      view({
        question,
        choices: acts.map((act) => choice(act)),
        game: game({ stack: [{ kind: "turn", seat: 0, met }] }),
      }),
    ).question?.text;
  expect(asked(["loot", "trouble"])).toBe(question.text);
  expect(asked(["loot"])).toBe(t("stage.no_trouble"));
  // After an escaped monster the server does not mention trouble
  expect(asked(["loot"], true)).toBe(question.text);
});

test("a roll to run away is about the monster of the roll, not the first of the fight", () => {
  const bodies = [4, 7].map((uid) => [uid, uid, `set/monster_${uid}`, 0, false, 0, 0, 0]);
  const stack = [
    { kind: "combat", card: 4 },
    { kind: "roll_die", face: 3, body: 7 },
  ];
  const one = ui(view({ game: game({ stack, fight: { bodies } }) }));
  const row = vi.spyOn(one, "row");
  one.cardIn(one.stack.at(-1));
  expect(row).toHaveBeenLastCalledWith("set/monster_7");
});
