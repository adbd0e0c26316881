// The names of the card sets. The server sends those of custom sets, which have no art.
import { has, t } from "../i18n";

const own = new Map<string, string>();

/** Register the names of custom sets. */
export function learnSets(names: Record<string, string> = {}): void {
  for (const [set, name] of Object.entries(names)) own.set(set, name);
}

export function isOwn(set: string): boolean {
  return own.has(set);
}

export function setName(set: string): string {
  return own.get(set) ?? (has(`set.${set}`) ? t(`set.${set}`) : set);
}

export function setAbout(set: string): string {
  return has(`set.${set}.about`) ? t(`set.${set}.about`) : t("set.own");
}
