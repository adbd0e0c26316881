// The names of the card sets. The server tells those of somebody's own, for which nobody has drawn pictures.
import { has, t } from "../i18n";

const own = new Map<string, string>();

/** Learns the sets of one's own and what they are called. */
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
