// Generated from schema.json by `npm run types`; change the Structs in src/nuns and run `python -m nuns.server.schema`.

export type Action =
  | Deal
  | Draw
  | Roll
  | Plan
  | GaitChoice
  | Dot
  | Longer
  | Done
  | Again
  | Pass
  | Change
  | Fake
  | Mark
  | First
  | Take
  | Step
  | Stop
  | Ruler;
export type ClientMessage = Look | Away | Act | Commit | Salt | Explain | PlanToward | Advise | Say;
export type Event =
  | SetUp
  | PathTaken
  | NoviceMoved
  | NoviceSeen
  | NoviceShown
  | NoviceVanished
  | TokenRemoved
  | KeyTaken
  | WishTaken
  | NoviceHome
  | Rolled
  | BlessingPlayed
  | BlessingTold
  | Noise
  | GuardTurned
  | GuardStepped
  | GuardStopped
  | NoviceCaught
  | NoviceFreed
  | TokensCleared
  | DotsTold
  | TurnEnded
  | RulerLaid
  | GameOver;
/**
 * The reasons why something happened, or why a guard may leave her path.
 */
export type ReasonCode =
  | 'all-home'
  | 'captured'
  | 'caught-equally'
  | 'caught-least'
  | 'die-shifted'
  | 'freed-disobeys'
  | 'freed-in-cell'
  | 'freed-out-of-sight'
  | 'goal-reached'
  | 'heard'
  | 'listening-die'
  | 'long-walk'
  | 'looks-first'
  | 'noise-die'
  | 'noise-die-unheard'
  | 'noise-token'
  | 'novice-in-sight'
  | 'own-vanished-token'
  | 'returns-to-path'
  | 'seen-ahead'
  | 'seen-same-dot'
  | 'seen-same-room'
  | 'vanished'
  | 'vanished-from'
  | 'vanished-token'
  | 'walk-or-run'
  | 'way-begins'
  | 'way-may-begin';
/**
 * What the game is waiting for; the three kinds of draw count as one.
 */
export type WaitingFor = 'blessing' | 'deal' | 'direction' | 'order' | 'path' | 'plans' | 'roll' | 'step';
/**
 * Why a line of notation stands for no action. Texts are quoted as they were typed.
 */
export type NotationCode = 'deal-order' | 'no-such-action' | 'no-such-deal';
/**
 * The code of a refusal.
 */
export type Why =
  | 'advice-off'
  | 'analyses-off'
  | 'another-page'
  | 'bot-already'
  | 'bot-stands-in'
  | 'broken-off'
  | 'chair-quicker'
  | 'chair-taken'
  | 'changed'
  | 'closing'
  | 'day-not-over'
  | 'disk-full'
  | 'empty-chairs'
  | 'ended'
  | 'failed'
  | 'forbidden'
  | 'impossible'
  | 'maybe-kept'
  | 'name'
  | 'name-taken'
  | 'no-network'
  | 'no-store'
  | 'no-such-address'
  | 'no-such-analysis'
  | 'no-such-chair'
  | 'no-such-record'
  | 'no-such-table'
  | 'not-dealt'
  | 'not-host'
  | 'not-in-lobby'
  | 'not-over'
  | 'not-played-out'
  | 'not-playing'
  | 'not-seated'
  | 'not-this-machine'
  | 'not-your-analysis'
  | 'not-your-chair'
  | 'not-your-seat'
  | 'notation'
  | 'others-quicker'
  | 'preparing'
  | 'record'
  | 'record-secret'
  | 'rules'
  | 'salt-altered'
  | 'salt-late'
  | 'salt-not-now'
  | 'salted'
  | 'settings'
  | 'stale'
  | 'text'
  | 'too-large'
  | 'too-many-actions'
  | 'too-many-advice'
  | 'too-many-analyses'
  | 'too-many-bot-tables'
  | 'too-many-explanations'
  | 'too-many-messages'
  | 'too-many-records'
  | 'too-many-replays'
  | 'too-many-requests'
  | 'too-many-rulers'
  | 'too-many-sockets'
  | 'too-many-tables'
  | 'too-many-waiting'
  | 'unreadable'
  | 'without-spectators'
  | 'wrong-host'
  | 'wrong-key'
  | 'yourself-already';
/**
 * The reasons for which the rules refuse an action.
 */
export type RefusalCode =
  | 'about-turn-not-now'
  | 'blessing-drawn'
  | 'blessing-for-all'
  | 'blessing-for-none'
  | 'deal-begun'
  | 'deal-count'
  | 'die-not-own'
  | 'die-not-rolled'
  | 'false-noise-edge'
  | 'false-noise-not-free'
  | 'false-noise-not-now'
  | 'false-noise-own'
  | 'gait-chosen'
  | 'gait-first'
  | 'gait-kept'
  | 'gait-too-short'
  | 'game-over'
  | 'is-home'
  | 'lengthened'
  | 'locked'
  | 'mark-elsewhere'
  | 'monk-must-follow'
  | 'monk-path'
  | 'must-follow'
  | 'must-obey'
  | 'must-return'
  | 'no-edge'
  | 'no-long-walk'
  | 'no-plan'
  | 'no-such-dot'
  | 'no-such-face'
  | 'no-such-figure'
  | 'no-such-gait'
  | 'no-such-guard'
  | 'no-such-path'
  | 'not-asked'
  | 'not-exact'
  | 'not-held'
  | 'not-homewards'
  | 'not-out-of-sight'
  | 'not-playing'
  | 'not-your-figure'
  | 'novice-drawn'
  | 'path-ends-elsewhere'
  | 'path-taken'
  | 'path-used'
  | 'plan-written'
  | 'route-starts'
  | 'ruler-not-now'
  | 'standing-longer'
  | 'stands-on'
  | 'step-is-free'
  | 'step-needs-blessing'
  | 'step-needs-no-blessing'
  | 'step-not-free'
  | 'steps-taken'
  | 'still-in-sight'
  | 'too-few-steps'
  | 'too-long'
  | 'too-many-dots'
  | 'too-short'
  | 'wish-drawn';
export type ServerMessage =
  Welcome | Changed | Position | Update | Suspicion | Accepted | Refused | Explained | Aimed | Advised | Said;
/**
 * A request was carried out and is stored.
 */
export interface Accepted {
  type: 'accepted';
  id: number;
}
/**
 * One player's night, in chance of their own.
 *
 *     `start`, `luck`, `decisions` and `others` add up to `result` exactly.
 */
export interface Account {
  seat: string;
  start: number;
  luck: number;
  decisions: number;
  others: number;
  result: number;
  adjusted: number;
}
/**
 * Answers what the seat was asked, with an action or a line of notation. A ruler check needs no decision.
 */
export interface Act {
  type: 'act';
  id: number;
  seat: string;
  action: string | Action;
  decision?: string | null;
}
/**
 * Chance deals all cards, to the novices in the order in which they drew (2).
 */
export interface Deal {
  action: 'deal';
  novices: readonly DealtNovice[];
  abbess?: ('false-noise' | 'noise-range' | 'one-more-step' | 'roll-again') | null;
  prioress?: ('false-noise' | 'noise-range' | 'one-more-step' | 'roll-again') | null;
}
/**
 * What a novice is dealt: her number, the wish card of that key, and a blessing if they are in play (2.1-2.3).
 */
export interface DealtNovice {
  novice: number;
  key: number;
  blessing?: ('false-noise' | 'noise-range' | 'one-more-step' | 'roll-again') | null;
}
/**
 * Chance draws one card of the deal, by its name: `novice-3`, `key-5`, `roll-again` (2).
 */
export interface Draw {
  action: 'draw';
  card: string;
}
/**
 * Chance rolls the next die (7).
 */
export interface Roll {
  action: 'roll';
  face: number;
}
/**
 * A novice writes her whole movement; `route` begins where she stands (5).
 */
export interface Plan {
  action: 'plan';
  novice: number;
  gait: 'run' | 'sneak' | 'stand' | 'walk';
  route: readonly number[];
  one_more_step?: boolean;
}
/**
 * A small action of a plan: the novice chooses her gait (5.1).
 */
export interface GaitChoice {
  action: 'gait';
  novice: number;
  gait: 'run' | 'sneak' | 'stand' | 'walk';
}
/**
 * A small action of a plan: the novice adds a dot to her route (5.2).
 */
export interface Dot {
  action: 'dot';
  novice: number;
  dot: number;
}
/**
 * A small action of a plan: the novice plays *one more step* with it (10.1).
 */
export interface Longer {
  action: 'longer';
  novice: number;
}
/**
 * A small action of a plan: the novice has finished it (5).
 */
export interface Done {
  action: 'done';
  novice: number;
}
/**
 * A small action of a plan: the novice tears it up, which she may until all plans are in (4).
 */
export interface Again {
  action: 'again';
  novice: number;
}
/**
 * A figure plays no blessing now (10.6).
 */
export interface Pass {
  action: 'pass';
  by: string;
}
/**
 * A figure has a die rolled again or shifts it; `die` names its owner (10.2, 10.3).
 */
export interface Change {
  action: 'change';
  by: string;
  blessing: 'noise-range' | 'roll-again';
  die: string;
}
/**
 * A figure plays a false noise beside a guard, on the edge towards `dot` (10.4).
 */
export interface Fake {
  action: 'fake';
  by: string;
  guard: string;
  dot: number;
}
/**
 * A novice who was heard places her token, on the edge towards one dot or several (7.4).
 */
export interface Mark {
  action: 'mark';
  novice: number;
  guard: string;
  dots: readonly number[];
}
/**
 * The guard side says which guard moves first this turn (4).
 */
export interface First {
  action: 'first';
  guard: string;
}
/**
 * A guard takes a path card, or About Turn (9.3, 9.4).
 */
export interface Take {
  action: 'take';
  guard: string;
  path: string;
}
/**
 * A guard turns towards a dot and, unless that shows her something new, steps there (6.3, 9).
 */
export interface Step {
  action: 'step';
  guard: string;
  start: number;
  to: number;
  free?: boolean;
  one_more_step?: boolean;
}
/**
 * A guard ends her movement; with one more step, a movement of five dots counts as a walk (9.1, 10.1).
 */
export interface Stop {
  action: 'stop';
  guard: string;
  one_more_step?: boolean;
}
/**
 * A novice asks aloud for a ruler check between two dots (3.5).
 */
export interface Ruler {
  action: 'ruler';
  novice: number;
  one: number;
  two: number;
}
/**
 * Asks what a good player would consider at the decision before a seat, where the table has advice.
 */
export interface Advise {
  type: 'advise';
  id: number;
  seat: string;
  decision: string;
}
/**
 * The answer to `advise`: a few choices with their chances, the best first, from what the seat knows alone.
 */
export interface Advised {
  type: 'advised';
  id: number;
  choices: readonly ValuedMove[];
}
/**
 * One way to decide, and what it was worth to the seat's own side by what the seat knew.
 */
export interface ValuedMove {
  actions: readonly string[];
  route: readonly number[];
  gait: string;
  chance: number;
  error: number;
}
/**
 * How a novice would go to a dot; no moves where no route leads there or none gets her nearer.
 */
export interface Aim {
  dot: number;
  moves?: readonly AimedMove[];
}
/**
 * One gait towards an aim: this turn's movement, the route from its end to the aim, and where each later movement would end.
 */
export interface AimedMove {
  fit: Fit;
  onward: readonly number[];
  stops?: readonly number[];
}
/**
 * One way to end on a dot: a gait, a route (the least seen, then the shortest) and what follows from it.
 *
 *     A route that ends in a capture is given only where there is no other; for a caught novice a walk that obeys comes first.
 */
export interface Fit {
  gait: 'run' | 'sneak' | 'stand' | 'walk';
  route: readonly number[];
  one_more_step?: boolean;
  obeys?: boolean;
  caught?: number | null;
  takes?: ('home' | 'key' | 'wish') | null;
  seen?: readonly number[];
  heard?: {
    readonly [k: string]: number;
  };
}
/**
 * The answer to `plantoward`.
 */
export interface Aimed {
  type: 'aimed';
  id: number;
  aim: Aim;
}
/**
 * Everything that is said of one finished night.
 */
export interface Analysis {
  version: number;
  check: string;
  budget: number;
  rollouts: number;
  complete: boolean;
  curve: readonly Point[];
  decisions: readonly DecisionReview[];
  luck: Ledger;
  turning_points: readonly TurningPoint[];
  story: readonly StoryLine[];
  certainty: readonly Certainty[];
}
/**
 * The chances after one part of a turn.
 */
export interface Point {
  moment: number;
  turn: number;
  part: 'deal' | 'end' | 'guards' | 'listening' | 'noise' | 'novices';
  guards: number;
  error: number;
  novices: {
    readonly [k: string]: number;
  };
  known: {
    readonly [k: string]: number;
  };
  known_errors?: {
    readonly [k: string]: number;
  };
}
/**
 * What one decision cost against the best alternative, by what its seat knew.
 */
export interface DecisionReview {
  moment: number;
  turn: number;
  seat: string;
  figure: string;
  ask: string;
  played: ValuedMove;
  best: ValuedMove | null;
  cost: number;
  low: number;
  high: number;
  mark: 'best' | 'blunder' | 'good' | 'inaccuracy' | 'mistake' | 'unclear';
}
/**
 * The night as an account: `start` and all changes add up to `result` exactly.
 */
export interface Ledger {
  start: number;
  entries: readonly LedgerEntry[];
  result: number;
  accounts: readonly Account[];
}
/**
 * What one moment of the night changed, in chance of the guards.
 */
export interface LedgerEntry {
  moment: number;
  turn: number;
  kind: 'deal' | 'decision' | 'die';
  seat: string;
  change: number;
  face?: number;
}
/**
 * A moment that changed the night most.
 */
export interface TurningPoint {
  moment: number;
  turn: number;
  reason: string;
  seat: string;
  before: number;
  after: number;
}
/**
 * One sentence of the story as a code with its values.
 */
export interface StoryLine {
  code: string;
  values: {
    readonly [k: string]: string | number;
  };
  moment?: number;
}
/**
 * How sure the guards were of one novice at the end of each turn.
 */
export interface Certainty {
  seat: string;
  turns: readonly number[];
  sure: readonly number[];
}
/**
 * How far the analysis of a game file is, and its newest draft unless the asker has that; done, it is the analysis.
 */
export interface AnalysisProgress {
  check: string;
  state: ('done' | 'failed' | 'stopped' | 'waiting' | 'working') | 'none';
  progress: number;
  drafts: number;
  ticket?: string | null;
  analysis?: Analysis | null;
}
/**
 * Stops looking from that seat: the screen is covered.
 */
export interface Away {
  type: 'away';
  id: number;
  seat: string;
}
/**
 * The belief when a half-turn ended, from public events alone.
 */
export interface BeliefMoment {
  step: number;
  novices: readonly NoviceBelief[];
  sure: {
    readonly [k: string]: number;
  };
}
/**
 * The dots where a novice may be, with probabilities in thousandths.
 */
export interface NoviceBelief {
  novice: number;
  dots: {
    readonly [k: string]: number;
  };
}
/**
 * A blessing is played; `die` is the owner of the die that it changes (10).
 */
export interface BlessingPlayed {
  event: 'blessing_played';
  turn: number;
  by: number | string;
  blessing: string;
  die?: number | string;
}
/**
 * Everyone learns that a noise was false (10.4). Not in the contract's log.
 */
export interface BlessingTold {
  event: 'blessing_told';
  turn: number;
  by: number | string;
}
/**
 * A mark beside a dot: a cell's emblem, a key, a wish, the end of paths or the guards' start.
 */
export interface BoardMark {
  kind: 'cell' | 'end' | 'key' | 'start' | 'wish';
  dot: number;
  label: string;
  x: number;
  y: number;
}
/**
 * A bot's level; None empties the seat.
 */
export interface BotSitting {
  level: ('easy' | 'expert' | 'hard' | 'normal') | null;
}
/**
 * A page of days, the newest first, each with its best result alone; `next` is the `before` of the next page.
 */
export interface Calendar {
  days: readonly DayInfo[];
  next?: string | null;
}
/**
 * A day: its seal, its results, the best first, and once it is over its seed.
 */
export interface DayInfo {
  day: string;
  side: 'guards' | 'novices';
  seal: string;
  sealed_before: boolean;
  players: number;
  places: readonly DayPlace[];
  seed?: string | null;
  own?: DayAttempt | null;
}
/**
 * A result of a day, by name; the record is named when the day is over.
 */
export interface DayPlace {
  name: string;
  won: boolean;
  turns: number;
  captures: number;
  record?: string | null;
  own?: boolean;
}
/**
 * The asker's attempt at the night of a day; without a standing it is under way.
 */
export interface DayAttempt {
  table: string;
  won: boolean;
  turns: number;
  captures: number;
  standing?: ('abandoned' | 'counted' | 'helped' | 'late') | null;
  beats?: number | null;
  record?: string | null;
}
/**
 * What a card could do to one die. `matters` tells whether it could change anything for its holder.
 *
 *     A novice is told what becomes of herself, a guard how far she hears. Where a die is not measured for her, a novice cannot know more.
 */
export interface CardUse {
  by: string;
  die: string;
  matters?: boolean;
  heard?: readonly string[];
  heard_then?: readonly string[];
  faces?: {
    readonly [k: string]: number;
  };
  away?: {
    readonly [k: string]: number;
  };
  carries?: number | null;
  carries_then?: number | null;
}
/**
 * A seat of the table and its player. `seat` is drawn with the deal. A person for whom a bot stands in may take the seat back.
 */
export interface Chair {
  chair: 'a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress';
  side: 'guards' | 'novices';
  kind: 'bot' | 'empty' | 'person';
  name?: string;
  level?: ('easy' | 'expert' | 'hard' | 'normal') | null;
  seat?: string | null;
  connected?: boolean;
  stand_in?: ('left' | 'time') | null;
  salted?: boolean;
  left_ms?: number | null;
  ticking?: boolean;
}
/**
 * A seat of a table, and its side.
 */
export interface ChairPlace {
  chair: 'a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress';
  side: 'guards' | 'novices';
}
/**
 * One draw: the `count`-th number of the dice, below `limit`, means `among[number]`. It can be checked with seed and salts.
 */
export interface ChanceDraw {
  count: number;
  limit: number;
  number: number;
  notation: string;
  among: readonly string[];
}
/**
 * The table has changed: its players, whom it waits for, clocks or seal.
 */
export interface Changed {
  type: 'changed';
  table: TableState;
  chairs: readonly ('a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress')[];
  host: boolean;
}
/**
 * A table as everybody sees it.
 */
export interface TableState {
  code: string;
  status: 'abandoned' | 'lobby' | 'over' | 'playing' | 'sealing';
  settings: Settings;
  chairs: readonly Chair[];
  waiting?: readonly ('a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress')[];
  phase_left_ms?: number | null;
  window_left_ms?: number | null;
  seal?: string | null;
  sealing?: Sealing | null;
  opened?: Opened | null;
  spectators?: number;
  trouble?: ('disk-full' | 'no-store') | null;
  rematch?: string | null;
  continues?: Continued | null;
  day?: string | null;
}
/**
 * The settings with which a table is created; its host may change them while it is in the lobby.
 */
export interface Settings {
  edition?: string;
  options?: {
    readonly [k: string]: string | number;
  };
  novices?: number;
  guard_players?: number;
  clock?: Clock | null;
  open?: boolean;
  spectators?: boolean;
  suspicion?: boolean;
  advice?: boolean;
  window?: number | null;
  name?: string;
}
/**
 * The clock of a table in seconds: each player's bank, its increment, and the limit of a phase in which several decide at once.
 */
export interface Clock {
  bank?: number;
  increment?: number;
  joint?: number;
}
/**
 * What is published before the deal: the terms, with which the game file will begin, and the commitments to salts.
 */
export interface Sealing {
  terms: string;
  commitments?: {
    readonly [k: string]: string;
  };
  published?: boolean;
}
/**
 * The sealed seed and the salts, published when the game is over or given up, for everyone to check the dice.
 */
export interface Opened {
  seed: string;
  salts: {
    readonly [k: string]: string;
  };
  record: string;
}
/**
 * The finished game that a table continues: when it was taken over, and which it is, told when this one is over.
 */
export interface Continued {
  turn: number;
  part: 'guards' | 'listening' | 'novices' | 'setup';
  record?: string | null;
  moment?: number | null;
}
/**
 * Looks from a seat from now on; the client has its first `after` events already. With updates it says whether it wants foresight.
 */
export interface Look {
  type: 'look';
  id: number;
  seat: string;
  after?: number;
  foresight?: boolean;
}
/**
 * Commits a seat to a salt: the SHA-256 of the terms and the line `salt CHAIR SALT`.
 */
export interface Commit {
  type: 'commit';
  id: number;
  chair: 'a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress';
  commitment: string;
}
/**
 * Reveals the salt to which a seat has committed itself, when all commitments are published.
 */
export interface Salt {
  type: 'salt';
  id: number;
  chair: 'a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress';
  salt: string;
}
/**
 * Asks why the seat's event of that number happened.
 */
export interface Explain {
  type: 'explain';
  id: number;
  seat: string;
  event: number;
}
/**
 * Asks how a novice who writes her plan would go to a dot that takes several turns.
 */
export interface PlanToward {
  type: 'plantoward';
  id: number;
  seat: string;
  dot: number;
}
/**
 * Sends a line of chat: players to the players' channel, others to the spectators'.
 */
export interface Say {
  type: 'say';
  id: number;
  text: string;
}
/**
 * Everything printed on the table, to draw and to label.
 */
export interface ConventPlan {
  name: string;
  /**
   * @minItems 4
   * @maxItems 4
   */
  view_box: [number, number, number, number];
  dots: readonly PlanDot[];
  edges: readonly PlanEdge[];
  rooms: readonly PlanRoom[];
  marks: readonly BoardMark[];
  paths: readonly PlanPath[];
  path_ends: {
    readonly [k: string]: string;
  };
  novices: readonly PlanNovice[];
  keys: {
    readonly [k: string]: number;
  };
  wish_cards: {
    readonly [k: string]: readonly WishCard[];
  };
  tower: readonly number[];
  guard_start: number;
  monk_start: number;
}
export interface PlanDot {
  dot: number;
  x: number;
  y: number;
  room: number;
}
/**
 * An edge between two dots: where its door, lock, curtain or leaves are drawn, and the bearing of the wall there.
 */
export interface PlanEdge {
  one: number;
  two: number;
  kind: 'curtain' | 'door' | 'leaves' | 'lock' | 'open';
  door?: [number, number, number] | null;
}
/**
 * A room; its shape is one polygon to be filled by the even-odd rule.
 */
export interface PlanRoom {
  name: string;
  floor: 'chapel' | 'cloister' | 'earth' | 'garden' | 'stone' | 'timber' | 'wall-walk';
  dots: readonly number[];
  shape: readonly [number, number][];
  plate: Plate | null;
}
/**
 * Where a room's name is written: the middle of its box, which may be turned.
 */
export interface Plate {
  lines: readonly string[];
  size: number;
  x: number;
  y: number;
  angle: number;
  width: number;
  height: number;
}
/**
 * A path card (9.3); `dash` tells those of one colour apart: 0, 1 or 2.
 */
export interface PlanPath {
  name: string;
  colour: 'blue' | 'green' | 'pink' | 'red' | 'yellow';
  dash: number;
  dots: readonly number[];
}
/**
 * A novice's cell, emblem and colour.
 */
export interface PlanNovice {
  novice: number;
  cell: number;
  emblem: 'bell' | 'bird' | 'leaf' | 'moon' | 'rose' | 'star';
  colour: string;
}
/**
 * A wish card: the number and dot of a key, and the dot of a wish; the key's number identifies the card (2.2).
 */
export interface WishCard {
  key: number;
  key_dot: number;
  wish_dot: number;
  thing: string;
}
/**
 * A die of the current noise step, and by how much it was shifted (7, 10.3).
 */
export interface Die {
  by: string;
  face: number;
  shift?: number;
}
/**
 * How many steps apart any two dots are (7.1): `steps[one - 1][two - 1]`; every door counts as open.
 */
export interface Distances {
  steps: readonly (readonly number[])[];
}
/**
 * The novices learn one another's dots (11.3). Not in the contract's log.
 */
export interface DotsTold {
  event: 'dots_told';
  turn: number;
  dots: {
    readonly [k: string]: number;
  };
}
/**
 * The steps from one dot to each dot as far as any die carries (7.1); noise goes through every door.
 */
export interface Earshot {
  dot: number;
  steps: {
    readonly [k: string]: number;
  };
}
/**
 * An edition: a line on its character, and its value of every option.
 */
export interface EditionInfo {
  name: string;
  character: string;
  options: {
    readonly [k: string]: string | number;
  };
}
/**
 * Everything that a form for a new table needs, and the version of the API.
 *
 *     `settings` are those of a table for which nothing was chosen.
 */
export interface Editions {
  api: number;
  editions: readonly EditionInfo[];
  options: readonly Option[];
  levels: readonly LevelInfo[];
  player_counts: readonly PlayerCount[];
  fair: readonly FairTable[];
  settings: Settings;
}
/**
 * An option (12), with the rule it belongs to.
 */
export interface Option {
  name: string;
  rule: string;
  help: string;
  values: readonly Value[];
}
/**
 * One value of an option; a number needs no help.
 */
export interface Value {
  value: string | number;
  help?: string;
}
/**
 * A level of bots, and how they think.
 */
export interface LevelInfo {
  level: 'easy' | 'expert' | 'hard' | 'normal';
  bot: string;
  thinks: string;
}
/**
 * An allowed number of players (1.1): their seats in order, and the captures that win for each value of `capture-goal` (1.3).
 */
export interface PlayerCount {
  novices: number;
  guard_players: number;
  chairs: readonly ChairPlace[];
  capture_goals: {
    readonly [k: string]: number;
  };
}
/**
 * The options that bring an edition with so many players nearest to even odds, as bots measured them (`nuns report --fair`).
 *
 *     `guards_win_rate` has its `interval` at 95 %; `before` is the rate of the edition as it is.
 */
export interface FairTable {
  edition: string;
  novices: number;
  guard_players: number;
  options: {
    readonly [k: string]: string | number;
  };
  guards_win_rate: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  interval: [number, number];
  games: number;
  before: number;
  guards: string;
  novice_bots: string;
}
/**
 * The table is set and the cards are dealt (2).
 */
export interface SetUp {
  event: 'setup';
  turn: number;
  edition: string;
  options: {
    readonly [k: string]: string | number;
  };
  players: number;
  novices: readonly SetUpNovice[];
  guards: readonly SetUpGuard[];
  monk: string;
}
/**
 * A novice as she is dealt; her cards are unset for other seats (2.1-2.3).
 */
export interface SetUpNovice {
  novice: number;
  key_dot?: number;
  wish_dot?: number;
  blessing?: string | null;
}
/**
 * A guard as she is set up; her blessing is unset for the novices (2.1, 2.3).
 */
export interface SetUpGuard {
  guard: string;
  dot: number;
  blessing?: string | null;
}
/**
 * A guard takes a path card, or About Turn; `dots` are in walking order (9.3, 9.4).
 */
export interface PathTaken {
  event: 'path_taken';
  turn: number;
  guard: string;
  path: string;
  dots: readonly number[];
}
/**
 * A novice has moved; `route` is as walked, and other seats see only the gait (5).
 */
export interface NoviceMoved {
  event: 'novice_moved';
  turn: number;
  novice: number;
  phase: number;
  gait: string;
  route?: readonly number[];
  blessing: boolean;
}
/**
 * A novice is seen on a dot by these guards (6.6, 6.9).
 */
export interface NoviceSeen {
  event: 'novice_seen';
  turn: number;
  novice: number;
  dot: number;
  by: readonly string[];
}
/**
 * A caught novice is shown on a dot though nobody sees her there (8.4). Not in the contract's log.
 */
export interface NoviceShown {
  event: 'novice_shown';
  turn: number;
  novice: number;
  dot: number;
}
/**
 * A vanished token is placed (6.7); with `vanish-marks=each-guard` for one `guard`, except one for the monk's sight.
 */
export interface NoviceVanished {
  event: 'novice_vanished';
  turn: number;
  novice: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  between: [number, number];
  guard?: string;
}
/**
 * A caught novice's token leaves the board, since nobody sees her any more (8.4).
 */
export interface TokenRemoved {
  event: 'token_removed';
  turn: number;
  novice: number;
}
/**
 * A novice takes her key (5.4).
 */
export interface KeyTaken {
  event: 'key_taken';
  turn: number;
  novice: number;
  dot: number;
}
/**
 * A novice takes her wish (5.4).
 */
export interface WishTaken {
  event: 'wish_taken';
  turn: number;
  novice: number;
  dot: number;
}
/**
 * A novice is home with her wish (5.7, 11.3). Not in the contract's log.
 */
export interface NoviceHome {
  event: 'novice_home';
  turn: number;
  novice: number;
}
/**
 * A die is rolled; `why` is `noise` or `listen` (7.1, 7.3).
 */
export interface Rolled {
  event: 'rolled';
  turn: number;
  by: number | string;
  why: string;
  face: number;
}
/**
 * A noise token is placed beside a guard; only the seat that placed it knows whether it is real (7.4, 10.4).
 */
export interface Noise {
  event: 'noise';
  turn: number;
  novice?: number;
  by?: string;
  guard: string;
  dot: number;
  real?: boolean;
}
/**
 * A guard turns towards a dot, which shows her something new (6.3).
 */
export interface GuardTurned {
  event: 'guard_turned';
  turn: number;
  guard: string;
  dot: number;
  towards: number;
}
/**
 * A guard steps; `free` is true while she has left her path for a reason (9).
 */
export interface GuardStepped {
  event: 'guard_stepped';
  turn: number;
  guard: string;
  from: number;
  to: number;
  free: boolean;
}
/**
 * A guard ends her movement (9.1).
 */
export interface GuardStopped {
  event: 'guard_stopped';
  turn: number;
  guard: string;
  gait: string;
  steps: number;
}
/**
 * A novice is caught (8.1).
 */
export interface NoviceCaught {
  event: 'novice_caught';
  turn: number;
  novice: number;
  guard: string;
  dot: number;
}
/**
 * A caught novice is on the run again (8.6, 8.7).
 */
export interface NoviceFreed {
  event: 'novice_freed';
  turn: number;
  novice: number;
}
/**
 * All noise and vanished tokens leave the board (9.8).
 */
export interface TokensCleared {
  event: 'tokens_cleared';
  turn: number;
}
/**
 * A turn ends (4).
 */
export interface TurnEnded {
  event: 'turn_ended';
  turn: number;
}
/**
 * A novice asked aloud whether a sight line joins two dots, and how many steps apart they are (3.5). Not in the contract's log.
 */
export interface RulerLaid {
  event: 'ruler_laid';
  turn: number;
  novice: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  dots: [number, number];
  line: boolean;
  steps: number;
}
/**
 * The game is over (1).
 */
export interface GameOver {
  event: 'game_over';
  turn: number;
  reason: string;
  winners: readonly (number | string)[];
}
/**
 * The answer to `explain`.
 */
export interface Explained {
  type: 'explained';
  id: number;
  explanation: Explanation;
}
/**
 * The rules and reasons of an event in codes, with the lines of sight and the counted routes to draw.
 */
export interface Explanation {
  rules: readonly string[];
  reasons?: readonly RuleReason[];
  lines?: readonly [number, number][];
  ways?: readonly (readonly number[])[];
}
/**
 * A reason in the rules for something: a code and the values of its placeholders.
 */
export interface RuleReason {
  code: ReasonCode;
  values?: {
    readonly [k: string]: number | string | readonly (number | string)[];
  };
}
/**
 * What a client needs to draw a plan; it says no more than the board, the guards and her own sheet do.
 */
export interface Foresight {
  dot: number;
  gaits: readonly GaitRange[];
  ways: {
    readonly [k: string]: readonly number[];
  };
  watched?: {
    readonly [k: string]: readonly string[];
  };
  reaches?: readonly Reach[];
  legs?: readonly Leg[];
  traps?: {
    readonly [k: string]: readonly string[];
  };
  takes?: {
    readonly [k: string]: 'home' | 'key' | 'wish';
  };
  takes_obeying?: {
    readonly [k: string]: 'home' | 'key' | 'wish';
  };
  needs_key?: number | null;
  team?: boolean;
  moves_again?: boolean;
  gait_kept?: boolean;
  way_home?: readonly number[];
  must_obey?: boolean;
  must_hide_first?: boolean;
  freed_out_of_sight?: boolean;
}
/**
 * The fewest and most dots of a gait now; `most_blessed` is with one more step, if she holds it (5.1, 10.1).
 */
export interface GaitRange {
  gait: 'run' | 'sneak' | 'stand' | 'walk';
  least: number;
  most: number;
  most_blessed?: number | null;
}
/**
 * A dot on which she can end, with every gait that leads there.
 */
export interface Reach {
  dot: number;
  fits: readonly Fit[];
}
/**
 * One part of what she still has to do: where it leads, how many steps it is, and how many runs or walks that takes (1.2, 5.1).
 *
 *     The first begins where she stands, and every other where the one before it ends.
 */
export interface Leg {
  what: 'home' | 'key' | 'wish';
  dot: number;
  steps: number;
  runs: number;
  walks: number;
}
/**
 * The dots that a guard sees from `dot` when she faces along a step, or has no facing yet.
 */
export interface GuardSight {
  dot: number;
  facing: [number, number] | null;
  seen: readonly number[];
}
/**
 * What everyone knows of a guard or the monk (3.1).
 */
export interface GuardView {
  guard: string;
  dot?: number | null;
  facing?: [number, number] | null;
  path?: string | null;
  dots?: readonly number[];
  last_path?: string | null;
  visited?: readonly number[];
  steps?: number;
  least_steps: number;
  walk_steps: number;
  most_steps: number;
  steps_left?: number;
  leave?: boolean;
  reasons?: readonly RuleReason[];
  free?: boolean;
  ran?: boolean;
  blind?: boolean;
  deaf?: boolean;
  never_hears?: boolean;
  moved?: boolean;
  one_more_step?: boolean;
  blessing_played?: string | null;
}
/**
 * A token she is about to place: beside whom, towards which dots it may lie, and which she has chosen (7.4).
 */
export interface Heard {
  guard: string;
  dots: readonly number[];
  marked?: readonly number[];
  false?: boolean;
}
export interface Key {
  key: string;
}
/**
 * Everything that the learner has done in the lesson so far.
 */
export interface LessonActions {
  /**
   * @maxItems 60
   */
  actions?: readonly (string | Action)[];
}
/**
 * What a good player would consider and does not fail the lesson, the best first; nothing where the learner has nothing to decide.
 */
export interface LessonAdvice {
  choices: readonly ValuedMove[];
}
/**
 * A lesson in the list: its words are the client's, by its id.
 */
export interface LessonInfo {
  id: string;
  side: 'guards' | 'novices';
  seat: string;
  rules: readonly string[];
  hints: number;
}
/**
 * What the learner knows at a moment of a lesson, and how it ended.
 */
export interface LessonMoment {
  seat: string;
  events: readonly Event[];
  view: View;
  decision?: string | null;
  foresight?: Foresight | null;
  uses?: readonly CardUse[];
  outcome?: LessonOutcome | null;
}
/**
 * Everything a seat may see at this moment, and what it may do.
 */
export interface View {
  seat: string;
  edition: string;
  options: string;
  guard_players: number;
  turn: number;
  turns: number;
  turns_left: number;
  phase: number;
  runners_deaf?: boolean;
  noise_step?: string;
  captures: number;
  goal: number;
  over?: string | null;
  winners?: readonly string[];
  waiting_for?: WaitingFor | null;
  waiting?: readonly string[];
  novices?: readonly NoviceView[];
  guards?: readonly GuardView[];
  paths: Paths;
  noises?: readonly Token[];
  vanishings?: readonly Vanishing[];
  dice?: readonly Die[];
  blessings?: {
    readonly [k: string]: string;
  };
  sheets?: readonly Sheet[];
  actions?: readonly Action[];
}
/**
 * What everyone knows of a novice (3.1).
 */
export interface NoviceView {
  novice: number;
  status: string;
  times_caught?: number;
  gait?: string | null;
  dot?: number | null;
  told_dot?: number | null;
  blessing_played?: string | null;
}
/**
 * The path cards, by where they lie (2.4).
 */
export interface Paths {
  remaining: readonly string[];
  face_up: readonly string[];
  discarded: readonly string[];
  about_turns: number;
}
/**
 * A noise token beside a guard: the dot beside which it lies, and the dot towards which it lies (7.4).
 */
export interface Token {
  by: string;
  guard: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  between: [number, number];
}
/**
 * A vanished token: the last dot on which she was seen, and the next; `guard` is set if only that guard may use it (6.7).
 */
export interface Vanishing {
  novice: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  between: [number, number];
  guard?: string | null;
}
/**
 * What a novice knows of herself (3.2).
 */
export interface Sheet {
  novice: number;
  dot: number | null;
  cell: number;
  key_dot: number;
  wish_dot: number;
  thing: string;
  distances: SheetDistances;
  has_key?: boolean;
  has_wish?: boolean;
  blessing?: string | null;
  untold?: boolean;
  plan?: string | null;
  route?: readonly number[];
  one_more_step?: boolean;
  heard?: readonly Heard[];
  log?: readonly LogLine[];
}
/**
 * How many steps it is from where she stands, through the doors she may open (5.3).
 *
 *     A distance is None where no route leads, or when there is nothing left to fetch.
 */
export interface SheetDistances {
  key: number | null;
  wish: number | null;
  home: number | null;
}
/**
 * One line of a log sheet, for one movement.
 */
export interface LogLine {
  turn: number;
  phase: number;
  gait: string;
  route: readonly number[];
  key?: boolean;
  wish?: boolean;
  caught?: boolean;
}
/**
 * How a lesson ended: the code of the failure, or none for success; and the event that it came from, with its explanation.
 */
export interface LessonOutcome {
  success: boolean;
  code?: string | null;
  event?: number | null;
  explanation?: Explanation | null;
}
/**
 * All lessons, in the order in which they are taught.
 */
export interface Lessons {
  lessons: readonly LessonInfo[];
}
/**
 * A line of chat.
 */
export interface Line {
  number: number;
  at: number;
  author: string;
  text: string;
}
/**
 * A page of open tables, the newest first; `next` is the `before` of the next page.
 */
export interface Lobby {
  tables: readonly TableState[];
  next?: string | null;
}
/**
 * The ruler between two dots (3.5): whether a sight line joins them, how many steps apart they are, and a shortest route.
 */
export interface Measure {
  line: boolean;
  steps: number;
  way: readonly number[];
}
/**
 * How others reach this server.
 */
export interface Network {
  url: string | null;
  closed: boolean;
}
export interface NewTable {
  settings?: Settings;
  bots?: {
    readonly [k: string]: 'easy' | 'expert' | 'hard' | 'normal';
  };
}
/**
 * What is known of tomorrow: the seal of its seed, and the side that everybody will play.
 */
export interface NextDay {
  day: string;
  seal: string;
  side: 'guards' | 'novices';
}
/**
 * Why a line of notation stands for no action: a code and the values of its placeholders.
 */
export interface NotationFault {
  code: NotationCode;
  values: {
    readonly [k: string]: string;
  };
}
/**
 * The events that a seat has learnt since `first`, and its view now. `decision` names what it is asked; an answer quotes it.
 */
export interface Position {
  type: 'position';
  seat: string;
  first: number;
  events: readonly Event[];
  view: View;
  version?: number;
  decision?: string | null;
  foresight?: Foresight | null;
  uses?: readonly CardUse[];
}
/**
 * Everything that the solver has done in the puzzle so far; `dot` is the answer where it asks where she is.
 */
export interface PuzzleAnswer {
  /**
   * @maxItems 30
   */
  actions?: readonly (string | Action)[];
  dot?: number | null;
}
/**
 * A puzzle in the list: nothing that its seat does not know, and nothing of its answer.
 */
export interface PuzzleInfo {
  id: string;
  kind: 'movement' | 'plan' | 'where';
  side: 'guards' | 'novices';
  seat: string;
  figure: string;
  turn: number;
  rating: number;
  novices: number;
  edition: string;
}
/**
 * What the solver knows at a moment of a puzzle, and once it is answered what the answer was worth.
 */
export interface PuzzleMoment {
  seat: string;
  events: readonly Event[];
  view: View;
  decision?: string | null;
  foresight?: Foresight | null;
  uses?: readonly CardUse[];
  outcome?: PuzzleOutcome | null;
}
/**
 * What an answer was worth. A choice that nobody tried has no `loss`; an answer to `where` has only shares of dots.
 */
export interface PuzzleOutcome {
  verdict: 'nearly' | 'right' | 'unvalued' | 'wrong';
  rollouts?: number;
  best?: ValuedLine | null;
  gap?: number | null;
  loss?: number | null;
  low?: number | null;
  high?: number | null;
  dot?: number | null;
  best_dot?: number | null;
  true_dot?: number | null;
  score?: number | null;
  dots?: {
    readonly [k: string]: number;
  };
}
/**
 * A way to decide as it is told after the answer; `path` is the path card that it takes.
 */
export interface ValuedLine {
  actions: readonly string[];
  route: readonly number[];
  gait: string;
  chance: number;
  path?: string | null;
}
/**
 * All puzzles: by side and kind, the easiest first.
 */
export interface Puzzles {
  puzzles: readonly PuzzleInfo[];
}
/**
 * A refusal: its code with values, and an English sentence.
 */
export interface Reason {
  why: Why;
  reason: string;
  values: RefusalValues;
}
/**
 * The values of a refusal. `said` is an English sentence for programs and logs, about a record, settings or a request.
 */
export interface RefusalValues {
  chair?: 'a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress';
  chairs?: readonly ('a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress')[];
  code?: string;
  most?: number;
  notation_fault?: NotationFault;
  rule_refusal?: RuleRefusal;
  said?: string;
  seconds?: number;
  status?: 'abandoned' | 'lobby' | 'over' | 'playing' | 'sealing';
}
/**
 * A refusal by the rules: a code, the number of the rule, and the values of the code's placeholders.
 */
export interface RuleRefusal {
  code: RefusalCode;
  rule: string;
  values?: {
    readonly [k: string]: number | string | readonly (number | string)[];
  };
}
/**
 * A record in a list.
 */
export interface RecordInfo {
  edition: string;
  options: string;
  novices: number;
  guard_players: number;
  turns: number;
  ending: string;
  winners: readonly string[];
  names: {
    readonly [k: string]: string;
  };
  id: string;
  at: number;
  imported: boolean;
}
/**
 * A moment of a record at which a seat can be taken over: the last one at or before the moment that was asked for.
 */
export interface RecordMoment {
  moment: number;
  turn: number;
  part: 'guards' | 'listening' | 'novices' | 'setup';
  edition: string;
  novices: number;
  names: {
    readonly [k: string]: string;
  };
}
/**
 * A page of records, the newest first; `next` is the `before` of the next page.
 */
export interface Records {
  records: readonly RecordInfo[];
  next?: string | null;
}
/**
 * A request changed nothing: the reason as a code with its values, and as an English sentence.
 */
export interface Refused {
  type: 'refused';
  id: number | null;
  why: Why;
  reason: string;
  values: RefusalValues;
}
/**
 * A record, replayed for a seat.
 */
export interface Replay {
  edition: string;
  options: string;
  novices: number;
  guard_players: number;
  seats: {
    readonly [k: string]: string;
  };
  seat: string;
  dice: string;
  seed: string;
  seal: string;
  salts: {
    readonly [k: string]: string;
  };
  ending: string;
  winners: readonly string[];
  steps: readonly ReplayStep[];
}
/**
 * One action, the events that the seat learnt from it, counted from `first`, and at the end of a half-turn the seat's view.
 */
export interface ReplayStep {
  turn: number;
  first: number;
  action?: string | null;
  events?: readonly Event[];
  draws?: readonly ChanceDraw[];
  ends?: ('guards' | 'listening' | 'novices' | 'setup') | null;
  view?: View | null;
}
/**
 * What the guards believed during a whole game, which is over.
 */
export interface ReplayBelief {
  moments: readonly BeliefMoment[];
}
/**
 * New lines of a channel.
 */
export interface Said {
  type: 'said';
  channel: 'players' | 'spectators';
  lines: readonly Line[];
}
/**
 * A scene in the list; `question` or `example` is its number.
 */
export interface SceneInfo {
  id: string;
  rules: readonly string[];
  question?: number | null;
  example?: number | null;
}
/**
 * One action of a scene, what happened, why, and what is seen afterwards; the first step has only the view.
 */
export interface SceneStep {
  view: View;
  action?: string | null;
  events?: readonly Event[];
  explanations?: readonly Explanation[];
  refusal?: RuleRefusal | null;
}
/**
 * All scenes, in their order.
 */
export interface Scenes {
  scenes: readonly SceneInfo[];
}
/**
 * A link that opens one's seats on another device: whoever has it holds them.
 */
export interface SeatLink {
  link: string;
}
/**
 * The first message on a socket: the table, and what the connection may do there.
 */
export interface Welcome {
  type: 'welcome';
  version?: number;
  table: TableState;
  chairs: readonly ('a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress')[];
  host: boolean;
}
/**
 * What has changed for a seat: the events it has learnt, and the fields of its view that are different now.
 *
 *     Those in `public` are the same for all seats; those in `own` come after them. A client that has another version than the one before
 *     looks anew.
 */
export interface Update {
  type: 'update';
  seat: string;
  version: number;
  events?: readonly Event[];
  /**
   * Fields of a view.
   */
  public?: {};
  /**
   * Fields of a view.
   */
  own?: {};
  decision?: string | null;
  foresight?: Foresight | null;
  uses?: readonly CardUse[];
}
/**
 * The exact belief from public events alone, after `events` of them; for guards, where the table has it.
 */
export interface Suspicion {
  type: 'suspicion';
  seat: string;
  events: number;
  novices: readonly NoviceBelief[];
}
/**
 * One answer of a scene, played.
 */
export interface ShownCase {
  code: string;
  editions: readonly string[];
  options: string;
  steps: readonly SceneStep[];
}
/**
 * A scene, played: each of its answers step by step.
 */
export interface ShownScene {
  id: string;
  rules: readonly string[];
  cases: readonly ShownCase[];
}
/**
 * Sight under some options (6): from every dot, in every direction.
 */
export interface Sights {
  options: string;
  outlooks: readonly GuardSight[];
}
export interface Sitting {
  name: string;
}
/**
 * A table, and what the asker may do there.
 */
export interface TableAccess {
  table: TableState;
  chairs: readonly ('a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress')[];
  host: boolean;
}
/**
 * A request to take over a seat: at which moment, under which name, and the level of the bots in the other seats.
 */
export interface Takeover {
  moment: number;
  seat: string;
  name: string;
  level?: 'easy' | 'expert' | 'hard' | 'normal';
}
/**
 * The night of today, and of the days beside it.
 */
export interface Today {
  today: DayInfo;
  ends_in: number;
  tomorrow: NextDay;
  yesterday: DayInfo | null;
  settings: Settings;
  level: 'easy' | 'expert' | 'hard' | 'normal';
}

export type ChairName = Chair['chair'];

export type Channel = Said['channel'];

export type GaitName = Plan['gait'];

export type Level = LevelInfo['level'];

export type Side = Chair['side'];

export type Status = TableState['status'];
