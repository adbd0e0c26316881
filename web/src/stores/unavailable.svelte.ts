// Why actions are unavailable. The client requests the reasons only when a player looks at their cards: the answer is
// large, and most views pass without a need for it.
import { lazy } from "../ui/lazyPart";
import { viewKey } from "./viewKey";
import type { Reasons as Told, Refusal, Refused, View } from "../protocol/messages";

/** What the store needs from the table. */
export interface ReasonSource {
  view: View | null;
  you: number;
  why(): Promise<Refused | Told | null>;
}

/** How long after a look at the cards the reasons are kept up to date. */
export const REFRESH_FOR_MS = 10_000;
/** How long the view must stay unchanged before the reasons are requested again. */
export const SETTLE_MS = 250;

export class UnavailableActions {
  #told = $state.raw<{ moment: string; refusals: Refusal[] }>({ moment: "", refusals: [] });
  /** Whether the reasons are those of the current view. */
  known = $derived.by(() => this.#told.moment === viewKey(this.table.view));
  /** The reasons of the current view. */
  now = $derived.by<Refusal[]>(() => (this.known ? this.#told.refusals : []));
  #until = 0;
  #asking: Promise<void> | null = null;
  #timer = 0;

  constructor(private table: ReasonSource) {}

  /** Request the reasons now, and for a while after every change of the view. */
  request(): Promise<void> {
    this.#until = performance.now() + REFRESH_FOR_MS;
    return this.#ask();
  }

  /** The view has changed. */
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
    // The short reasons need messages that nothing else uses
    const [answer] = await Promise.all([this.table.why(), lazy(() => import("../i18n/lazy"))]);
    this.#asking = null;
    if (answer?.t !== "reasons") return;
    // Ignore an answer for an older view
    if (moment === viewKey(this.table.view)) this.#told = { moment, refusals: answer.refusals };
    else this.renew();
  }
}
