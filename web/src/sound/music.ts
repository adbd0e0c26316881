// Synthesizes the music of a backdrop, one bar at a time, as a loop. A change of backdrop cross-fades.
import { settings } from "../stores/settings.svelte";
import { getAudioContext } from "./sounds";
import { notesOf, tuneOf, type Note, type Tune } from "./tunes";

/** The volume: the music stays below all sounds. */
const VOLUME = 0.11;
const FADE_S = 1.6;
/** How far ahead bars are scheduled. */
const LOOKAHEAD_S = 0.8;
const SCHEDULE_INTERVAL_MS = 250;

class Player {
  #gain: GainNode;
  #filter: BiquadFilterNode;
  #timer = 0;
  #bar = 0;
  #next: number;

  constructor(
    private audio: AudioContext,
    private tune: Tune,
  ) {
    this.#gain = audio.createGain();
    this.#gain.gain.setValueAtTime(0, audio.currentTime);
    this.#filter = audio.createBiquadFilter();
    this.#filter.type = "lowpass";
    this.#filter.frequency.value = tune.soft;
    this.#filter.connect(this.#gain).connect(audio.destination);
    this.#next = audio.currentTime + 0.1;
    this.turn();
    this.#timer = window.setInterval(() => this.#look(), SCHEDULE_INTERVAL_MS);
    this.#look();
  }

  /** Fade to the volume of the settings. */
  turn(): void {
    this.#gain.gain.setTargetAtTime(VOLUME * settings.volume, this.audio.currentTime, FADE_S / 3);
  }

  #look(): void {
    while (this.#next < this.audio.currentTime + LOOKAHEAD_S) {
      for (const note of notesOf(this.tune, this.#bar)) this.#sound(note, this.#next + note.at * this.tune.beat);
      this.#next += this.tune.bar * this.tune.beat;
      this.#bar += 1;
    }
  }

  #sound(note: Note, at: number): void {
    const long = note.long * this.tune.beat;
    const gain = this.audio.createGain();
    const rise = Math.min(0.35 * long, note.loud > 0.2 ? 0.5 : 0.02);
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.linearRampToValueAtTime(note.loud, at + rise);
    gain.gain.exponentialRampToValueAtTime(0.0005, at + long);
    const source = this.audio.createOscillator();
    source.type = note.wave;
    source.frequency.value = 440 * 2 ** ((note.key - 69) / 12);
    source.connect(gain).connect(this.#filter);
    source.start(at);
    source.stop(at + long + 0.05);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#gain.gain.cancelScheduledValues(this.audio.currentTime);
    this.#gain.gain.setTargetAtTime(0, this.audio.currentTime, FADE_S / 5);
    setTimeout(() => this.#gain.disconnect(), FADE_S * 1000);
  }
}

let player: Player | null = null;
let playing: Tune | null = null;

/** Play the music of a set's backdrop; music that is already playing continues. */
export function startMusic(set: string): void {
  const tune = tuneOf(set);
  if (playing === tune) {
    player?.turn();
    return;
  }
  stopMusic();
  const audio = navigator.userActivation?.hasBeenActive ? getAudioContext() : null;
  if (!audio) return;
  [player, playing] = [new Player(audio, tune), tune];
}

export function stopMusic(): void {
  player?.stop();
  [player, playing] = [null, null];
}
