// The names of bots: the built-in levels have messages; a server may add bots of its own. A bot is a level and may have
// a personality: `nasty@gruff`. `nasty@any` requests a random one.
import { t } from "../i18n";
import "../i18n/lazy";

const LEVELS = ["easy", "normal", "nasty", "master"];
export const ANY = "any";

export function levelOf(bot: string): string {
  return bot.split("@")[0] ?? "";
}

/** Return the personality of a bot; empty if it has none. */
export function personalityOf(bot: string): string {
  return bot.split("@")[1] ?? "";
}

export function withPersonality(level: string, temper: string): string {
  return temper ? `${level}@${temper}` : level;
}

export function botName(bot: string): string {
  const level = levelOf(bot);
  return LEVELS.includes(level) ? t(`bot.${level}`) : level;
}

/** Describe in one line how a bot plays: by its personality, or else by its level. */
export function botAbout(bot: string): string {
  const level = levelOf(bot);
  if (personalityOf(bot)) return t(`personality.${personalityOf(bot)}.why`);
  return t(LEVELS.includes(level) ? `bot.${level}.why` : "bot.own.why");
}
