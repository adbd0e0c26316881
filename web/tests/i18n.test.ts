import { expect, test } from "vitest";
import en from "../src/i18n/en.json";
import { formatNumber, hasMessage, addMessages, refusalText, t } from "../src/i18n";
import "../src/i18n/pages";
import "../src/i18n/lazy";

addMessages("en", { "test.cards": "{who} has {n|card|cards}", "test.gold": "{n} gold" });

test("a message takes its arguments, and the form for the number", () => {
  expect(t("test.cards", { who: "Ann", n: 1 })).toBe("Ann has 1 card");
  expect(t("test.cards", { who: "Ann", n: 0 })).toBe("Ann has 0 cards");
  expect(t("test.cards", { who: "Ann", n: 1200 })).toBe("Ann has 1,200 cards");
  expect(t("test.gold", { n: 1000 })).toBe(`${formatNumber(1000)} gold`);
});

test("an unknown message shows its id, and a missing argument is empty", () => {
  expect(t("test.nothing")).toBe("test.nothing");
  expect(t("test.gold")).toBe(" gold");
});

test("a refusal shows the server's text, else the message of its code, else a default", () => {
  expect(refusalText("offline", "The server says no.")).toBe("The server says no.");
  expect(refusalText("offline")).toBe(t(["refused.offline", "problem.offline"].find(hasMessage) ?? ""));
  expect(refusalText("no_such_code")).toBe(t("refused.other"));
});

test("the three parts of the message file are the whole of it", () => {
  expect(Object.keys(en).filter((id) => !hasMessage(id))).toEqual([]);
});
