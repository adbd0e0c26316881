// What a choice is aimed at, by name: somebody, a monster, a card, a side of the fight.
import type { Choice } from "../protocol/messages";
import { t } from "../i18n";
import type { Seen } from "./tableUi/tableView.svelte";

export function aimOf(desk: Seen, choice: Choice): string {
  if (choice.second >= 0) {
    const second = desk.card(choice.second)?.name ?? choice.text;
    return choice.target ? t("target.with", { target: aimOf(desk, { ...choice, second: -1 }), second }) : second;
  }
  const aim = choice.aim;
  if (choice.target === "seat") return aim === desk.you ? t("target.yourself") : desk.table.name(aim);
  if (choice.target === "monster") return monster(desk, aim);
  if (choice.target === "card") return desk.card(aim)?.name ?? choice.text;
  if (choice.target === "side") return t(aim ? "target.monsters" : "target.munchkins");
  return choice.text;
}

/** Tells twins apart by their number. */
function monster(desk: Seen, uid: number): string {
  const bodies = desk.game?.fight?.bodies ?? [];
  const body = desk.body(uid);
  const name = body ? (desk.row(body[2])?.name ?? "") : "";
  const twins = bodies.filter((other) => other[2] === body?.[2]);
  return twins.length > 1 ? t("target.twin", { name, n: twins.findIndex((b) => b[0] === uid) + 1 }) : name;
}
