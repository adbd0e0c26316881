// What this player likes, kept on this device: sound, motion, marks beside colours, how much is read out, the language.
import { speak } from "./words";

export type Verbosity = "short" | "normal" | "full";

interface Kept {
  sound: boolean;
  motion: "system" | "less";
  marks: boolean;
  verbosity: Verbosity;
  language: string;
}

const KEY = "kickdoor.settings";

function read(): Partial<Kept> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

class Settings {
  sound = $state(true);
  motion = $state<"system" | "less">("system");
  /** Patterns and letters besides colours. */
  marks = $state(false);
  verbosity = $state<Verbosity>("normal");
  language = $state("en");

  constructor() {
    const kept = read();
    this.sound = kept.sound ?? true;
    this.motion = kept.motion === "less" ? "less" : "system";
    this.marks = kept.marks === true;
    this.verbosity = kept.verbosity === "short" || kept.verbosity === "full" ? kept.verbosity : "normal";
    this.language = typeof kept.language === "string" ? kept.language : "en";
    this.show();
  }

  get still(): boolean {
    return this.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  keep(): void {
    const { sound, motion, marks, verbosity, language } = this;
    localStorage.setItem(KEY, JSON.stringify({ sound, motion, marks, verbosity, language }));
    this.show();
  }

  /** Tells the style sheet. */
  show(): void {
    const root = document.documentElement;
    root.dataset["motion"] = this.motion;
    root.dataset["marks"] = this.marks ? "more" : "";
    speak(this.language);
  }
}

export const settings = new Settings();
