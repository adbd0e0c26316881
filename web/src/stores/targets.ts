// The target of an option as text: a player, a monster, a card, a side of the fight.
import type { Choice } from "../protocol/messages";
import { t } from "../i18n";
import type { TableView } from "./tableUi/tableView.svelte";

export function targetText(ui: TableView, choice: Choice): string {
  if (choice.second >= 0) {
    const second = ui.card(choice.second)?.name ?? choice.text;
    return choice.target ? t("target.with", { target: targetText(ui, { ...choice, second: -1 }), second }) : second;
  }
  const aim = choice.aim;
  if (choice.target === "seat") return aim === ui.you ? t("target.yourself") : ui.table.name(aim);
  if (choice.target === "monster") return monster(ui, aim);
  if (choice.target === "card") return ui.card(aim)?.name ?? choice.text;
  if (choice.target === "side") return t(aim ? "target.monsters" : "target.munchkins");
  return choice.text;
}

/** Tell monsters with the same name apart by their number. */
function monster(ui: TableView, uid: number): string {
  const bodies = ui.game?.fight?.bodies ?? [];
  const body = ui.body(uid);
  const name = body ? (ui.row(body[2])?.name ?? "") : "";
  const twins = bodies.filter((other) => other[2] === body?.[2]);
  return twins.length > 1 ? t("target.twin", { name, n: twins.findIndex((b) => b[0] === uid) + 1 }) : name;
}
