// The values of the form for a new table, and the request made of them.
import { ANY, withPersonality } from "../lobby/bots";
import type { LobbyInfo } from "../protocol/api";
import type { NewTable } from "../protocol/messages";

export class NewTableForm {
  sets = $state<string[]>([]);
  options = $state<Record<string, boolean | number | string>>({});
  seats = $state(4);
  /** Whether bots fill the empty seats. */
  fill = $state(true);
  level = $state("normal");
  /** Whether each bot has a personality of its own. */
  tempers = $state(true);
  speed = $state<NonNullable<NewTable["speed"]>>("normal");
  listed = $state(false);
  approve = $state(false);
  password = $state("");
  watchers = $state(true);

  /** `first` is for a player's first game. */
  constructor(
    private facts: LobbyInfo,
    first: boolean,
  ) {
    this.sets = [...facts.default_sets];
    this.options = { ...facts.options };
    if (first) this.level = "easy";
  }

  /** Whether bots of this level can have a personality. */
  mayDiffer = $derived.by(() => this.facts.levels_with_personality.includes(this.level));

  /** Only the options that differ from their defaults. */
  asked(): Omit<NewTable, "name"> {
    const { sets, seats, speed, listed, password, watchers, approve } = this;
    const usual = this.facts.options;
    const options = Object.fromEntries(Object.entries(this.options).filter(([id, value]) => value !== usual[id]));
    const bots = this.fill ? withPersonality(this.level, this.tempers && this.mayDiffer ? ANY : "") : null;
    return { sets, seats, bots, speed, options, listed, password, watchers, approve };
  }
}
