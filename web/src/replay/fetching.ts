// Records and their replays: one that the server keeps, or a file of the reader's, which is sent along and not kept.

import { Fault, recordAddress, replayFile, replayRecord, UNREACHED } from '../store/api';
import type { Explanation, Replay } from '../protocol/types';
import { t } from '../i18n';

/** A record and where it comes from. */
export interface Source {
  id: string | null;
  name: string;
  text: string;
}

export const LARGEST = 4_000_000;

export async function storedRecord(id: string): Promise<Source> {
  const answer = await asked(recordAddress(id));
  return { id, name: `${id}.nuns`, text: await answer.text() };
}

export function replayFor(source: Source, seat: string): Promise<Replay> {
  return source.id ? replayRecord(source.id, seat) : replayFile(fileOf(source), seat);
}

/** Why the seat's event of that number happened. */
export async function explanationOf(source: Source, seat: string, event: number): Promise<Explanation> {
  const query = `?seat=${encodeURIComponent(seat)}&event=${event}`;
  const answer = source.id
    ? await asked(`${recordAddress(source.id)}/explanation${query}`)
    : await asked(`/api/replays/explanation${query}`, { method: 'POST', body: fileOf(source) });
  return (await answer.json()) as Explanation;
}

export function fileOf(source: Source): Blob {
  return new Blob([source.text], { type: 'text/plain' });
}

/** What to tell a reader whose record does not open: the referee's own sentence, where he gave one. */
export function faultSentence(fault: unknown): string {
  if (!(fault instanceof Fault)) return t('common.error.title');
  if (fault.status === UNREACHED) return t('common.error.network');
  if (fault.status === 404) return t('replay.error.gone');
  return fault.status < 500 ? fault.message : t('common.error.server');
}

async function asked(address: string, request?: RequestInit): Promise<Response> {
  const answer = await fetch(address, request).catch((fault: unknown) => {
    throw new Fault(UNREACHED, String(fault));
  });
  if (!answer.ok) throw new Fault(answer.status, answer.statusText);
  return answer;
}
