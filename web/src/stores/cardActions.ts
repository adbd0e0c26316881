// What a card can do: its options, where on the table each belongs, and which one is obvious.
import type { Choice, PreviewResult, Refusal } from "../protocol/messages";
import { formatSigned, t } from "../i18n";
import type { TableUi } from "./tableUi.svelte";
import { withoutRuleIds } from "./refusals";

/** A place where a card may be dropped, and the options of the drop. */
export interface Target {
  /** As in data-place; `card:7` is where that card lies, `tray:…` is not a place on the table. */
  place: string;
  choices: Choice[];
}

/** Actions that put the card in front of the player. */
const MINE = new Set(["play", "equip", "carry", "take"]);
/** Actions a player takes for the sake of the card, not to get rid of it. */
const WANTED = new Set(["play", "equip", "use", "take", "trouble"]);
/** Kinds that stay in front of the player who plays them; all other cards are played in the middle. */
const LAID = new Set(["item", "oneshot", "goup", "class", "race", "super", "halfbreed", "follower"]);
/** The mark, in the key of an option, of a play that uses the card up. */
const USED = /\.\d/;

/** List all current options of one of the player's own cards. */
export function listCardOptions(ui: TableUi, id: number): Choice[] {
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

/**
 * Return whether the card ends up in front of the player or on one of their cards; a card that stays nowhere counts
 * too.
 */
function goesBefore(ui: TableUi, id: number, { act, target, aim, key, second }: Choice): boolean {
  if (!MINE.has(act) || !ui.game?.hand.includes(id)) return false;
  if (target) return target === "card" && !!ui.me?.play.includes(aim);
  return second < 0 && !USED.test(key) && /^other_/.test(ui.card(id)?.kind ?? "");
}

/** List the places where a card may be dropped now. */
export function listTargets(ui: TableUi, id: number): Target[] {
  const found = new Map<string, Choice[]>();
  const add = (place: string, choice: Choice) => found.set(place, [...(found.get(place) ?? []), choice]);
  const plays = listCardOptions(ui, id);
  const worn = plays.some((c) => c.act === "play" || c.act === "equip");
  for (const choice of plays)
    // Dropping an Item on the own seat equips it; carrying it has a place of its own
    add(choice.act === "carry" && worn ? `tray:${choice.key}` : dropPlace(ui, id, choice), choice);
  // A drop alone gives nothing away: bargains open their form
  for (const act of ["trade", "give"])
    for (const choice of ui.formsWith(id))
      if (choice.act === act && choice.target === "seat" && !found.has(`seat:${choice.aim}`))
        add(`seat:${choice.aim}`, choice);
  // The own mat takes every card that goes in front of the player, even if the card has a place there
  const home = `seat:${ui.you}`;
  if (!found.has(home)) for (const choice of plays) if (goesBefore(ui, id, choice)) add(home, choice);
  return [...found].map(([place, choices]) => ({ place, choices }));
}

/** List the options of a drop on the stage: all options of places on it. */
export function stageOptions(targets: Target[]): Choice[] {
  return targets.filter(({ place }) => /^(stage|monster|side)/.test(place)).flatMap(({ choices }) => choices);
}

/** Return whether no result is bad for the player; a result that only raises other players is bad. */
export function isHarmless(outcome: PreviewResult | null, you: number): boolean {
  if (!outcome || outcome.harms || outcome.risks || outcome.up_to >= 0) return false;
  return (outcome.levels[you] ?? 0) > 0 || !outcome.levels.some((by) => by > 0);
}

/** Return what can be done with cards before Charity; an empty text if nothing. The winning Level cannot be bought. */
export function charityHint(ui: TableUi): string {
  if (ui.choices.some((choice) => choice.act === "sell")) return t("charity.hint");
  return ui.byCard.size ? t("charity.unsold") : "";
}

/** Return whether the server can preview the option: a form must be filled in first. */
export function canPreview(choice: Choice): boolean {
  return !choice.form;
}

/** Return the cost of the option in cards; a button must name it. */
export function costText({ act, form }: Choice): string {
  if (act !== "use" || form?.kind !== "cards") return "";
  return form.least === form.most
    ? t(form.least === 1 ? "cost.one" : "cost.some", { n: form.least })
    : t("cost.range", { least: form.least, most: form.most });
}

/** List the options that may be the obvious action if their previews agree. */
export function directOptions(choices: Choice[]): Choice[] {
  return choices.filter((choice) => !choice.form && WANTED.has(choice.act));
}

/** Return the only harmless option, if there is exactly one and all previews are known. */
export function obviousOption(ui: TableUi, choices: Choice[]): Choice | null {
  const told = directOptions(choices).map((choice) => ({ choice, outcome: ui.table.previews.of(choice) }));
  if (told.some(({ outcome }) => !outcome)) return null;
  const good = told.filter(({ outcome }) => isHarmless(outcome, ui.you));
  return good.length === 1 ? (good[0]?.choice ?? null) : null;
}

/** Return why a card cannot be dropped in a place, or cannot be used at all. */
export function whyNot(ui: TableUi, id: number, otherwise = ""): Pick<Refusal, "text" | "rules"> {
  const refusal = ui.why.get(id)?.[0];
  const name = ui.card(id)?.name ?? "";
  if (!refusal || (!otherwise && listTargets(ui, id).length))
    return { text: otherwise || t("drag.not_there", { name }), rules: [] };
  return { text: withoutRuleIds(refusal.text), rules: refusal.rules };
}

/** Return a preview in as few letters as a small place has room for. */
export function briefPreview(outcome: PreviewResult, unsure = "?"): string {
  const [before, after] = outcome.totals;
  if (after && !before?.length) return after.join(" : ");
  const side = before?.findIndex((n, i) => n !== after?.[i]) ?? -1;
  if (side >= 0) return `${before?.[side]} → ${after?.[side]}`;
  const by = outcome.levels.find((n) => n !== 0);
  if (by) return t("drag.level", { by: formatSigned(by) });
  if (outcome.strength.length) return outcome.strength.join(" → ");
  return outcome.fight ? t(`drag.${outcome.fight}`) : outcome.depends ? unsure : "";
}

/** Keep the two numbers of a change on one line. */
export function joinNumbers(text: string): string {
  return text.replaceAll(" → ", "\u00a0→\u00a0");
}
