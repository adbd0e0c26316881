// The frame of a card: badge, icon and word of each kind, marks of the sets. The frame is part of the art, so it is
// loaded at run time.
import { BASE } from "../stores/basePath";
export interface KindFrame {
  badge: string;
  icon: string;
  label: string;
  at: [number, number];
}

export interface FrameData {
  avatars: string[];
  kinds: Record<string, KindFrame>;
  marks: Record<string, string>;
  signs: Record<string, string>;
}

class Frame {
  data = $state.raw<FrameData | null>(null);
  #asked = false;

  /** Load the frames when the first card needs them. */
  load(): void {
    if (this.#asked) return;
    this.#asked = true;
    fetch(`${BASE}/static/art/frame.json`)
      .then((answer) => answer.json() as Promise<FrameData>)
      .then((data) => (this.data = data))
      .catch(() => (this.#asked = false));
  }
}

export const frame = new Frame();

const AVATARS = ["elf", "goblin", "monk", "pirate", "robot", "viking", "witch", "wizard"];

export function avatarOf(number: number): string {
  const names = frame.data?.avatars ?? AVATARS;
  return `${BASE}/static/art/avatars/${names[number % names.length] ?? "elf"}.svg`;
}
