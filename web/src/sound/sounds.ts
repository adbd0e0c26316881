// Sounds made on the spot: a few tones and some noise, no files. Silent until the page has been touched, as browsers want it.
import { settings } from "../stores/settings.svelte";

interface Tone {
  /** Hertz at the start and at the end. */
  from: number;
  to?: number;
  at?: number;
  long: number;
  loud?: number;
  wave?: OscillatorType | "noise";
}

const CUES = {
  door: [
    { wave: "noise", from: 900, to: 120, long: 0.16, loud: 0.5 },
    { from: 120, to: 45, long: 0.25, loud: 0.6 },
  ],
  card: [{ wave: "noise", from: 3800, to: 1800, long: 0.07, loud: 0.16 }],
  coin: [
    { wave: "square", from: 1250, long: 0.05, loud: 0.08 },
    { wave: "square", from: 1680, at: 0.06, long: 0.12, loud: 0.08 },
  ],
  curse: [
    { wave: "sawtooth", from: 320, to: 90, long: 0.5, loud: 0.16 },
    { wave: "sawtooth", from: 340, to: 84, long: 0.5, loud: 0.12 },
  ],
  level: [
    { wave: "triangle", from: 523, long: 0.1, loud: 0.3 },
    { wave: "triangle", from: 659, at: 0.09, long: 0.1, loud: 0.3 },
    { wave: "triangle", from: 784, at: 0.18, long: 0.22, loud: 0.3 },
  ],
  lost: [
    { wave: "triangle", from: 330, to: 311, long: 0.16, loud: 0.3 },
    { wave: "triangle", from: 247, to: 196, at: 0.17, long: 0.35, loud: 0.3 },
  ],
  dice: [
    { wave: "noise", from: 2600, to: 2200, long: 0.03, loud: 0.35 },
    { wave: "noise", from: 2900, to: 2400, at: 0.09, long: 0.03, loud: 0.3 },
    { wave: "noise", from: 2300, to: 2000, at: 0.16, long: 0.03, loud: 0.25 },
    { wave: "noise", from: 2000, to: 1500, at: 0.26, long: 0.05, loud: 0.3 },
  ],
  turn: [
    { from: 660, long: 0.12, loud: 0.25 },
    { from: 880, at: 0.12, long: 0.25, loud: 0.25 },
  ],
  ask: [
    { from: 740, long: 0.08, loud: 0.2 },
    { from: 740, at: 0.13, long: 0.1, loud: 0.2 },
  ],
  window: [{ from: 520, to: 620, long: 0.1, loud: 0.13 }],
  chat: [{ from: 980, to: 1180, long: 0.07, loud: 0.12 }],
  win: [
    { wave: "triangle", from: 523, long: 0.14, loud: 0.35 },
    { wave: "triangle", from: 523, at: 0.16, long: 0.1, loud: 0.3 },
    { wave: "triangle", from: 698, at: 0.27, long: 0.16, loud: 0.35 },
    { wave: "triangle", from: 880, at: 0.44, long: 0.5, loud: 0.35 },
    { wave: "triangle", from: 1047, at: 0.44, long: 0.6, loud: 0.25 },
  ],
} satisfies Record<string, Tone[]>;

export type Cue = keyof typeof CUES;

/** Which sound goes with which kind of log line; all other kinds are silent. */
const OF_KIND: Record<string, Cue> = {
  door_kicked: "door",
  curse_landed: "curse",
  card_played: "card",
  item_equipped: "card",
  die_rolled: "dice",
  level_gained: "level",
  level_lost: "lost",
  died: "lost",
  items_sold: "coin",
  treasures_drawn: "coin",
  game_won: "win",
};

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

function ground(): AudioContext | null {
  if (!("AudioContext" in window)) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function noise(audio: AudioContext): AudioBuffer {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const data = hiss.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  return hiss;
}

function sound(audio: AudioContext, tone: Tone): void {
  const begin = audio.currentTime + (tone.at ?? 0);
  const end = begin + tone.long;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(Math.max(0.0006, (tone.loud ?? 0.3) * 0.5 * settings.volume), begin + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0005, end);
  gain.connect(audio.destination);
  if (tone.wave === "noise") {
    const source = audio.createBufferSource();
    source.buffer = noise(audio);
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(tone.from, begin);
    filter.frequency.exponentialRampToValueAtTime(tone.to ?? tone.from, end);
    source.connect(filter).connect(gain);
    source.start(begin, Math.random() * 0.5);
    source.stop(end + 0.02);
    return;
  }
  const source = audio.createOscillator();
  source.type = tone.wave ?? "sine";
  source.frequency.setValueAtTime(tone.from, begin);
  if (tone.to) source.frequency.exponentialRampToValueAtTime(tone.to, end);
  source.connect(gain);
  source.start(begin);
  source.stop(end + 0.02);
}

export function play(cue: Cue): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  const audio = ground();
  if (audio) for (const tone of CUES[cue]) sound(audio, tone);
}

export function cueOf(kind: string): Cue | null {
  return OF_KIND[kind] ?? null;
}
