// Synthesized sounds: a few tones and some noise, no files. Browsers keep them silent until the page has been touched.
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

export const CUES = {
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
  growl: [
    { wave: "sawtooth", from: 70, to: 110, long: 0.4, loud: 0.22 },
    { wave: "noise", from: 300, to: 500, at: 0.05, long: 0.35, loud: 0.2 },
  ],
  turning: [
    { wave: "noise", from: 1200, to: 200, long: 0.12, loud: 0.4 },
    { wave: "triangle", from: 392, at: 0.1, long: 0.12, loud: 0.3 },
    { wave: "triangle", from: 587, at: 0.22, long: 0.3, loud: 0.3 },
  ],
  murmur: [
    { from: 260, to: 300, long: 0.1, loud: 0.14 },
    { from: 300, to: 250, at: 0.12, long: 0.12, loud: 0.14 },
  ],
  agreed: [
    { wave: "noise", from: 700, to: 300, long: 0.05, loud: 0.35 },
    { wave: "triangle", from: 440, at: 0.06, long: 0.1, loud: 0.25 },
    { wave: "triangle", from: 554, at: 0.15, long: 0.18, loud: 0.25 },
  ],
  refused: [{ wave: "triangle", from: 300, to: 210, long: 0.25, loud: 0.2 }],
  victory: [
    { wave: "noise", from: 240, to: 80, long: 0.25, loud: 0.45 },
    { wave: "triangle", from: 392, at: 0.12, long: 0.12, loud: 0.3 },
    { wave: "triangle", from: 523, at: 0.24, long: 0.12, loud: 0.3 },
    { wave: "triangle", from: 659, at: 0.36, long: 0.35, loud: 0.32 },
  ],
  escaped: [
    { wave: "noise", from: 500, to: 2600, long: 0.25, loud: 0.2 },
    { wave: "triangle", from: 587, at: 0.08, long: 0.09, loud: 0.25 },
    { wave: "triangle", from: 784, at: 0.17, long: 0.2, loud: 0.25 },
  ],
  hurt: [
    { wave: "noise", from: 500, to: 90, long: 0.22, loud: 0.55 },
    { wave: "sawtooth", from: 180, to: 60, at: 0.04, long: 0.35, loud: 0.2 },
  ],
  death: [
    { from: 98, long: 1.4, loud: 0.5 },
    { from: 196, long: 1.1, loud: 0.2 },
    { wave: "triangle", from: 233, to: 220, at: 0.3, long: 0.7, loud: 0.16 },
  ],
  breaks: [
    { wave: "noise", from: 4200, to: 2600, long: 0.08, loud: 0.4 },
    { wave: "noise", from: 3000, to: 1800, at: 0.07, long: 0.16, loud: 0.3 },
  ],
  gear: [
    { wave: "square", from: 620, to: 540, long: 0.04, loud: 0.07 },
    { wave: "noise", from: 2600, to: 1600, at: 0.02, long: 0.09, loud: 0.2 },
  ],
  drop: [{ wave: "noise", from: 900, to: 300, long: 0.1, loud: 0.25 }],
  token: [
    { from: 1046, long: 0.06, loud: 0.18 },
    { from: 1318, at: 0.06, long: 0.12, loud: 0.16 },
  ],
  pass_on: [{ from: 440, to: 494, long: 0.14, loud: 0.1 }],
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

type Cue = keyof typeof CUES;

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Return the audio context; all sounds share one, because browsers allow only a few. */
export function getAudioContext(): AudioContext | null {
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

export function play(cue: string): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  const audio = getAudioContext();
  if (audio) for (const tone of CUES[cue as Cue] ?? []) sound(audio, tone);
}
