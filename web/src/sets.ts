// The names of the card sets; one of somebody's own goes by the name of its folder.
import { has, t } from "./words";

export function setName(set: string): string {
  return has(`set.${set}`) ? t(`set.${set}`) : set;
}

export function setAbout(set: string): string {
  return has(`set.${set}.about`) ? t(`set.${set}.about`) : t("set.own");
}
