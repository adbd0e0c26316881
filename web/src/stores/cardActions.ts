// What a card is for: which options hang on it, where on the table each belongs, and which of them is the obvious one.
import type { Choice, PreviewResult, Refusal } from "../protocol/messages";
import { signed, t } from "../i18n";
import type { TableUi } from "./tableUi.svelte";
import { unruled } from "./refusals";

/** Where a card may be dropped, and what that would do. */
export interface Target {
  /** As in data-place; `card:7` is where that card lies, `tray:…` has no place on the table. */
  place: string;
  choices: Choice[];
}

/** Whatever is put before oneself. */
const MINE = new Set(["play", "equip", "carry", "take"]);
/** What one does with a card because one wants it, and not to be rid of it. */
const WANTED = new Set(["play", "equip", "use", "take", "trouble"]);
/** Kinds that stay before whoever plays them; all else happens in the middle. */
const LAID = new Set(["item", "oneshot", "goup", "class", "race", "super", "halfbreed", "follower"]);
/** The mark of a way to use a card up, in the key of an option. */
const USED = /\.\d/;

/** All that can be done with a card of one's own now. */
export function playsOfCard(ui: TableUi, id: number): Choice[] {
  if (id < 0) return [];
  return [
    ...(ui.byCard.get(id) ?? []),
    ...ui.choices.filter((c) => c.act === "choose" && c.target === "card" && c.aim === id),
    ...ui.formsWith(id).filter((c) => c.act === "sell" || c.act === "charity"),
  ];
}

function dropPlace(ui: TableUi, id: number, choice: Choice): string {
  const { act, target, aim } = choice;
  const row = ui.card(id);
  if (act === "discard") return `discard:${row?.deck ?? "door"}`;
  if (act === "choose" || act === "trouble") return "stage";
  if (choice.form && !target && act !== "use") return `tray:${choice.key}`;
  if (target === "seat" || target === "monster" || target === "card") return `${target}:${aim}`;
  if (target === "side") return aim ? "side:monsters" : "side:munchkins";
  if (!MINE.has(act)) return act === "use" ? "stage" : `tray:${choice.key}`;
  return choice.second < 0 && !USED.test(choice.key) && LAID.has(row?.kind ?? "") ? `seat:${ui.you}` : "stage";
}

/** It comes to lie before oneself, or on something that does; a card that lies nowhere for long may too. */
function goesBefore(ui: TableUi, id: number, { act, target, aim, key, second }: Choice): boolean {
  if (!MINE.has(act) || !ui.game?.hand.includes(id)) return false;
  if (target) return target === "card" && !!ui.me?.play.includes(aim);
  return second < 0 && !USED.test(key) && /^other_/.test(ui.card(id)?.kind ?? "");
}

/** Where a card may be dropped now. */
export function targetsOf(ui: TableUi, id: number): Target[] {
  const found = new Map<string, Choice[]>();
  const add = (place: string, choice: Choice) => found.set(place, [...(found.get(place) ?? []), choice]);
  const plays = playsOfCard(ui, id);
  const worn = plays.some((c) => c.act === "play" || c.act === "equip");
  for (const choice of plays)
    // Before oneself an Item is put on; to carry it only is a place of its own
    add(choice.act === "carry" && worn ? `tray:${choice.key}` : dropPlace(ui, id, choice), choice);
  // Nothing is given away by a drop alone: bargains open their form
  for (const act of ["trade", "give"])
    for (const choice of ui.formsWith(id))
      if (choice.act === act && choice.target === "seat" && !found.has(`seat:${choice.aim}`))
        add(`seat:${choice.aim}`, choice);
  // One's own mat takes whatever goes before oneself, also if it has a place of its own there
  const home = `seat:${ui.you}`;
  if (!found.has(home)) for (const choice of plays) if (goesBefore(ui, id, choice)) add(home, choice);
  return [...found].map(([place, choices]) => ({ place, choices }));
}

/** What a drop on the stage could mean: whatever belongs anywhere on it. */
export function onStage(targets: Target[]): Choice[] {
  return targets.filter(({ place }) => /^(stage|monster|side)/.test(place)).flatMap(({ choices }) => choices);
}

/** Nothing about it is bad for oneself, whatever happens; to raise others alone is. */
export function isHarmless(outcome: PreviewResult | null, you: number): boolean {
  if (!outcome || outcome.harms || outcome.risks || outcome.up_to >= 0) return false;
  return (outcome.levels[you] ?? 0) > 0 || !outcome.levels.some((by) => by > 0);
}

/** What may be done with cards before they are given away; nobody buys the winning level, and then nothing is sold. */
export function charityHint(ui: TableUi): string {
  if (ui.choices.some((choice) => choice.act === "sell")) return t("charity.hint");
  return ui.byCard.size ? t("charity.unsold") : "";
}

/** Whether the server can say what comes of it: a form must be filled in first. */
export function isWeighed(choice: Choice): boolean {
  return !choice.form;
}

/** What must be paid for it with cards; a button that does not say so takes them by surprise. */
export function costOf({ act, form }: Choice): string {
  if (act !== "use" || form?.kind !== "cards") return "";
  return form.least === form.most
    ? t(form.least === 1 ? "cost.one" : "cost.some", { n: form.least })
    : t("cost.range", { least: form.least, most: form.most });
}

/** What may be the obvious thing to do, as far as its outcome agrees. */
export function direct(choices: Choice[]): Choice[] {
  return choices.filter((choice) => !choice.form && WANTED.has(choice.act));
}

/** The one thing that does no harm, if there is exactly one and all of them are known. */
export function obvious(ui: TableUi, choices: Choice[]): Choice | null {
  const told = direct(choices).map((choice) => ({ choice, outcome: ui.table.previews.of(choice) }));
  if (told.some(({ outcome }) => !outcome)) return null;
  const good = told.filter(({ outcome }) => isHarmless(outcome, ui.you));
  return good.length === 1 ? (good[0]?.choice ?? null) : null;
}

/** Why a card cannot be dropped somewhere, or is of no use at all. */
export function whyNot(ui: TableUi, id: number, otherwise = ""): Pick<Refusal, "text" | "rules"> {
  const refusal = ui.why.get(id)?.[0];
  const name = ui.card(id)?.name ?? "";
  if (!refusal || (!otherwise && targetsOf(ui, id).length))
    return { text: otherwise || t("drag.not_there", { name }), rules: [] };
  return { text: unruled(refusal.text), rules: refusal.rules };
}

/** An outcome in as few letters as a small place has room for. */
export function brief(outcome: PreviewResult, unsure = "?"): string {
  const [before, after] = outcome.totals;
  if (after && !before?.length) return after.join(" : ");
  const side = before?.findIndex((n, i) => n !== after?.[i]) ?? -1;
  if (side >= 0) return `${before?.[side]} → ${after?.[side]}`;
  const by = outcome.levels.find((n) => n !== 0);
  if (by) return t("drag.level", { by: signed(by) });
  if (outcome.strength.length) return outcome.strength.join(" → ");
  return outcome.fight ? t(`drag.${outcome.fight}`) : outcome.depends ? unsure : "";
}

/** Keeps the two numbers of a change on one line. */
export function tied(text: string): string {
  return text.replaceAll(" → ", "\u00a0→\u00a0");
}
