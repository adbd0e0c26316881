// The names of the card sets. The server sends those of custom sets, which have no art.
import { hasMessage, t } from "../i18n";

const own = new Map<string, string>();

/** Register the names of custom sets. */
export function registerSets(names: Record<string, string> = {}): void {
  for (const [set, name] of Object.entries(names)) own.set(set, name);
}

export function isCustom(set: string): boolean {
  return own.has(set);
}

export function setName(set: string): string {
  return own.get(set) ?? (hasMessage(`set.${set}`) ? t(`set.${set}`) : set);
}

export function setAbout(set: string): string {
  return hasMessage(`set.${set}.about`) ? t(`set.${set}.about`) : t("set.own");
}
