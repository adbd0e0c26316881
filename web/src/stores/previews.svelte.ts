// Previews of options. The store requests them from the server one at a time and keeps them until the view changes.
// Components request the previews they show and cancel the request when they no longer need it.
import { viewKey } from "./viewKey";
import type { Choice, PreviewResult, Refused, View } from "../protocol/messages";

/** What the store needs from the table. */
export interface PreviewSource {
  view: View | null;
  preview(key: string, picks: number[]): Promise<Refused | PreviewResult | null>;
}

interface PreviewRequest {
  key: string;
  picks: number[];
  /** The lowest rank is requested first. */
  rank: number;
}

/** First the option under the pointer, then visible options, then the rest. */
export const RANK = { now: 0, open: 1, rest: 2 };
/** The server accepts ten messages at once from a connection; half of them stay free for other messages. */
const MAX_PENDING = 5;
/** Minimum time between two requests: the server answers two a second. */
const REQUEST_INTERVAL_MS = 500;
/** How long a decision may wait for previews. */
const MAX_WAIT_MS = 1500;
/** Refusals that are temporary and say nothing about the option. */
const RETRIABLE = ["too_fast", "offline", "not_stored"];

export class Previews {
  /** By option and view; null where the server has no preview. */
  #known = $state.raw(new Map<string, PreviewResult | null>());
  #wishes = new Set<PreviewRequest>();
  #asking = false;
  #timer = 0;
  #left = MAX_PENDING;
  #counted = 0;
  #heard: (() => void)[] = [];

  constructor(private table: PreviewSource) {}

  /** Return the preview of an option for the current view, if it is known. */
  of(choice: Choice, picks: number[] = []): PreviewResult | null {
    return this.#known.get(this.#name(choice.key, picks)) ?? null;
  }

  /** Request the preview of an option, now and after every change of the view. The result cancels the request. */
  request(choice: Choice, picks: number[] = [], rank = RANK.open): () => void {
    const request = { key: choice.key, picks, rank };
    this.#wishes.add(request);
    this.#go();
    return () => void this.#wishes.delete(request);
  }

  /** Wait until all previews are known; false if the view changes first or the time is over. */
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

  /** The view has changed: drop known previews and request the wanted ones again. */
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

  /** Return the next request; options that no longer exist are skipped. */
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
    // Ignore an answer for an older view
    else if (name === this.#name(key, picks)) this.#keep(name, answer?.t === "outcome" ? answer : null);
    this.#tell();
    this.#go();
  }

  #keep(name: string, outcome: PreviewResult | null): void {
    const moment = `${viewKey(this.table.view)} `;
    this.#known = new Map([...this.#known].filter(([other]) => other.startsWith(moment))).set(name, outcome);
  }
}
