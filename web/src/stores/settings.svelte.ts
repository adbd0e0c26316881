// What this player likes, kept on this device: sound, motion, marks beside colours, how much is read out, the language.
import { setLocale } from "../i18n";

/** When one wants to be asked in reaction windows. */
export const AUTO_PASS_MODES = ["ask", "touches_me", "could_win", "my_turn"] as const;
export type Verbosity = "short" | "normal" | "full";

export type Theme = "dark" | "light" | "system";

interface Kept {
  theme: Theme;
  sound: boolean;
  volume: number;
  motion: "system" | "less";
  marks: boolean;
  cards: "normal" | "large";
  verbosity: Verbosity;
  language: string;
  voices: boolean;
  music: boolean;
  watch: (typeof AUTO_PASS_MODES)[number];
}

const KEY = "kickdoor.settings";
const DAY = matchMedia("(prefers-color-scheme: light)");

function read(): Partial<Kept> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

class Settings {
  /** Silent until somebody switches it on. */
  sound = $state(false);
  /** From nothing to full. */
  volume = $state(1);
  /** By night unless somebody wants it otherwise: the rooms are lit by torches. */
  theme = $state<Theme>("dark");
  motion = $state<"system" | "less">("system");
  /** Patterns and letters besides colours. */
  marks = $state(false);
  /** How large the cards of one's hand are. */
  cards = $state<"normal" | "large">("normal");
  verbosity = $state<Verbosity>("normal");
  language = $state("en");
  /** Bots with a character are heard. */
  voices = $state(true);
  /** A tune for each room, where there is sound at all. */
  music = $state(false);
  /** What every table is told on sitting down at it. */
  watch = $state<(typeof AUTO_PASS_MODES)[number]>("ask");

  constructor() {
    const kept = read();
    this.sound = kept.sound === true;
    this.volume = typeof kept.volume === "number" ? Math.min(1, Math.max(0, kept.volume)) : 1;
    this.theme = kept.theme === "light" || kept.theme === "system" ? kept.theme : "dark";
    this.motion = kept.motion === "less" ? "less" : "system";
    this.marks = kept.marks === true;
    this.cards = kept.cards === "large" ? "large" : "normal";
    this.verbosity = kept.verbosity === "short" || kept.verbosity === "full" ? kept.verbosity : "normal";
    this.language = typeof kept.language === "string" ? kept.language : "en";
    this.voices = kept.voices !== false;
    this.music = kept.music === true;
    this.watch = AUTO_PASS_MODES.find((one) => one === kept.watch) ?? "ask";
    this.show();
    DAY.addEventListener("change", () => this.show());
  }

  get still(): boolean {
    return this.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  keep(): void {
    const { sound, volume, theme, motion, marks, cards, verbosity, language, voices, music, watch } = this;
    const kept: Kept = { sound, volume, theme, motion, marks, cards, verbosity, language, voices, music, watch };
    localStorage.setItem(KEY, JSON.stringify(kept));
    this.show();
  }

  /** Tells the style sheet. */
  show(): void {
    const root = document.documentElement;
    root.dataset["theme"] = this.theme === "system" ? (DAY.matches ? "light" : "dark") : this.theme;
    root.dataset["motion"] = this.motion;
    root.dataset["marks"] = this.marks ? "more" : "";
    root.dataset["cards"] = this.cards;
    setLocale(this.language);
  }
}

export const settings = new Settings();
