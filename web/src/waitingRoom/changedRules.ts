// The rules of a table that are not those everybody expects.
import type { RoomInfo } from "../protocol/messages";

type Options = RoomInfo["options"];
/** Those that are no switch; a switch is off. */
const DEFAULTS: Options = { winning_level: 10, run_order: "fighter_first", first_player: "roll" };

export function changedRules(options: Options): [string, Options[string]][] {
  return Object.entries(options).filter(([id, value]) =>
    typeof value === "boolean" ? value : id in DEFAULTS && value !== DEFAULTS[id],
  );
}
