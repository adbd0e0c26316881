// What a key asks for, in words: strengths, hand, gear, clock.
import "../i18n/lazy";
import { t } from "../i18n";
import type { Desk } from "./tableUi.svelte";
import { gearOf } from "./seatInfo";

export function strengths(desk: Desk): string {
  const parts = (desk.view?.strengths ?? []).map((n, seat) =>
    t("say.strength", { who: desk.name(seat), n, level: desk.game?.seats[seat]?.level ?? 0 }),
  );
  const totals = desk.view?.fight?.totals;
  return [...parts, ...(totals ? [t("say.fight", { ours: totals[0] ?? 0, theirs: totals[1] ?? 0 })] : [])].join("; ");
}

export function hand(desk: Desk): string {
  return (
    (desk.game?.hand ?? [])
      .map((id) => t(desk.byCard.has(id) ? "say.playable" : "say.card", { name: desk.card(id)?.name ?? "" }))
      .join("; ") || t("hand.empty")
  );
}

export function gear(desk: Desk): string {
  const gear = gearOf(desk, desk.you);
  return (
    [...gear.items, ...gear.followers, ...gear.character, ...gear.curses]
      .map((p) => t(p.worn ? "say.worn" : "say.card", { name: p.row?.name ?? "" }))
      .join("; ") || t("seat.bare")
  );
}

export function clock(desk: Desk): string {
  const view = desk.table.view;
  if (view?.window && view.window.closes >= 0)
    return t("say.window", {
      s: Math.max(0, Math.round(view.window.closes - (performance.now() - desk.table.received) / 1000)),
    });
  if (!view || view.clock < 0) return t("say.no_clock");
  return t("say.clock", {
    s: Math.max(0, Math.round(view.clock - (performance.now() - desk.table.received) / 1000)),
  });
}
