// The backdrop of the table: that of the set whose card is on the stage.
import type { TableUi } from "../stores/tableUi.svelte";

export function backdropOf(ui: TableUi): string {
  const body = ui.game?.fight?.bodies.at(-1);
  const key = body?.[2] ?? ui.lines.findLast((line) => line.cards.length > 0)?.cards.at(-1) ?? "";
  return ui.row(key)?.set ?? ui.table.room?.sets[0] ?? "";
}
