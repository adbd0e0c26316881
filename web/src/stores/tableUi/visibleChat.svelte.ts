// The chat and speech bubbles of players who are not muted, and the number of unread lines.
import { mutes } from "../mutes.svelte";
import { settings } from "../settings.svelte";
import { bubblesAt } from "../speechBubbles";
import type { TableUi } from "../tableUi.svelte";

export class VisibleChat {
  /** The last line of the chat that was visible. */
  read = $state(0);

  constructor(private ui: TableUi) {}

  chat = $derived.by(() => this.ui.table.chat.filter((line) => this.#hears(line)));
  talk = $derived.by(() => this.ui.table.talk.filter((one) => this.#hears(one)));
  bubbles = $derived.by(() => bubblesAt(this.talk, this.ui.now));
  /** Unread lines of other players; lines of bots do not count. */
  unread = $derived.by(
    () => this.chat.filter((line) => line.n > this.read && line.seat !== this.ui.you && !line.bot).length,
  );

  #hears(one: { seat: number; name: string; bot?: boolean }): boolean {
    return one.seat === this.ui.you || (!mutes.has(one.name) && (!one.bot || settings.voices));
  }
}
