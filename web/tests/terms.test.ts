import { expect, test } from "vitest";
import { botReason, withReason } from "../src/stores/botReasons";
import { helperPicksFirst, makeTerm, kindOf, termsText, tokenName, valueOf } from "../src/stores/terms";
import { P_ANYWAY, P_CARD, P_COUNT, P_GIVE, P_PLACE, P_TOKENS, P_WANT } from "../src/protocol/messages";
import { t } from "../src/i18n";
import { line } from "./fixtures";

const name = (card: number) => `card ${card}`;
const said = (...terms: number[]) => termsText(terms, name, "Ben");

test("a term is one number that encodes its kind and value", () => {
  for (const [sort, value] of [
    [P_GIVE, 0],
    [P_WANT, 4095],
    [P_TOKENS, 3],
  ] as const) {
    expect([kindOf(makeTerm(sort, value)), valueOf(makeTerm(sort, value))]).toEqual([sort, value]);
  }
});

test("terms have texts", () => {
  expect(said()).toBe(t("terms.nothing"));
  expect(said(makeTerm(P_COUNT, 2))).toBe(t("terms.count", { n: 2 }));
  expect(said(makeTerm(P_PLACE, 1))).toBe(t("terms.place_first"));
  expect(said(makeTerm(P_PLACE, 2))).toBe(t("terms.place", { n: 2 }));
  expect(said(makeTerm(P_PLACE, 1), makeTerm(P_PLACE, 3), makeTerm(P_TOKENS, 2))).toBe(
    `${t("terms.places", { list: "1 and 3" })}, ${t("terms.tokens", { n: 2 })}`,
  );
  expect(said(makeTerm(P_PLACE, 0))).toBe(t("terms.last"));
  expect(said(makeTerm(P_CARD, 7))).toBe(t("terms.card", { card: "card 7" }));
  expect(said(makeTerm(P_CARD, 4095))).toBe(t("terms.hidden"));
  expect(said(makeTerm(P_GIVE, 7), makeTerm(P_TOKENS, 2))).toBe(`card 7, ${t("terms.tokens", { n: 2 })}`);
});

test("what the helper gives is separate, and so are terms that always apply", () => {
  const terms = t("terms.count", { n: 1 });
  expect(said(makeTerm(P_COUNT, 1), makeTerm(P_WANT, 7))).toBe(t("terms.both", { terms, who: "Ben", gives: "card 7" }));
  expect(termsText([makeTerm(P_COUNT, 1), makeTerm(P_WANT, 7)], name, t("you"))).toBe(
    t("terms.both_you", { terms, who: t("you"), gives: "card 7" }),
  );
  expect(said(makeTerm(P_COUNT, 1), makeTerm(P_ANYWAY, 0))).toBe(t("terms.anyway", { terms }));
});

test("a helper who picks first has every other place, and then the rest", () => {
  const places = (count: number, of: number) => helperPicksFirst(count, of).map(valueOf);
  expect([places(2, 4), places(1, 3), places(3, 3), places(5, 3)]).toEqual([[1, 3], [1], [1, 2, 3], [1, 2, 3]]);
});

test("an unknown token is called by its kind", () => {
  expect(tokenName("left_sock")).toBe("left sock");
});

test("a refusal has a reason, with its numbers if there is a message for them", () => {
  const why = (reason: string, numbers: Record<string, number> = {}) =>
    botReason(line(1, { why: { why: reason, numbers } }));
  expect(botReason(line(1))).toBe("");
  expect(why("whim")).toBe(t("because.whim"));
  expect(why("too_little", { treasures: 2 })).toBe(t("because.too_little.treasures", { treasures: 2 }));
  expect(why("too_little", { treasures: 2 })).toContain("2");
  expect(withReason(line(1, { why: { why: "whim", numbers: {} } }))).toContain(t("because.whim"));
});
