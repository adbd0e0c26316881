// The description of a table for players who might join it.
import type { TableSummary } from "../protocol/messages";
import { t } from "../i18n";

/** List the players; bots are marked as bots. */
export function listPlayers(table: TableSummary): string[] {
  return table.names.map((name, i) => (table.kinds[i] === "bot" ? t("join.a_bot", { name }) : name));
}

/** Return the name of the time control; the animation pace is a different setting with a different name. */
export function timeControlName(speed: string): string {
  return speed === "none" ? t("speed.none") : t("speed.of", { speed: t(`speed.${speed}`) });
}
