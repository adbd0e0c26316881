// What bots are called: there are words for those of every server; whoever runs one may have brought others along.
// A bot is a level, and may have a character: `nasty@gruff`. `nasty@any` asks for one by lot.
import { t } from "../i18n";
import "../i18n/lazy";

const LEVELS = ["easy", "normal", "nasty", "master"];
export const ANY = "any";

export function levelOf(bot: string): string {
  return bot.split("@")[0] ?? "";
}

/** The character of a bot; empty if it has none. */
export function temperOf(bot: string): string {
  return bot.split("@")[1] ?? "";
}

export function withTemper(level: string, temper: string): string {
  return temper ? `${level}@${temper}` : level;
}

export function botName(bot: string): string {
  const level = levelOf(bot);
  return LEVELS.includes(level) ? t(`bot.${level}`) : level;
}

/** How a bot plays, in a line: by its character, or else by its level. */
export function botAbout(bot: string): string {
  const level = levelOf(bot);
  if (temperOf(bot)) return t(`temper.${temperOf(bot)}.why`);
  return t(LEVELS.includes(level) ? `bot.${level}.why` : "bot.own.why");
}
