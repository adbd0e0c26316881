// Dragging a card: lifted by mouse, pen or finger, carried to a target, and dropped. The client sends nothing before
// the drop; each drop has an equivalent in the card's dialog.
import type { TableUi } from "../../stores/tableUi.svelte";
import { wearabilityOf } from "../../stores/seatInfo";
import {
  directOptions,
  obviousOption,
  stageOptions,
  listCardOptions,
  listTargets,
  whyNot,
  type Target,
} from "../../stores/cardActions";
import { settings } from "../../stores/settings.svelte";
import type { Choice } from "../../protocol/messages";
import { t } from "../../i18n";

/** What can be lifted: cards in hand, and the own gear where it is within reach, with attached cards. */
export const SOURCES = "#hand .hc[data-card], .sheet-me:not(.whole) .thumb[data-card]";
/** Places where a drop means something, or is refused with a reason. */
const PLACES = /^(seat:|monster:|side:|stage$|discard:|tray:|card:)/;
/** Movement in pixels that still counts as a click or a tap. */
const DRAG_THRESHOLD = { mouse: 6, finger: 12 };
/** Maximum milliseconds and pixels between the two taps of a double tap. */
const DOUBLE_TAP = { within: 350, near: 24 };
const RETURN_MS = 180;
const SHAKE_MS = 420;
/** A long press on a card that a tap would pick opens the card instead. */
const LONG_PRESS_MS = 450;

interface Press {
  id: number;
  x: number;
  y: number;
  finger: boolean;
  pointer: number;
  source: HTMLElement;
}

export interface Over {
  place: string;
  /** Whether something may be dropped there. */
  lit: boolean;
}

export class Drag {
  x = $state(0);
  y = $state(0);
  /** The card hangs above the finger, so that it stays visible. */
  finger = $state(false);
  over = $state.raw<Over | null>(null);
  /** Whether the card is on its way back. */
  back = $state(false);
  /** The place that has just refused the card. */
  refused = $state.raw<DOMRect | null>(null);
  targets = $derived.by<Target[]>(() => (this.ui.held < 0 ? [] : listTargets(this.ui, this.ui.held)));
  #press: Press | null = null;
  /** Whether the next click belongs to this press and must be ignored. */
  #dragged = false;
  #tapped = { id: -1, at: -Infinity, x: 0, y: 0 };
  #returning = 0;
  #long = 0;
  #from = { x: 0, y: 0 };

  constructor(public ui: TableUi) {}

  down(event: PointerEvent): void {
    this.#dragged = false;
    this.#read(event);
    const source = (event.target as Element).closest<HTMLElement>(SOURCES);
    if (!source || event.button !== 0 || !event.isPrimary || this.ui.past) return;
    this.#settle();
    const id = Number(source.dataset["card"] ?? -1);
    const finger = event.pointerType !== "mouse";
    this.#press = { id, x: event.clientX, y: event.clientY, finger, pointer: event.pointerId, source };
  }

  /** Open the card under a long press. A form in a dialog stays below it, with its picks. */
  #read(event: PointerEvent): void {
    clearTimeout(this.#long);
    const card = (event.target as Element).closest<HTMLElement>(".pick-form [data-look]");
    if (!card || event.pointerType === "mouse") return;
    const { look = "", pick } = card.dataset;
    this.#from = { x: event.clientX, y: event.clientY };
    this.#long = window.setTimeout(() => {
      this.#dragged = true;
      if (pick && !this.ui.dialog) this.ui.openCard(Number(pick));
      else this.ui.peek = look;
    }, LONG_PRESS_MS);
  }

  /** A long press must not open the browser's menu. */
  menu(event: MouseEvent): void {
    if (this.#dragged && (event as PointerEvent).pointerType === "touch") event.preventDefault();
  }

  move(event: PointerEvent): void {
    if (Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > DRAG_THRESHOLD.finger)
      clearTimeout(this.#long);
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    if (this.ui.held < 0 && !this.#begins(press, event)) return;
    [this.x, this.y] = [event.clientX, event.clientY];
    this.over = this.#hit(this.x, this.y);
  }

  #begins(press: Press, event: PointerEvent): boolean {
    const [dx, dy] = [Math.abs(event.clientX - press.x), Math.abs(event.clientY - press.y)];
    if (Math.hypot(dx, dy) < (press.finger ? DRAG_THRESHOLD.finger : DRAG_THRESHOLD.mouse)) return false;
    // Horizontal movement of a finger scrolls the hand of a phone
    if (press.finger && !this.ui.wide && dx > dy) return false;
    this.#dragged = true;
    this.ui.hideToast();
    this.ui.held = press.id;
    this.finger = press.finger;
    press.source.toggleAttribute("data-lifted", true);
    press.source.setPointerCapture?.(press.pointer);
    return true;
  }

  up(event: PointerEvent): void {
    clearTimeout(this.#long);
    if (event.pointerId !== this.#press?.pointer) return;
    if (this.ui.held < 0) {
      this.#press = null;
      return;
    }
    const [id, over] = [this.ui.held, this.#hit(event.clientX, event.clientY)];
    if (!over) this.cancel();
    else if (!over.lit) this.#refuse(id, over.place);
    else {
      const [choices, meant] = [this.at(over.place), this.meant(over.place)];
      this.#settle();
      void this.#drop(id, choices, meant);
    }
  }

  /** Return the card to its place. */
  cancel(): void {
    clearTimeout(this.#long);
    const box = this.#press?.source.getBoundingClientRect();
    if (this.ui.held < 0 || !box?.width || settings.still) {
      this.#settle();
      return;
    }
    this.#press?.source.toggleAttribute("data-lifted", false);
    this.#press = null;
    [this.x, this.y, this.over, this.back] = [box.left + box.width / 2, box.bottom, null, true];
    this.#returning = window.setTimeout(() => this.#settle(), RETURN_MS);
  }

  #settle(): void {
    clearTimeout(this.#returning);
    this.#press?.source.toggleAttribute("data-lifted", false);
    this.#press = null;
    [this.ui.held, this.over, this.back] = [-1, null, false];
  }

  /** Return the options of a drop there. */
  at(place: string): Choice[] {
    return place === "stage"
      ? stageOptions(this.targets)
      : (this.targets.find((target) => target.place === place)?.choices ?? []);
  }

  /** Return the obvious option of a drop there, as far as it is known. */
  meant(place: string): Choice | null {
    const all = this.at(place);
    const own = this.targets.find((target) => target.place === place)?.choices ?? [];
    return all.length === 1 && own[0] ? own[0] : obviousOption(this.ui, all);
  }

  /** Return the places under the pointer, the innermost first. */
  #hit(x: number, y: number): Over | null {
    const path: string[] = [];
    for (const one of document.elementsFromPoint(x, y)) {
      const { place, card } = (one as HTMLElement).dataset;
      if (card) path.push(`card:${card}`);
      if (place) path.push(place);
    }
    const lit = path.find((place) => place !== "stage" && this.at(place).length > 0);
    if (lit) return { place: lit, lit: true };
    // A target does not include another monster or the other side
    const wrong = path.find((place) => /^monster:|^side:munchkins/.test(place));
    const aimed = this.targets.some((target) => /^(monster|side):/.test(target.place));
    if (!(wrong && aimed) && path.includes("stage") && this.at("stage").length) return { place: "stage", lit: true };
    const found = path.find((place) => PLACES.test(place) && !place.startsWith("card:"));
    // The own gear already lies on the own mat
    const home = found === `seat:${this.ui.you}` && !this.ui.game?.hand.includes(this.ui.held);
    return found && !home ? { place: found, lit: false } : null;
  }

  #refuse(id: number, place: string): void {
    const { text, rules } = whyNot(this.ui, id);
    const box = document.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect() ?? null;
    this.cancel();
    this.ui.show(text, rules, true);
    this.refused = box;
    setTimeout(() => (this.refused = null), SHAKE_MS);
  }

  /** Take the intended option; if it is unclear and the previews do not decide, open the dialog. */
  async #drop(id: number, choices: Choice[], meant: Choice | null): Promise<void> {
    if (!meant && (await this.ui.table.previews.all(directOptions(choices)))) meant = obviousOption(this.ui, choices);
    if (meant) await this.#take(id, meant);
    else this.ui.openCard(id);
  }

  /** Take the option; if an Item can only be carried, say why. */
  async #take(id: number, choice: Choice): Promise<void> {
    const bears = choice.act === "play" && this.ui.game?.hand.includes(id) ? wearabilityOf(this.ui, id) : null;
    const name = this.ui.card(id)?.name ?? "";
    const done = await this.ui.take(choice);
    if (done && bears && !bears.wear) this.ui.show(t("item.carried", { name, why: bears.why }));
  }

  /** Ignore the click that ends a drag; the second of two at the same place takes the obvious option. */
  click(event: MouseEvent): void {
    const { id, at, x, y } = this.#tapped;
    const near = Math.hypot(event.clientX - x, event.clientY - y) < DOUBLE_TAP.near;
    const soon = event.timeStamp - at < DOUBLE_TAP.within;
    const tap = (event as PointerEvent).pointerType === "touch";
    const twice = id >= 0 && near && (event.detail > 1 || (tap && soon));
    // A click by key is never part of a drag
    if (twice || (this.#dragged && event.detail > 0)) {
      event.stopPropagation();
      event.preventDefault();
      this.#tapped.id = -1;
      // A double click must not select the text that is there by then
      getSelection()?.removeAllRanges();
      if (twice) void this.#twice(id);
      return;
    }
    const source = event.detail > 0 ? (event.target as Element).closest<HTMLElement>(SOURCES) : null;
    const card = Number(source?.dataset["card"] ?? -1);
    this.#tapped = { id: card, at: event.timeStamp, x: event.clientX, y: event.clientY };
  }

  /** Take the obvious option of a card, if there is exactly one, and otherwise say why. The dialog is open. */
  async #twice(id: number): Promise<void> {
    const choices = listCardOptions(this.ui, id);
    if (!directOptions(choices).length) {
      await this.ui.table.unavailable.request();
      // Worn gear needs no explanation
      if (!this.ui.game?.hand.includes(id) && !this.ui.why.has(id)) return;
      const { text, rules } = whyNot(this.ui, id, t("drag.nothing", { name: this.ui.card(id)?.name ?? "" }));
      this.ui.show(text, rules, true);
      return;
    }
    if (!(await this.ui.table.previews.all(directOptions(choices)))) return;
    const choice = obviousOption(this.ui, choices);
    if (choice) await this.#take(id, choice);
  }
}
