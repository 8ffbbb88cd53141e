// What this browser noted about the table of a record, when all that is known of it is the record.

import { witnessOf, type Witness } from '../store/witness';
import type { RecordFile } from './record';
import type { Remembered } from './verdict';

const NOTED = 'nuns.witness.';

/** The notes of a table whose code is known. */
export function rememberedOf(code: string): Remembered | null {
  return asRemembered(witnessOf(code));
}

/** The notes that fit a record: a salt that was given is in it, or its seal was seen. */
export function rememberedFor(record: RecordFile): Remembered | null {
  const given = new Set(record.salts.map(({ salt }) => salt));
  const fits = (noted: Remembered) => noted.seal === record.seal || noted.salts?.some((salt) => given.has(salt));
  return (
    codes()
      .map(rememberedOf)
      .find((noted): noted is Remembered => noted !== null && Boolean(fits(noted))) ?? null
  );
}

function asRemembered({ seal, salts }: Witness): Remembered | null {
  const given = Object.values(salts);
  return seal === null && given.length === 0 ? null : { ...(seal ? { seal } : {}), salts: given };
}

function codes(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(NOTED))
      .map((key) => key.slice(NOTED.length));
  } catch {
    return [];
  }
}
