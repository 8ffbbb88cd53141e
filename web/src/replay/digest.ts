// SHA-256 of a text, as bytes or in hexadecimal. A page that came over plain HTTP from another machine has no WebCrypto: then it is
// computed here, so that a phone in the living room can check the night as well.

export async function digest(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const subtle = globalThis.crypto?.subtle;
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : digestByHand(bytes);
}

export async function hexDigest(text: string): Promise<string> {
  return hex(await digest(text));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

// FIPS 180-4: constants are the fractions of square and cube roots of the first primes.

const PRIMES = firstPrimes(64);
const ROUND = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

export function digestByHand(message: Uint8Array): Uint8Array {
  const words = padded(message);
  const hash = START.slice();
  for (let block = 0; block < words.length; block += 16) mixIn(hash, words.subarray(block, block + 16));
  const result = new Uint8Array(32);
  hash.forEach((word, place) => new DataView(result.buffer).setUint32(4 * place, word));
  return result;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

/** The message, a one bit, zeros, and its length in bits: whole blocks of sixteen words. */
function padded(message: Uint8Array): Uint32Array {
  const blocks = Math.ceil((message.length + 9) / 64);
  const bytes = new Uint8Array(64 * blocks);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor((message.length * 8) / 2 ** 32));
  view.setUint32(bytes.length - 4, (message.length * 8) >>> 0);
  return Uint32Array.from({ length: 16 * blocks }, (_, place) => view.getUint32(4 * place));
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function schedule(block: Uint32Array): Uint32Array {
  const words = new Uint32Array(64);
  words.set(block);
  for (let place = 16; place < 64; place++) {
    const early = words[place - 15] as number;
    const late = words[place - 2] as number;
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[place] = (words[place - 16] as number) + low + (words[place - 7] as number) + high;
  }
  return words;
}

function mixIn(hash: Uint32Array, block: Uint32Array): void {
  const words = schedule(block);
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let place = 0; place < 64; place++) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one =
      (h +
        (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
        chosen +
        (ROUND[place] as number) +
        (words[place] as number)) |
      0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (hash[place] = (hash[place] as number) + word));
}
