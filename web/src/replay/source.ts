// Records and their replays: one that the server keeps, or a file of the reader's, which is sent along and not kept.

import {
  believeFile,
  believeRecord,
  explainFile,
  explainRecord,
  recordAddress,
  recordText,
  replayFile,
  replayRecord,
  tableRecordAddress,
} from '../store/api';
import type { Explanation, Replay, ReplayBelief } from '../protocol/types';

/** A record and where it comes from. */
export interface Source {
  id: string | null;
  name: string;
  text: string;
}

export const LARGEST = 4_000_000;

export async function storedRecord(id: string): Promise<Source> {
  return { id, name: `${id}.nuns`, text: await recordText(recordAddress(id)) };
}

/** The record of a night that has just ended at a table, which may not be among the others yet. */
export function recordOfTable(code: string): Promise<string> {
  return recordText(tableRecordAddress(code));
}

export function replayFor(source: Source, seat: string): Promise<Replay> {
  return source.id ? replayRecord(source.id, seat) : replayFile(fileOf(source), seat);
}

/** Why the seat's event of that number happened. */
export function explanationOf(source: Source, seat: string, event: number): Promise<Explanation> {
  return source.id ? explainRecord(source.id, seat, event) : explainFile(fileOf(source), seat, event);
}

/** What the guards believed at each half-turn. */
export function beliefOf(source: Source): Promise<ReplayBelief> {
  return source.id ? believeRecord(source.id) : believeFile(fileOf(source));
}

export function fileOf(source: Source): Blob {
  return new Blob([source.text], { type: 'text/plain' });
}
