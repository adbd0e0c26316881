import { describe, expect, test } from "vitest";
import { NewTableForm } from "../src/createTable/newTableForm.svelte";
import type { LobbyInfo } from "../src/protocol/api";

const facts = {
  sets: ["deluxe", "star"],
  default_sets: ["deluxe"],
  options: { winning_level: 10, run_order: "fighter_first", shared_victory: false },
  bots: ["easy", "normal", "mine"],
  levels_with_personality: ["easy", "normal"],
  personalities: ["gruff"],
} as unknown as LobbyInfo;

describe("an unchanged form", () => {
  test("has the defaults, with bots of all personalities", () => {
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

  test("has easy bots for a first game", () => {
    expect(new NewTableForm(facts, true).asked().bots).toBe("easy@any");
  });
});

describe("a changed form", () => {
  test("sends all values, but only the changed rules", () => {
    const form = new NewTableForm(facts, false);
    form.options["winning_level"] = 8;
    form.options["shared_victory"] = true;
    form.options["run_order"] = "fighter_first";
    form.sets.push("star");
    form.seats = 6;
    form.password = "door";
    expect(form.asked()).toMatchObject({
      sets: ["deluxe", "star"],
      seats: 6,
      password: "door",
      options: { winning_level: 8, shared_victory: true },
    });
    expect(form.asked().options).not.toHaveProperty("run_order");
  });

  test("does not change the data of the server", () => {
    const form = new NewTableForm(facts, false);
    form.sets.push("star");
    form.options["winning_level"] = 3;
    expect([facts.default_sets, facts.options["winning_level"]]).toEqual([["deluxe"], 10]);
  });
});

describe("bots", () => {
  test("have no personality if that is turned off, or their level has none", () => {
    const form = new NewTableForm(facts, false);
    form.tempers = false;
    expect(form.asked().bots).toBe("normal");
    form.tempers = true;
    form.level = "mine";
    expect([form.mayDiffer, form.asked().bots]).toEqual([false, "mine"]);
  });

  test("are left out where the seats are for people", () => {
    const form = new NewTableForm(facts, false);
    form.fill = false;
    expect(form.asked().bots).toBeNull();
  });
});
