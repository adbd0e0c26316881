// A card in the hand of its player: lifted by mouse, pen or finger, carried to what it is for, and dropped. Nothing is
// sent before the drop; whatever a drop does can be done in the card's sheet too.
import type { TableUi } from "../../stores/tableUi.svelte";
import { bearingOf } from "../../stores/seatInfo";
import { direct, obvious, onStage, playsOfCard, targetsOf, whyNot, type Target } from "../../stores/cardActions";
import { settings } from "../../stores/settings.svelte";
import type { Choice } from "../../protocol/messages";
import { t } from "../../i18n";

/** What can be lifted: cards of the hand, and one's own gear where it lies at hand, with whatever hangs on it. */
export const SOURCES = "#hand .hc[data-card], .sheet-me:not(.whole) .thumb[data-card]";
/** Where a drop means something, or is refused with a reason. */
const PLACES = /^(seat:|monster:|side:|stage$|discard:|tray:|card:)/;
/** So many pixels a mouse moves in a click, and a finger in a tap. */
const DRAG_THRESHOLD = { mouse: 6, finger: 12 };
/** Milliseconds and pixels between the two taps of a double tap. */
const DOUBLE_TAP = { within: 350, near: 24 };
const RETURN_MS = 180;
const SHAKE_MS = 420;
/** A card that a tap picks is read by keeping a finger on it for so many milliseconds. */
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
  /** Something may be dropped there. */
  lit: boolean;
}

export class Drag {
  x = $state(0);
  y = $state(0);
  /** It hangs above the finger, so that it can be seen. */
  finger = $state(false);
  over = $state.raw<Over | null>(null);
  /** On its way back. */
  back = $state(false);
  /** Where it was refused a moment ago. */
  refused = $state.raw<DOMRect | null>(null);
  targets = $derived.by<Target[]>(() => (this.ui.held < 0 ? [] : targetsOf(this.ui, this.ui.held)));
  #press: Press | null = null;
  /** The press was no click, whatever has become of it. */
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

  /** Opens the card a finger rests on. A form in a sheet stays beneath it, with all that is picked. */
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

  /** A finger that reads wants no menu of the browser. */
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
    // Sideways a finger scrolls the hand of a phone
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

  /** Puts it back where it was. */
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

  /** What a drop there could mean. */
  at(place: string): Choice[] {
    return place === "stage"
      ? onStage(this.targets)
      : (this.targets.find((target) => target.place === place)?.choices ?? []);
  }

  /** The one thing that a drop there would do, as far as that is known. */
  meant(place: string): Choice | null {
    const all = this.at(place);
    const own = this.targets.find((target) => target.place === place)?.choices ?? [];
    return all.length === 1 && own[0] ? own[0] : obvious(this.ui, all);
  }

  /** What lies under the pointer, the innermost first. */
  #hit(x: number, y: number): Over | null {
    const path: string[] = [];
    for (const one of document.elementsFromPoint(x, y)) {
      const { place, card } = (one as HTMLElement).dataset;
      if (card) path.push(`card:${card}`);
      if (place) path.push(place);
    }
    const lit = path.find((place) => place !== "stage" && this.at(place).length > 0);
    if (lit) return { place: lit, lit: true };
    // Another monster, or the other side, is not what is meant by it
    const wrong = path.find((place) => /^monster:|^side:munchkins/.test(place));
    const aimed = this.targets.some((target) => /^(monster|side):/.test(target.place));
    if (!(wrong && aimed) && path.includes("stage") && this.at("stage").length) return { place: "stage", lit: true };
    const found = path.find((place) => PLACES.test(place) && !place.startsWith("card:"));
    // One's own gear lies on one's own mat already
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

  /** Does what is meant; where that is not clear, and outcomes do not tell, the sheet asks. */
  async #drop(id: number, choices: Choice[], meant: Choice | null): Promise<void> {
    if (!meant && (await this.ui.table.previews.all(direct(choices)))) meant = obvious(this.ui, choices);
    if (meant) await this.#take(id, meant);
    else this.ui.openCard(id);
  }

  /** Does it; of an Item that is only carried it says why it is not worn. */
  async #take(id: number, choice: Choice): Promise<void> {
    const bears = choice.act === "play" && this.ui.game?.hand.includes(id) ? bearingOf(this.ui, id) : null;
    const name = this.ui.card(id)?.name ?? "";
    const done = await this.ui.take(choice);
    if (done && bears && !bears.wear) this.ui.show(t("item.carried", { name, why: bears.why }));
  }

  /** The click that ends a drag is none; the second of two at the same place does the obvious thing. */
  click(event: MouseEvent): void {
    const { id, at, x, y } = this.#tapped;
    const near = Math.hypot(event.clientX - x, event.clientY - y) < DOUBLE_TAP.near;
    const soon = event.timeStamp - at < DOUBLE_TAP.within;
    const tap = (event as PointerEvent).pointerType === "touch";
    const twice = id >= 0 && near && (event.detail > 1 || (tap && soon));
    // A key's click is never part of a drag
    if (twice || (this.#dragged && event.detail > 0)) {
      event.stopPropagation();
      event.preventDefault();
      this.#tapped.id = -1;
      // A double click is no wish to copy the word that lies there by now
      getSelection()?.removeAllRanges();
      if (twice) void this.#twice(id);
      return;
    }
    const source = event.detail > 0 ? (event.target as Element).closest<HTMLElement>(SOURCES) : null;
    const card = Number(source?.dataset["card"] ?? -1);
    this.#tapped = { id: card, at: event.timeStamp, x: event.clientX, y: event.clientY };
  }

  /** Does the obvious thing with a card, if there is exactly one, and says why if there is none. The sheet lies open. */
  async #twice(id: number): Promise<void> {
    const choices = playsOfCard(this.ui, id);
    if (!direct(choices).length) {
      await this.ui.table.unavailable.request();
      // Of what is worn already there is nothing to explain
      if (!this.ui.game?.hand.includes(id) && !this.ui.why.has(id)) return;
      const { text, rules } = whyNot(this.ui, id, t("drag.nothing", { name: this.ui.card(id)?.name ?? "" }));
      this.ui.show(text, rules, true);
      return;
    }
    if (!(await this.ui.table.previews.all(direct(choices)))) return;
    const choice = obvious(this.ui, choices);
    if (choice) await this.#take(id, choice);
  }
}
