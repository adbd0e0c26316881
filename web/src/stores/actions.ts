// The action buttons: the most likely action is large, the next ones are below it, and the rest is behind "More".
import type { Choice } from "../protocol/messages";
import { t } from "../i18n";
import type { TableUi } from "./tableUi.svelte";
import { bestHelper } from "./seatInfo";

export interface Act {
  choice: Choice;
  text: string;
  icon: string;
  look: string;
}

const ICONS: Record<string, string> = {
  kick: "door",
  loot: "cards",
  ask: "help",
  offer: "help",
  sell: "coin",
  trade: "swap",
  give: "gift",
  give_up: "run",
  claim: "swords",
  show: "eye",
  flee: "run",
};
/** Gold Pieces per Level. */
const LEVEL = 1000;

function act(choice: Choice, look = "", text = choice.text): Act {
  const danger = choice.act === "give_up";
  return {
    choice,
    text: danger ? t("act.give_up") : text,
    icon: ICONS[choice.act] ?? "",
    look: danger ? "danger" : look,
  };
}

/** Return whether the Items for sale are worth a Level. */
function sells(choice: Choice): boolean {
  const values = [...(choice.form?.worths ?? [])].sort((a, b) => b - a);
  return values.reduce((sum, value, i) => sum + value * (i < (choice.form?.doubled ?? 0) ? 2 : 1), 0) >= LEVEL;
}

/** List the most likely action, unless another component asks for it or it harms the player, and then the others. */
export function listActions(ui: TableUi): { primary: Act | null; others: Act[] } {
  // The stage or the reaction bar shows the prompt; list only the other actions here
  const elsewhere = ui.inline || ui.reacting || !!ui.window;
  const likely = !elsewhere && ui.primary && ui.primary.act !== "give_up" ? ui.primary : null;
  const others: Act[] = [];
  const asks = ui.steps.filter((c) => c.act === "ask");
  const best = bestHelper(ui);
  const ask = asks.find((c) => c.aim === best) ?? asks[0];
  // Do not suggest asking for help to a player who has given up or waits for other players
  if (ask) others.push(act(ask, likely || elsewhere ? "" : "primary", t("act.ask")));
  const offer = ui.steps.find((c) => c.act === "offer");
  if (offer) others.push(act(offer, "gold"));
  if (!elsewhere) for (const choice of ui.answers) if (choice.card < 0 && choice !== likely) others.push(act(choice));
  for (const choice of ui.steps) if (!choice.mine && choice.act === "use") others.push(act(choice));
  const sell = ui.steps.find((c) => c.act === "sell");
  if (sell && sells(sell)) others.push(act(sell, "", t("act.sell")));
  return { primary: likely && act(likely, "primary"), others };
}
