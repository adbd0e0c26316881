// Why what cannot be done now cannot be: asked of the server when somebody looks at their cards, for it is much to tell
// and most views pass without anybody wanting to know.
import { lazy } from "../ui/lazyPart";
import { viewKey } from "./viewKey";
import type { Reasons as Told, Refusal, Refused, View } from "../protocol/messages";

/** The table as far as its reasons are concerned. */
export interface ReasonSource {
  view: View | null;
  you: number;
  why(): Promise<Refused | Told | null>;
}

/** Milliseconds for which somebody who has looked at their cards still does. */
export const REFRESH_FOR_MS = 10_000;
/** Milliseconds that the table has to stay as it is before those who still look are told anew. */
export const SETTLE_MS = 250;

export class UnavailableActions {
  #told = $state.raw<{ moment: string; refusals: Refusal[] }>({ moment: "", refusals: [] });
  /** They are those of the table as it is now. */
  known = $derived.by(() => this.#told.moment === viewKey(this.table.view));
  /** What is known of the table as it is now. */
  now = $derived.by<Refusal[]>(() => (this.known ? this.#told.refusals : []));
  #until = 0;
  #asking: Promise<void> | null = null;
  #timer = 0;

  constructor(private table: ReasonSource) {}

  /** Somebody looks at their cards: they want to know now, and for a while whenever the table has changed. */
  request(): Promise<void> {
    this.#until = performance.now() + REFRESH_FOR_MS;
    return this.#ask();
  }

  /** The table is another. */
  renew(): void {
    clearTimeout(this.#timer);
    if (performance.now() < this.#until) this.#timer = window.setTimeout(() => void this.#ask(), SETTLE_MS);
  }

  #ask(): Promise<void> {
    const moment = viewKey(this.table.view);
    if (this.#asking) return this.#asking;
    if (this.#told.moment === moment || !this.table.view || this.table.you < 0) return Promise.resolve();
    return (this.#asking = this.#learn(moment));
  }

  async #learn(moment: string): Promise<void> {
    // They are put shortly in words that nothing else needs
    const [answer] = await Promise.all([this.table.why(), lazy(() => import("../i18n/lazy"))]);
    this.#asking = null;
    if (answer?.t !== "reasons") return;
    // What comes after the table has changed is about a table that is no more
    if (moment === viewKey(this.table.view)) this.#told = { moment, refusals: answer.refusals };
    else this.renew();
  }
}
