// What this browser noted about the table of a record, when all that is known of it is the record.

import { witnessOf, type Witness } from '../store/witness';
import type { RecordFile } from './record';

const NOTED = 'nuns.witness.';

/** The notes that fit a record: a salt that was given is in it, or its seal was seen. */
export function witnessFor(record: RecordFile): Witness | null {
  const given = new Set([...record.salts.map(({ salt }) => salt), ...Object.values(record.sealed?.salts ?? {})]);
  const fits = ({ seal, salts }: Witness) =>
    seal === record.seal || Object.values(salts).some((salt) => given.has(salt));
  return codes().map(witnessOf).find(fits) ?? null;
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
