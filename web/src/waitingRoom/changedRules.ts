// The rules of a table that differ from the defaults.
import type { RoomInfo } from "../protocol/messages";

type Options = RoomInfo["options"];
/** The defaults of options that are not switches; a switch is off by default. */
const DEFAULTS: Options = { winning_level: 10, run_order: "fighter_first", first_player: "roll" };

export function changedRules(options: Options): [string, Options[string]][] {
  return Object.entries(options).filter(([id, value]) =>
    typeof value === "boolean" ? value : id in DEFAULTS && value !== DEFAULTS[id],
  );
}
