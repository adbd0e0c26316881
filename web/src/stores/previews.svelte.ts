// What could be done would come to: asked of the server one option at a time, and kept for as long as the table stays as
// it is. Whoever wants to know wishes for it; what nobody wishes any more is not asked.
import { viewKey } from "./viewKey";
import type { Choice, PreviewResult, Refused, View } from "../protocol/messages";

/** The table as far as its outcomes are concerned. */
export interface PreviewSource {
  view: View | null;
  preview(key: string, picks: number[]): Promise<Refused | PreviewResult | null>;
}

interface PreviewRequest {
  key: string;
  picks: number[];
  /** The smallest is asked first. */
  rank: number;
}

/** What the pointer is on comes first, then what lies open, then the rest. */
export const RANK = { now: 0, open: 1, rest: 2 };
/** The server takes ten messages at once of a connection; half of them are left to whatever is done meanwhile. */
const MAX_PENDING = 5;
/** Milliseconds in which another one may be asked: the server answers two a second. */
const REQUEST_INTERVAL_MS = 500;
/** So long is waited for outcomes before something is decided by them. */
const MAX_WAIT_MS = 1500;
/** Refusals of the moment, not of the option. */
const RETRIABLE = ["too_fast", "offline", "not_stored"];

export class Previews {
  /** By option and moment; null where the server has nothing to say. */
  #known = $state.raw(new Map<string, PreviewResult | null>());
  #wishes = new Set<PreviewRequest>();
  #asking = false;
  #timer = 0;
  #left = MAX_PENDING;
  #counted = 0;
  #heard: (() => void)[] = [];

  constructor(private table: PreviewSource) {}

  /** What an option would come to, if that is known of the table as it is now. */
  of(choice: Choice, picks: number[] = []): PreviewResult | null {
    return this.#known.get(this.#name(choice.key, picks)) ?? null;
  }

  /** Wants to know of an option, now and whenever the table changes, until the wish is taken back. */
  request(choice: Choice, picks: number[] = [], rank = RANK.open): () => void {
    const request = { key: choice.key, picks, rank };
    this.#wishes.add(request);
    this.#go();
    return () => void this.#wishes.delete(request);
  }

  /** Waits until all of them are known; false if the table changes before, or it takes too long. */
  async all(choices: Choice[]): Promise<boolean> {
    const moment = viewKey(this.table.view);
    const known = () => choices.every((choice) => this.#known.has(this.#name(choice.key, [])));
    const drop = choices.map((choice) => this.request(choice, [], RANK.now));
    const late = performance.now() + MAX_WAIT_MS;
    while (!known() && moment === viewKey(this.table.view) && performance.now() < late)
      await Promise.race([
        new Promise<void>((go) => this.#heard.push(go)),
        new Promise((go) => setTimeout(go, late - performance.now())),
      ]);
    for (const one of drop) one();
    return moment === viewKey(this.table.view) && known();
  }

  /** The table is another: what was known is of no use, and what is wished is asked anew. */
  renew(): void {
    this.#tell();
    this.#go();
  }

  #name(key: string, picks: number[]): string {
    return `${viewKey(this.table.view)} ${key} ${picks.join()}`;
  }

  #tell(): void {
    for (const go of this.#heard.splice(0)) go();
  }

  /** The wish that is to be asked next; what cannot be done any more is left out. */
  #next(): PreviewRequest | null {
    const options = new Set(this.table.view?.choices.map((choice) => choice.key));
    let next: PreviewRequest | null = null;
    for (const request of this.#wishes)
      if (
        options.has(request.key) &&
        !this.#known.has(this.#name(request.key, request.picks)) &&
        (!next || request.rank < next.rank)
      )
        next = request;
    return next;
  }

  #go(): void {
    if (this.#asking || this.#timer) return;
    const request = this.#next();
    if (!request) return;
    const now = performance.now();
    this.#left = Math.min(MAX_PENDING, this.#left + (now - this.#counted) / REQUEST_INTERVAL_MS);
    this.#counted = now;
    if (this.#left >= 1) {
      this.#left -= 1;
      void this.#ask(request);
    } else this.#timer = window.setTimeout(() => this.#again(), (1 - this.#left) * REQUEST_INTERVAL_MS);
  }

  #again(): void {
    this.#timer = 0;
    this.#go();
  }

  async #ask({ key, picks }: PreviewRequest): Promise<void> {
    this.#asking = true;
    const name = this.#name(key, picks);
    const answer = await this.table.preview(key, picks);
    this.#asking = false;
    if (answer?.t === "refused" && RETRIABLE.includes(answer.code)) this.#left = 0;
    // An answer that comes after the table has changed is about a table that is no more
    else if (name === this.#name(key, picks)) this.#keep(name, answer?.t === "outcome" ? answer : null);
    this.#tell();
    this.#go();
  }

  #keep(name: string, outcome: PreviewResult | null): void {
    const moment = `${viewKey(this.table.view)} `;
    this.#known = new Map([...this.#known].filter(([other]) => other.startsWith(moment))).set(name, outcome);
  }
}
