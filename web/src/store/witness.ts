/** What this browser saw of a table's seal, and added to its seed: kept on this device, so that the opened night can be held against it. */
import type { ChairName } from '../protocol/types';

export interface Witness {
  seal: string | null;
  salts: Partial<Record<ChairName, string>>;
}

const key = (code: string): string => `nuns.witness.${code}`;

export function witnessOf(code: string): Witness {
  const nothing: Witness = { seal: null, salts: {} };
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(key(code)) ?? '{}') as Partial<Witness>) };
  } catch {
    return nothing;
  }
}

/** The first seal seen stands: a later one would be the very thing to find out. */
export function sawSeal(code: string, seal: string): void {
  const witness = witnessOf(code);
  if (witness.seal === null) keep(code, { ...witness, seal });
}

export function addedSalt(code: string, chair: ChairName, salt: string): void {
  const witness = witnessOf(code);
  keep(code, { ...witness, salts: { ...witness.salts, [chair]: salt } });
}

function keep(code: string, witness: Witness): void {
  try {
    localStorage.setItem(key(code), JSON.stringify(witness));
  } catch {
    // A browser that keeps nothing still plays; it only cannot testify.
  }
}

/** 32 bytes from the browser's own generator, in hexadecimal. */
export function newSalt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
