// What has been chosen for a new table so far, and what the server is asked for in the end.
import { ANY, withTemper } from "../lobby/bots";
import type { LobbyFacts } from "../protocol/api";
import type { NewTable } from "../protocol/messages";

export class NewTableForm {
  sets = $state<string[]>([]);
  options = $state<Record<string, boolean | number | string>>({});
  seats = $state(4);
  /** Bots take the seats that nobody has. */
  fill = $state(true);
  level = $state("normal");
  /** Each of them has a character of its own. */
  tempers = $state(true);
  speed = $state<NonNullable<NewTable["speed"]>>("normal");
  listed = $state(false);
  approve = $state(false);
  password = $state("");
  watchers = $state(true);

  /** `first` is for somebody's first game. */
  constructor(
    private facts: LobbyFacts,
    first: boolean,
  ) {
    this.sets = [...facts.default_sets];
    this.options = { ...facts.options };
    if (first) this.level = "easy";
  }

  /** Bots of this level can have a character. */
  mayDiffer = $derived.by(() => this.facts.with_character.includes(this.level));

  /** Of the options only those that are not as usual. */
  asked(): Omit<NewTable, "name"> {
    const { sets, seats, speed, listed, password, watchers, approve } = this;
    const usual = this.facts.options;
    const options = Object.fromEntries(Object.entries(this.options).filter(([id, value]) => value !== usual[id]));
    const bots = this.fill ? withTemper(this.level, this.tempers && this.mayDiffer ? ANY : "") : null;
    return { sets, seats, bots, speed, options, listed, password, watchers, approve };
  }
}
