// This browser's part of the seed: committed before any salt is revealed, revealed when all commitments are fixed, and
// checked in the record.
import type { RoomInfo } from "../protocol/messages";
import type { TableRecord } from "../stores/recordApi";
import { sha256 } from "./sha256";
import type { TableClient } from "../stores/tableClient.svelte";

/** What this browser knows about the seed, whatever the server reports later. */
interface Memory {
  salt: string;
  seal: string;
  /** Whether the salt was revealed: it is valid for this start only. */
  told: boolean;
  /** The commitments when the salts were about to be revealed, and the number of that start; null before. */
  seen: { seals: string[]; commitment: string; seat: number; start: number } | null;
  /** Starts that were cancelled while this browser was connected. */
  calledOff: number;
}

export type Verdict =
  | "own"
  | "seen"
  | "unseen"
  | "openly"
  | "nobody"
  | "none"
  | "bad.commitment"
  | "bad.seed"
  | "bad.seals"
  | "bad.part"
  | "bad.left_out"
  | "bad.start"
  | "bad.called_off";

const keyOf = (id: string) => `kickdoor.part.${id}`;

function recall(id: string): Memory {
  const fresh: Memory = { salt: "", seal: "", told: false, seen: null, calledOff: 0 };
  try {
    return { ...fresh, ...(JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "{}") as Partial<Memory>) };
  } catch {
    return fresh;
  }
}

/** Return a random salt, too long to be guessed from its commitment. */
function newSalt(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

export class SeedPart {
  #memory: Memory;
  #busy = false;
  #asked = false;

  constructor(
    private table: TableClient,
    private id: string,
  ) {
    this.#memory = recall(id);
  }

  /** Do what the room asks of this browser: commit to a part, store the fixed commitments, reveal the salt. */
  async follow(room: RoomInfo): Promise<void> {
    if (room.status !== "waiting" || room.knocking) return;
    const memory = this.#memory;
    const seat = room.seats[room.you];
    if (memory.seen && !(room.opening && room.called_off === memory.seen.start)) {
      memory.seen = null;
      memory.calledOff += 1;
      if (memory.told) [memory.salt, memory.seal, memory.told] = ["", "", false];
      this.#keep();
    }
    if (room.opening && !memory.seen) {
      memory.seen = {
        seals: room.seats.map((one) => one.seal),
        commitment: room.commitment,
        seat: room.you,
        start: room.called_off,
      };
      this.#keep();
    }
    if (!seat || this.#busy) return;
    this.#busy = true;
    if (room.opening) {
      // If another page of the same seat has made the commitment, that page reveals it
      if (memory.seal && seat.seal === memory.seal && !seat.opened) await this.#open();
    } else if (!seat.seal || (!this.#asked && seat.seal !== memory.seal)) await this.#seal();
    this.#asked = true;
    this.#busy = false;
    // The state may have changed in the meantime
    if (this.table.room && this.table.room !== room) await this.follow(this.table.room);
  }

  async #seal(): Promise<void> {
    const salt = newSalt();
    [this.#memory.salt, this.#memory.seal, this.#memory.told] = [salt, sha256(`${this.id}:${salt}`), false];
    this.#keep();
    await this.table.send({ t: "seal", hash: this.#memory.seal });
  }

  async #open(): Promise<void> {
    this.#memory.told = true;
    this.#keep();
    await this.table.send({ t: "reveal", salt: this.#memory.salt });
  }

  #keep(): void {
    sessionStorage.setItem(keyOf(this.id), JSON.stringify(this.#memory));
  }
}

/** Compare a record with itself and with what this browser has seen and sent. */
export function checkRecord(record: TableRecord, promised: string): Verdict {
  const proof = record.fairness;
  if (!proof) return "none";
  const seals = proof.seals ?? [];
  const times = proof.called_off ?? 0;
  const memory = recall(proof.table);
  const seen = memory.seen;
  const commitment = sha256(`${proof.table}:${proof.secret}`);
  if (
    commitment !== proof.commitment ||
    (promised || commitment) !== commitment ||
    (seen && seen.commitment !== commitment)
  )
    return "bad.commitment";
  if (sha256([proof.table, proof.secret, ...proof.salts].join("\n")) !== record.game.seed) return "bad.seed";
  if (seals.length && proof.salts.some((salt, i) => (salt ? sha256(`${proof.table}:${salt}`) : "") !== seals[i]))
    return "bad.seals";
  if (memory.calledOff > times) return "bad.called_off";
  if (seen && seen.start !== times) return "bad.start";
  if (seen && seen.seals.join() !== seals.join()) return "bad.seals";
  if (seen && memory.seal && !seen.seals[seen.seat]) return "bad.left_out";
  const own = !!seen && !!memory.seal && seen.seals[seen.seat] === memory.seal;
  if (own && proof.salts[seen.seat] !== memory.salt) return "bad.part";
  if (!proof.salts.some(Boolean)) return "nobody";
  if (!seals.length) return "openly";
  return own ? "own" : seen ? "seen" : "unseen";
}
