import { describe, expect, test } from "vitest";
import { NewTableForm } from "../src/createTable/newTableForm.svelte";
import type { LobbyFacts } from "../src/protocol/api";

const facts = {
  sets: ["deluxe", "star"],
  default_sets: ["deluxe"],
  options: { winning_level: 10, run_order: "fighter_first", shared_victory: false },
  bots: ["easy", "normal", "mine"],
  with_character: ["easy", "normal"],
  characters: ["gruff"],
} as unknown as LobbyFacts;

describe("a table that nobody has changed", () => {
  test("is the usual one, with bots of all characters", () => {
    expect(new NewTableForm(facts, false).asked()).toEqual({
      sets: ["deluxe"],
      seats: 4,
      bots: "normal@any",
      speed: "normal",
      options: {},
      listed: false,
      password: "",
      watchers: true,
      approve: false,
    });
  });

  test("has bots that err for a first game", () => {
    expect(new NewTableForm(facts, true).asked().bots).toBe("easy@any");
  });
});

describe("what is chosen", () => {
  test("is asked for; of the rules only those that are not as usual", () => {
    const order = new NewTableForm(facts, false);
    order.options["winning_level"] = 8;
    order.options["shared_victory"] = true;
    order.options["run_order"] = "fighter_first";
    order.sets.push("star");
    order.seats = 6;
    order.password = "door";
    expect(order.asked()).toMatchObject({
      sets: ["deluxe", "star"],
      seats: 6,
      password: "door",
      options: { winning_level: 8, shared_victory: true },
    });
    expect(order.asked().options).not.toHaveProperty("run_order");
  });

  test("leaves what the server has told as it was", () => {
    const order = new NewTableForm(facts, false);
    order.sets.push("star");
    order.options["winning_level"] = 3;
    expect([facts.default_sets, facts.options["winning_level"]]).toEqual([["deluxe"], 10]);
  });
});

describe("bots", () => {
  test("have no character if nobody wants that, or their level has none", () => {
    const order = new NewTableForm(facts, false);
    order.tempers = false;
    expect(order.asked().bots).toBe("normal");
    order.tempers = true;
    order.level = "mine";
    expect([order.mayDiffer, order.asked().bots]).toEqual([false, "mine"]);
  });

  test("stay away where the seats are for people", () => {
    const order = new NewTableForm(facts, false);
    order.fill = false;
    expect(order.asked().bots).toBeNull();
  });
});
