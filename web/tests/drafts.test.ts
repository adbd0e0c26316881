import { expect, test } from "vitest";
import { Drafts } from "../src/stores/drafts";

test("picks are restored until the turn is over or they are sent", () => {
  let turn = 3;
  const drafts = new Drafts(() => turn);
  expect(drafts.of("sell", [])).toEqual([]);
  drafts.keep("sell", [4, 5]);
  expect(drafts.of("sell", [])).toEqual([4, 5]);
  expect(drafts.of("charity", [])).toEqual([]);
  turn = 4;
  expect(drafts.of("sell", [])).toEqual([]);
  drafts.keep("sell", [6]);
  drafts.forget("sell");
  expect(drafts.of("sell", [])).toEqual([]);
});
