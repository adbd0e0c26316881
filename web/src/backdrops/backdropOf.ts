// In which room the table stands: that of the set whose card is on the stage.
import type { Desk } from "../stores/tableUi.svelte";

export function placeOf(desk: Desk): string {
  const body = desk.game?.fight?.bodies.at(-1);
  const key = body?.[2] ?? desk.lines.findLast((line) => line.cards.length > 0)?.cards.at(-1) ?? "";
  return desk.row(key)?.set ?? desk.table.room?.sets[0] ?? "";
}
