// Records and their replays: one that the server keeps, or a file of the reader's, which is sent along and not kept.

import {
  explainFile,
  explainRecord,
  Fault,
  recordAddress,
  replayFile,
  replayRecord,
  tableRecordAddress,
  UNREACHED,
} from '../store/api';
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
  return { id, name: `${id}.nuns`, text: await textAt(recordAddress(id)) };
}

/** The record of a night that has just ended at a table, which may not be among the others yet. */
export function recordOfTable(code: string): Promise<string> {
  return textAt(tableRecordAddress(code));
}

async function textAt(address: string): Promise<string> {
  const answer = await fetch(address).catch((fault: unknown) => {
    throw new Fault(UNREACHED, String(fault));
  });
  if (!answer.ok) throw new Fault(answer.status, answer.statusText);
  return answer.text();
}

export function replayFor(source: Source, seat: string): Promise<Replay> {
  return source.id ? replayRecord(source.id, seat) : replayFile(fileOf(source), seat);
}

/** Why the seat's event of that number happened. */
export function explanationOf(source: Source, seat: string, event: number): Promise<Explanation> {
  return source.id ? explainRecord(source.id, seat, event) : explainFile(fileOf(source), seat, event);
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
