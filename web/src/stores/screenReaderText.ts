// The texts that keyboard shortcuts read out: strengths, hand, gear, clock.
import "../i18n/lazy";
import { t } from "../i18n";
import type { TableUi } from "./tableUi.svelte";
import { gearOf } from "./seatInfo";

export function strengths(ui: TableUi): string {
  const parts = (ui.view?.strengths ?? []).map((n, seat) =>
    t("say.strength", { who: ui.name(seat), n, level: ui.game?.seats[seat]?.level ?? 0 }),
  );
  const totals = ui.view?.fight?.totals;
  return [...parts, ...(totals ? [t("say.fight", { ours: totals[0] ?? 0, theirs: totals[1] ?? 0 })] : [])].join("; ");
}

export function hand(ui: TableUi): string {
  return (
    (ui.game?.hand ?? [])
      .map((id) => t(ui.byCard.has(id) ? "say.playable" : "say.card", { name: ui.card(id)?.name ?? "" }))
      .join("; ") || t("hand.empty")
  );
}

export function gear(ui: TableUi): string {
  const gear = gearOf(ui, ui.you);
  return (
    [...gear.items, ...gear.followers, ...gear.character, ...gear.curses]
      .map((p) => t(p.worn ? "say.worn" : "say.card", { name: p.row?.name ?? "" }))
      .join("; ") || t("seat.bare")
  );
}

export function clock(ui: TableUi): string {
  const view = ui.table.view;
  if (view?.window && view.window.closes >= 0)
    return t("say.window", {
      s: Math.max(0, Math.round(view.window.closes - (performance.now() - ui.table.received) / 1000)),
    });
  if (!view || view.clock < 0) return t("say.no_clock");
  return t("say.clock", {
    s: Math.max(0, Math.round(view.clock - (performance.now() - ui.table.received) / 1000)),
  });
}
