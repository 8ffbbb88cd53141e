/** The HTTP API of the server, typed: tables, the convent, the ruler and records. */
import type {
  Act,
  Aim,
  TableAccess,
  BotSitting,
  Calendar,
  ChairName,
  ConventPlan,
  Distances,
  Earshot,
  Editions,
  Explanation,
  LessonAdvice,
  LessonMoment,
  Lessons,
  Level,
  Lobby,
  Measure,
  Network,
  NewTable,
  PuzzleMoment,
  Puzzles,
  AnalysisProgress,
  Reason,
  RecordInfo,
  RecordMoment,
  Records,
  Replay,
  ReplayBelief,
  Scenes,
  SeatLink,
  Settings,
  ShownScene,
  Sights,
  Takeover,
  Today,
} from '../protocol/types';
import { API_HEADER, serverVersion } from './apiVersion.svelte';

/** A request that the server refused, or that did not reach it (status 0); what a proxy says is no refusal of the server's. */
export class Fault extends Error {
  readonly status: number;
  readonly refusal: Reason | null;

  constructor(status: number, message: string, refusal: Reason | null = null) {
    super(message);
    this.status = status;
    this.refusal = refusal;
  }
}

export const UNREACHED = 0;

const part = encodeURIComponent;

/** Makes a table, with this browser as its host. */
export const createTable = (table: NewTable): Promise<TableAccess> => post('/api/tables', table);
export const listTables = (before?: string): Promise<Lobby> => get('/api/tables', { before });
export const getTable = (code: string): Promise<TableAccess> => get(at(code));
export const changeSettings = (code: string, settings: Settings): Promise<TableAccess> =>
  call('PATCH', at(code), settings);
/** Sits down, or changes the name on one's chair. */
export const sit = (code: string, chair: ChairName, name: string): Promise<TableAccess> =>
  call('PUT', seat(code, chair), { name });
/** Gets up; during the night a bot stands in. */
export const standUp = (code: string, chair: ChairName): Promise<TableAccess> => call('DELETE', seat(code, chair));
/** Takes the chair back from the bot that stood in. */
export const comeBack = (code: string, chair: ChairName): Promise<TableAccess> => post(`${seat(code, chair)}/return`);
/** Seats a bot; without a level it gets up. */
export const seatBot = (code: string, chair: ChairName, level: Level | null): Promise<TableAccess> =>
  call('PUT', `${seat(code, chair)}/bot`, { level } satisfies BotSitting);
export const startTable = (code: string): Promise<TableAccess> => post(`${at(code)}/start`);
export const abandonTable = (code: string): Promise<TableAccess> => post(`${at(code)}/abandon`);
export type Sides = 'same' | 'changed';
/** The table that follows this one, with the same sides or changed ones; whoever asks first decides. */
export const rematch = (code: string, sides: Sides): Promise<TableAccess> => post(`${at(code)}/rematch?sides=${sides}`);
/** A link that opens one's chairs on another device. */
export const seatLink = (code: string): Promise<SeatLink> => get(`${at(code)}/link`);
/** Opens the chairs of such a link here. */
export const useKey = (code: string, key: string): Promise<TableAccess> => post(`${at(code)}/key`, { key });
/** The invitation as a QR code, for an image; another address for invitations is another picture. */
export const invitationPicture = (code: string, url?: string | null): string =>
  `${at(code)}/qr.svg${url ? `?at=${part(url)}` : ''}`;
/** A code that takes one seat at the table, for an image. */
export const seatPicture = (code: string, chair: ChairName, url?: string | null): string =>
  `${at(code)}/qr.svg?chair=${chair}${url ? `&at=${part(url)}` : ''}`;
/** How others reach this server. */
export const getNetwork = (): Promise<Network> => get('/api/network');
/** Lets others on the local network in; only at the machine on which the server runs. */
export const openNetwork = (): Promise<Network> => post('/api/network');
/** The record of a finished night, for a link. */
export const tableRecordAddress = (code: string): string => `${at(code)}/record`;

/** What never changes is fetched once. */
export const getConvent = once((): Promise<ConventPlan> => get('/api/convent'));
/** The plan as it lies under a game, for an image. */
export const planPicture = (theme: 'night' | 'vellum'): string => `/api/convent/plan.svg?theme=${theme}`;
/** The plan as a drawing, to be put into a page. */
export const planDrawing = async (theme: 'night' | 'vellum'): Promise<string> =>
  (await answered(planPicture(theme), { method: 'GET' })).text();
export const getEditions = once((): Promise<Editions> => get('/api/editions'));
/** 6 What is seen from everywhere, by options. */
export const getSights = once((options: string): Promise<Sights> => get('/api/sights', { options }));
/** 3.5 The ruler, laid in private. */
export const measure = (one: number, two: number, options: string): Promise<Measure> =>
  get('/api/ruler', { one, two, options });

/** 7.1 How many steps apart any two dots are. */
export const getDistances = once((): Promise<Distances> => get('/api/distances'));
/** 7.1 How far noise is heard on a dot. */
export const getEarshot = once((dot: string): Promise<Earshot> => get('/api/earshot', { dot }));

/** The night of the day, and what is known of the days beside it. */
export const getToday = (): Promise<Today> => get('/api/days/today');
/** The calendar, the newest day first. */
export const getDays = (before?: string): Promise<Calendar> => get('/api/days', { before });
/** This browser's table of the night of the day, which has begun. */
export const playToday = (name: string): Promise<TableAccess> => post('/api/days/today/attempt', { name });

export const listRecords = (before?: string, limit?: number): Promise<Records> =>
  get('/api/records', { before, limit });
/** Brings a record along, to be kept with the others. */
export const keepRecord = (file: Blob): Promise<RecordInfo> => call('POST', '/api/records', file);
export const recordAddress = (id: string): string => `/api/records/${part(id)}`;
export const replayRecord = (id: string, seat: string): Promise<Replay> => get(`${recordAddress(id)}/replay`, { seat });
/** The last moment at which a seat of a record can be taken over, at or before so many actions. */
export const getMoment = (id: string, actions: number): Promise<RecordMoment> =>
  get(`${recordAddress(id)}/moment`, { actions });
/** A table that continues a record, with this browser in one seat and bots in the others; it has begun. */
export const takeOver = (id: string, takeover: Takeover): Promise<TableAccess> =>
  post(`${recordAddress(id)}/takeover`, takeover);
export const explainRecord = (id: string, seat: string, event: number): Promise<Explanation> =>
  get(`${recordAddress(id)}/explanation`, { seat, event });
/** What the guards believed at each half-turn of a record; of a file, which is kept nowhere. */
export const believeRecord = (id: string): Promise<ReplayBelief> => get(`${recordAddress(id)}/belief`);
export const believeFile = (file: Blob): Promise<ReplayBelief> => call('POST', '/api/replays/belief', file);
/** How far the analysis of a record is; it begins only when it is asked for. */
export const getAnalysis = (id: string): Promise<AnalysisProgress> => get(`${recordAddress(id)}/analysis`);
/** Has a record analysed, or a file, which is kept nowhere; what was analysed before is there at once. */
export const analyseRecord = (id: string): Promise<AnalysisProgress> => post(`${recordAddress(id)}/analysis`);
export const analyseFile = (file: Blob): Promise<AnalysisProgress> => call('POST', '/api/replays/analysis', file);
/** How far an analysis is, by the check of its game file; with its newest draft, if that is newer than `drafts`. */
export const followAnalysis = (check: string, drafts: number): Promise<AnalysisProgress> =>
  get(`/api/analyses/${part(check)}`, { drafts });
/** Stops an analysis that this page has begun. */
export const stopAnalysis = (check: string, ticket: string): Promise<AnalysisProgress> =>
  call('DELETE', `/api/analyses/${part(check)}?ticket=${part(ticket)}`);
/** The text of a record, kept among the others or of a night that has just ended at a table. */
export const recordText = async (address: string): Promise<string> =>
  (await answered(address, { method: 'GET' })).text();
/** Replays a record file, which is kept nowhere. */
export const replayFile = (file: Blob, seat: string): Promise<Replay> =>
  call('POST', `/api/replays?seat=${part(seat)}`, file);
export const explainFile = (file: Blob, seat: string, event: number): Promise<Explanation> =>
  call('POST', `/api/replays/explanation?seat=${part(seat)}&event=${event}`, file);

export const getLessons = once((): Promise<Lessons> => get('/api/lessons'));
export const getScenes = once((): Promise<Scenes> => get('/api/scenes'));
/** A scene, played: each of its answers step by step. */
export const getScene = once((id: string): Promise<ShownScene> => get(`/api/scenes/${part(id)}`));

type LessonActions = readonly Act['action'][];
/** What comes of all that the learner has done in a lesson; the server keeps nothing of it. */
export const takeLesson = (id: string, actions: LessonActions): Promise<LessonMoment> => post(lesson(id), { actions });
export const explainLesson = (id: string, actions: LessonActions, event: number): Promise<Explanation> =>
  post(`${lesson(id)}/explanation?event=${event}`, { actions });
export const aimLesson = (id: string, actions: LessonActions, dot: number): Promise<Aim> =>
  post(`${lesson(id)}/aim?dot=${dot}`, { actions });
export const adviseInLesson = (id: string, actions: LessonActions): Promise<LessonAdvice> =>
  post(`${lesson(id)}/advice`, { actions });

export const getPuzzles = once((): Promise<Puzzles> => get('/api/puzzles'));
/** What comes of an answer to a puzzle, and what it is worth; the server keeps nothing of it. */
export const takePuzzle = (id: string, actions: LessonActions): Promise<PuzzleMoment> => post(puzzle(id), { actions });
export const pointInPuzzle = (id: string, dot: number): Promise<PuzzleMoment> => post(puzzle(id), { dot });
export const explainPuzzle = (id: string, actions: LessonActions, event: number): Promise<Explanation> =>
  post(`${puzzle(id)}/explanation?event=${event}`, { actions });
export const aimPuzzle = (id: string, actions: LessonActions, dot: number): Promise<Aim> =>
  post(`${puzzle(id)}/aim?dot=${dot}`, { actions });

/** Why the server lets this browser in nowhere: it has no such table, or nobody may watch the night; null where it would, or does not answer. */
export async function whyShut(code: string): Promise<'missing' | 'closed' | null> {
  try {
    const { table, chairs, host } = await getTable(code);
    const watches = chairs.length === 0 && !host;
    return watches && table.status === 'playing' && table.settings.spectators === false ? 'closed' : null;
  } catch (fault) {
    return fault instanceof Fault && fault.status === 404 ? 'missing' : null;
  }
}

export function socketAddress(code: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${at(code)}/socket`;
}

function lesson(id: string): string {
  return `/api/lessons/${part(id)}`;
}

function puzzle(id: string): string {
  return `/api/puzzles/${part(id)}`;
}

function at(code: string): string {
  return `/api/tables/${part(code)}`;
}

function seat(code: string, chair: ChairName): string {
  return `${at(code)}/chairs/${chair}`;
}

type Query = Record<string, string | number | undefined>;

function get<T>(path: string, query: Query = {}): Promise<T> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return call('GET', text ? `${path}?${text}` : path);
}

function post<T>(path: string, body?: object): Promise<T> {
  return call('POST', path, body);
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  return (await (await answered(path, { method, ...written(body) })).json()) as T;
}

async function answered(path: string, request: RequestInit): Promise<Response> {
  const answer = await reached(path, request);
  serverVersion.check(answer.headers.get(API_HEADER));
  if (!answer.ok) throw await faultOf(answer);
  return answer;
}

async function reached(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch (fault) {
    throw new Fault(UNREACHED, fault instanceof Error ? fault.message : String(fault));
  }
}

function written(body?: object): RequestInit {
  if (body === undefined || body instanceof Blob) return body ? { body } : {};
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
}

async function faultOf(answer: Response): Promise<Fault> {
  try {
    const refusal = (await answer.json()) as Reason;
    return new Fault(answer.status, refusal.reason, refusal);
  } catch {
    return new Fault(answer.status, `${answer.status} ${answer.statusText}`.trim());
  }
}

/** Keeps what was answered, by what was asked; a failure is not kept. */
function once<A extends string[], T>(fetched: (...asked: A) => Promise<T>): (...asked: A) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (...asked) => {
    const key = asked.join('\n');
    const answer = kept.get(key) ?? fetched(...asked);
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
    return answer;
  };
}
