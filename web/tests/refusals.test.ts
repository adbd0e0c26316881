import { describe, expect, test } from "vitest";
import { shortReason, withoutRuleIds } from "../src/stores/refusals";
import { t } from "../src/i18n";
import { ui, line, tell, view } from "./fixtures";

test("a sentence loses its rule ids, but no other brackets", () => {
  expect(withoutRuleIds("You may not (COMBAT-12, AMB-3). Wait (a moment).")).toBe("You may not. Wait (a moment).");
});

describe("an unusable card", () => {
  const refused = (codes: string[], text = "") => [{ card: 3, act: "", codes, text, rules: [] }];

  test("has a short reason, or the full one if there is no short one", async () => {
    const one = ui(view());
    await tell(one, refused(["no_such_code"], "Not in a fight (ITEM-2)."));
    expect(shortReason(one, 3)).toBe("Not in a fight.");
    one.table.take(view({ seq: 99 }));
    await tell(one, refused(["no_such_code", "not_now"]));
    expect(shortReason(one, 3)).toBe(t("short.not_now"));
    expect(shortReason(one, 4)).toBe(t("short.none"));
  });

  test("says so while the history is shown", () => {
    const one = ui(view({ lines: [line(1)] }));
    one.step(-1);
    expect(shortReason(one, 3)).toBe(t("review.short"));
  });
});
