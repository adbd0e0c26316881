// The status of a fight in a few words: for the table, the shared screen and the replay.
import { formatList, t } from "../i18n";
import type { TableUi } from "./tableUi.svelte";

export interface FightStatus {
  top: string;
  big: string;
  small: string;
  good: boolean;
}

/** Return the warning that this fight would win a player the game; empty otherwise. */
export function winWarning(ui: TableUi): string {
  const seats = ui.displayedView?.fight?.for_win ?? [];
  const who = formatList(seats.map((seat) => ui.table.name(seat)));
  if (!ui.watching && seats.includes(ui.you))
    return t(seats.length > 1 ? "fight.for_win" : "fight.for_win_you", { who });
  return seats.length ? t("fight.for_win", { who }) : "";
}

export function fightStatusOf(ui: TableUi): FightStatus {
  const fight = ui.displayedView?.game.fight;
  const shown = ui.displayedView?.fight;
  if (!fight || !shown) return { top: "", big: "", small: "", good: false };
  const gap = (shown.totals[0] ?? 0) - (shown.totals[1] ?? 0);
  const by = t("fight.by", { n: Math.abs(gap) });
  if (fight.lost) {
    const small = t("fight.running");
    return gap === 0
      ? { top: t("fight.tie"), big: t("fight.tie_lost"), small, good: false }
      : { top: t("fight.lost"), big: by, small, good: false };
  }
  const need = () => t("fight.need", { n: shown.lacks });
  if (shown.winning)
    return gap > 0
      ? { top: t("fight.winning"), big: by, small: t("fight.unless"), good: true }
      : { top: t("fight.tie"), big: t("fight.tie_won"), small: t("fight.unless"), good: true };
  return gap === 0
    ? { top: t("fight.tie"), big: t("fight.tie_lost"), small: need(), good: false }
    : { top: t("fight.losing"), big: by, small: need(), good: false };
}
