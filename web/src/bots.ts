// What bots are called: there are words for those of every server; whoever runs one may have brought others along.
import { t } from "./words";

const LEVELS = ["easy", "normal", "nasty", "master"];

export function botName(bot: string): string {
  return LEVELS.includes(bot) ? t(`bot.${bot}`) : bot;
}

export function botAbout(bot: string): string {
  return t(LEVELS.includes(bot) ? `bot.${bot}.why` : "bot.own.why");
}
