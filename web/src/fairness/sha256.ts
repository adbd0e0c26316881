// SHA-256 (FIPS 180-4). Browsers offer it only on pages from https or from the same machine, so a server in a home
// network cannot rely on it.
const BITS = 2 ** 32;
const START: number[] = [];
const ROUNDS: number[] = [];

// The constants are the first bits of the roots of the first primes
for (let n = 2; ROUNDS.length < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) prime &&= n % d > 0;
  if (!prime) continue;
  if (START.length < 8) START.push((Math.sqrt(n) * BITS) | 0);
  ROUNDS.push((Math.cbrt(n) * BITS) | 0);
}

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));

function mix(state: number[], block: DataView, at: number): number[] {
  const w: number[] = [];
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const [far = 0, near = 0] = [w[i - 15], w[i - 2]];
    const more = (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)) + (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10));
    const word = i < 16 ? block.getInt32(at + 4 * i) : ((w[i - 16] ?? 0) + (w[i - 7] ?? 0) + more) | 0;
    w.push(word);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (ROUNDS[i] ?? 0) + word) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((x, i) => (x + (state[i] ?? 0)) | 0);
}

/** Return the hash of a text, in hexadecimal. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / (BITS / 8)));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  let state = START;
  for (let at = 0; at < length; at += 64) state = mix(state, view, at);
  return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
