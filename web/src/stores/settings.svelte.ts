// The player's settings, stored on this device: sound, motion, patterns, verbosity, language.
import { setLocale } from "../i18n";

/** When to be prompted in reaction windows. */
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
  /** Sound is off until the player turns it on. */
  sound = $state(false);
  /** From silent to full. */
  volume = $state(1);
  /** Dark is the default: the pictures show rooms lit by torches. */
  theme = $state<Theme>("dark");
  motion = $state<"system" | "less">("system");
  /** Patterns and letters in addition to colours. */
  marks = $state(false);
  /** The size of the cards in hand. */
  cards = $state<"normal" | "large">("normal");
  verbosity = $state<Verbosity>("normal");
  language = $state("en");
  /** Show the lines of bots that have a personality. */
  voices = $state(true);
  /** Music for each backdrop, if sound is on. */
  music = $state(false);
  /** The auto-pass mode that is sent to every table. */
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

  /** Write the settings to the style sheet. */
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
