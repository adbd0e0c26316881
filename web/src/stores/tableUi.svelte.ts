// The UI state of the table screen: open dialog, tab, announcement; and the player's actions at the table.
import { getContext, setContext } from "svelte";
import type { Choice } from "../protocol/messages";
import { HelpQueue } from "./tableUi/helpQueue.svelte";
import { AutoRefuse } from "./tableUi/autoRefuse.svelte";
import { VisibleChat } from "./tableUi/visibleChat.svelte";
import { Choices } from "./tableUi/choices.svelte";
import { Drafts } from "./drafts";
import { withoutRuleIds } from "./refusals";
import type { CommandMessage } from "./tableClient.svelte";
import { hasMessage, refusalText, t } from "../i18n";

export type DialogState =
  | { kind: "card"; id: number; key: string }
  | { kind: "seat"; seat: number }
  | { kind: "form"; choice: Choice }
  | { kind: "ask"; seat: number }
  | { kind: "pile"; deck: number }
  | { kind: "more" | "why" | "menu" | "keys" };
export type Tab = "hand" | "gear" | "log" | "chat" | "rules";

const KEY = Symbol("desk");
const TOAST_MS = 6000;
/** The wide layout fits a desktop screen or an upright tablet; a phone held sideways is wide but too low. */
export const WIDE = "(min-width: 900px) and (min-height: 481px), (min-width: 700px) and (min-height: 880px)";

export class TableUi extends Choices {
  dialog = $state.raw<DialogState | null>(null);
  /** A card shown above a form. */
  peek = $state("");
  tab = $state<Tab>("hand");
  side = $state<"log" | "chat" | "rules">("log");
  /** Whether log, chat and rules are open over a table that has no room beside it. */
  aside = $state(false);
  rule = $state("");
  said = $state("");
  toast = $state.raw<{ text: string; rules: string[]; bad: boolean } | null>(null);
  wide = $state(matchMedia(WIDE).matches);
  now = $state(performance.now());
  busy = $state("");
  /** The id of the dragged card, or -1. */
  held = $state(-1);
  #hush = 0;

  /** The unsent picks of forms. */
  drafts = new Drafts(() => this.table.game?.turns ?? -1);
  helpQueue = new HelpQueue(this);
  autoRefuse = new AutoRefuse(this);
  visibleChat = new VisibleChat(this);

  say(text: string): void {
    this.said = this.said === text ? `${text} ` : text;
  }

  show(text: string, rules: string[] = [], bad = false): void {
    this.toast = { text: rules.length ? withoutRuleIds(text) : text, rules, bad };
    if (!bad) this.say(text);
    clearTimeout(this.#hush);
    this.#hush = window.setTimeout(() => (this.toast = null), TOAST_MS + text.length * 40);
  }

  hideToast(): void {
    this.toast = null;
  }

  showRefusal(code: string, text: string, rules: string[]): void {
    this.show(refusalText(code, text), rules, true);
  }

  open(dialog: DialogState): void {
    this.dialog = dialog;
  }

  close(): void {
    this.dialog = null;
  }

  openCard(id: number): void {
    this.dialog = { kind: "card", id, key: this.faces.get(id) ?? "" };
  }

  openKey(key: string): void {
    this.dialog = { kind: "card", id: -1, key };
  }

  openRule(id: string): void {
    this.rule = id;
    this.side = "rules";
    this.aside = true;
    this.tab = "rules";
    this.dialog = null;
  }

  /** Show the table at the time of a log line; without a line, show the current view. */
  look(line?: number): void {
    this.table.past = line === undefined ? null : this.table.sceneOf(line);
    this.dialog = null;
    if (this.past) this.tab = "hand";
    this.say(this.past ? `${t("review.title")}. ${this.lines.at(-1)?.text ?? ""}` : t("review.over"));
  }

  /** Show the next or previous scene; after the last comes the current view. */
  step(by: number): void {
    const scenes = this.table.scenes;
    const at = (this.past ? scenes.indexOf(this.past) : scenes.length) + by;
    if (at >= 0) this.look(scenes[at]?.last);
  }

  /** The view has changed: continue with what waited for it. */
  renew(): void {
    this.helpQueue.goOn();
    this.autoRefuse.refuse();
  }

  /** Take an option: immediately, or through its form. */
  async take(choice: Choice, picks?: number[]): Promise<boolean> {
    if (choice.form && picks === undefined) {
      this.dialog = choice.act === "ask" ? { kind: "ask", seat: choice.aim } : { kind: "form", choice };
      return false;
    }
    this.busy = choice.key;
    const refused = await this.table.do(choice.key, picks ?? []);
    this.busy = "";
    if (refused) {
      this.showRefusal(refused.code, refused.text, refused.rules);
      return false;
    }
    this.drafts.forget(choice.key);
    this.dialog = null;
    return true;
  }

  async send(message: CommandMessage): Promise<boolean> {
    const refused = await this.table.send(message);
    if (refused) this.showRefusal(refused.code, refused.text, refused.rules);
    return !refused;
  }

  undo(): void {
    const why = this.view?.undo ?? "undo.nothing";
    if (why) this.show(hasMessage(why) ? t(why) : t("undo.nothing"));
    else void this.send({ t: "undo" }).then((done) => done && this.show(t("undo.done")));
  }

  hold(): void {
    if (this.window) void this.send({ t: "hold" });
  }

  done(): void {
    const choice = this.pass ?? this.answers.find((c) => c.act === "done" || c.act === "end_turn");
    if (choice && !(this.window && this.window.done)) void this.take(choice);
  }
}

export function setTableUi(ui: TableUi): TableUi {
  return setContext(KEY, ui);
}

export function useTableUi(): TableUi {
  return getContext<TableUi>(KEY);
}
