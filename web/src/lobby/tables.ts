// What is said of a table to whoever might come to it.
import type { TableSummary } from "../protocol/messages";
import { t } from "../i18n";

/** Who sits there; nobody takes a bot for a person. */
export function named(table: TableSummary): string[] {
  return table.names.map((name, i) => (table.kinds[i] === "bot" ? t("join.a_bot", { name }) : name));
}

/** How much time there is to decide; the pace at which things are shown is another matter, and called otherwise. */
export function clockOf(speed: string): string {
  return speed === "none" ? t("speed.none") : t("speed.of", { speed: t(`speed.${speed}`) });
}
