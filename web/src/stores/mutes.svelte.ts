// Muted players: names, stored on this device only. Muted players are not notified.
const KEY = "kickdoor.mutes";
const MAX_NAMES = 100;

function read(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

class Mutes {
  #names = $state.raw<string[]>(read());

  has(name: string): boolean {
    return this.#names.includes(name);
  }

  turn(name: string): void {
    this.#names = this.has(name)
      ? this.#names.filter((other) => other !== name)
      : [name, ...this.#names].slice(0, MAX_NAMES);
    localStorage.setItem(KEY, JSON.stringify(this.#names));
  }
}

export const mutes = new Mutes();
