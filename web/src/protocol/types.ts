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
export type ClientMessage = Look | Away | Act | Salt | Explain | Say;
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
 * Why something happened, or why a guard may leave her path.
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
 * What the game waits for; the three kinds of draw are one.
 */
export type WaitingFor = 'blessing' | 'deal' | 'direction' | 'order' | 'path' | 'plans' | 'roll' | 'step';
/**
 * Why something was refused.
 */
export type Why =
  | 'another-page'
  | 'bot-already'
  | 'bot-stands-in'
  | 'broken-off'
  | 'chair-quicker'
  | 'chair-taken'
  | 'changed'
  | 'closing'
  | 'empty-chairs'
  | 'ended'
  | 'failed'
  | 'forbidden'
  | 'impossible'
  | 'maybe-kept'
  | 'name'
  | 'no-store'
  | 'no-such-address'
  | 'no-such-chair'
  | 'no-such-record'
  | 'no-such-table'
  | 'not-dealt'
  | 'not-host'
  | 'not-in-lobby'
  | 'not-over'
  | 'not-playing'
  | 'not-seated'
  | 'not-your-chair'
  | 'not-your-seat'
  | 'notation'
  | 'others-quicker'
  | 'record'
  | 'record-secret'
  | 'rules'
  | 'salt-late'
  | 'salt-not-now'
  | 'salted'
  | 'settings'
  | 'stale'
  | 'text'
  | 'too-large'
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
 * Why the rules refuse an action.
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
export type ServerMessage = Welcome | Changed | Position | Suspicion | Accepted | Refused | Explained | Said;
/**
 * A request was carried out, and is kept.
 */
export interface Accepted {
  type: 'accepted';
  id: number;
}
/**
 * Answers what the seat was asked, with an action or a line of notation. A ruler is asked for without a decision.
 */
export interface Act {
  type: 'act';
  id: number;
  seat: string;
  action: string | Action;
  decision?: string | null;
}
/**
 * Chance deals everything, novices in the order in which they drew (2).
 */
export interface Deal {
  action: 'deal';
  novices: readonly DealtNovice[];
  abbess?: ('false-noise' | 'noise-range' | 'one-more-step' | 'roll-again') | null;
  prioress?: ('false-noise' | 'noise-range' | 'one-more-step' | 'roll-again') | null;
}
/**
 * What a novice draws: her number, the wish card of that key, and a blessing if they are in play (2.1-2.3).
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
 * Chance rolls the die that is due (7).
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
 * A small action of a plan: the gait.
 */
export interface GaitChoice {
  action: 'gait';
  novice: number;
  gait: 'run' | 'sneak' | 'stand' | 'walk';
}
/**
 * A small action of a plan: the next dot.
 */
export interface Dot {
  action: 'dot';
  novice: number;
  dot: number;
}
/**
 * A small action of a plan: one more step is played with it (10.1).
 */
export interface Longer {
  action: 'longer';
  novice: number;
}
/**
 * A small action of a plan: it is written.
 */
export interface Done {
  action: 'done';
  novice: number;
}
/**
 * A small action: a written plan is torn up, as long as others still write.
 */
export interface Again {
  action: 'again';
  novice: number;
}
/**
 * A figure plays no blessing (10.6).
 */
export interface Pass {
  action: 'pass';
  by: string;
}
/**
 * A figure has a die rolled again, or shifts it; `die` is its owner (10.2, 10.3).
 */
export interface Change {
  action: 'change';
  by: string;
  blessing: 'noise-range' | 'roll-again';
  die: string;
}
/**
 * A figure places a false noise beside a guard, towards a dot (10.4).
 */
export interface Fake {
  action: 'fake';
  by: string;
  guard: string;
  dot: number;
}
/**
 * A heard novice places her token, towards one dot or several (7.4).
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
 * A guard ends her movement; with one more step, five dots as a walk (9.1, 10.1).
 */
export interface Stop {
  action: 'stop';
  guard: string;
  one_more_step?: boolean;
}
/**
 * A novice asks aloud for the ruler between two dots (3.5).
 */
export interface Ruler {
  action: 'ruler';
  novice: number;
  one: number;
  two: number;
}
/**
 * A table, and what is the asker's own of it.
 */
export interface Attended {
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
  seal?: string | null;
  opened?: Opened | null;
  spectators?: number;
  rematch?: string | null;
}
/**
 * Everything that is chosen when a table is made; while it is in the lobby its host may change it.
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
}
/**
 * A bank of seconds for decisions taken alone, what is added after each, and the limit of a phase in which several decide at once.
 */
export interface Clock {
  bank?: number;
  increment?: number;
  joint?: number;
}
/**
 * Who sits there. `seat` is drawn with the deal. A bot may sit in for a person, who may take the chair back.
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
 * When the night is over: what the dice were drawn from, for everyone to check.
 */
export interface Opened {
  seed: string;
  salts: {
    readonly [k: string]: string;
  };
  record: string;
}
/**
 * Looks from that seat no longer: the veil falls.
 */
export interface Away {
  type: 'away';
  id: number;
  seat: string;
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
 * All learn that a noise was false (10.4). Not in the contract's log.
 */
export interface BlessingTold {
  event: 'blessing_told';
  turn: number;
  by: number | string;
}
/**
 * Without a level: the bot gets up.
 */
export interface BotSitting {
  level: ('easy' | 'expert' | 'hard' | 'normal') | null;
}
/**
 * A chair of a table, and whose side sits on it.
 */
export interface ChairPlace {
  chair: 'a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress';
  side: 'guards' | 'novices';
}
/**
 * One number of the dice: the `count`-th, below `limit`, and so `among[number]`. Whoever has seed and salts can draw it again.
 */
export interface ChanceDraw {
  count: number;
  limit: number;
  number: number;
  notation: string;
  among: readonly string[];
}
/**
 * The table has changed: who sits, who is waited for, clocks, seal.
 */
export interface Changed {
  type: 'changed';
  table: TableState;
  chairs: readonly ('a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress')[];
  host: boolean;
}
/**
 * Looks from a seat from now on, having its first `after` events already.
 */
export interface Look {
  type: 'look';
  id: number;
  seat: string;
  after?: number;
}
/**
 * What a chair adds to the sealed seed, in hexadecimal.
 */
export interface Salt {
  type: 'salt';
  id: number;
  chair: 'a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress';
  salt: string;
}
/**
 * Why the seat's event of that number happened.
 */
export interface Explain {
  type: 'explain';
  id: number;
  seat: string;
  event: number;
}
/**
 * Says something: those who hold a chair to the players, others to the spectators.
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
  marks: readonly PlanMark[];
  paths: readonly PlanPath[];
  path_ends: {
    readonly [k: string]: string;
  };
  novices: readonly PlanNovice[];
  keys: {
    readonly [k: string]: number;
  };
  wish_cards: {
    readonly [k: string]: readonly PlanWish[];
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
 * A way, and what stands on it: where its door, lock, curtain or leaves are drawn, and the bearing of the wall there.
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
 * A small mark beside a dot, and where it stands.
 */
export interface PlanMark {
  kind: 'cell' | 'end' | 'key' | 'start' | 'wish';
  dot: number;
  label: string;
  x: number;
  y: number;
}
/**
 * 9.3 A path card; `dash` tells those of one colour apart: 0, 1 or 2.
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
 * 2.2 A wish card.
 */
export interface PlanWish {
  key: number;
  key_dot: number;
  wish_dot: number;
  thing: string;
}
/**
 * A die of the noise step in hand, and how far it was shifted.
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
 * 7.1 How many steps each dot is from one, as far as any die carries; noise goes through every door.
 */
export interface Earshot {
  dot: number;
  steps: {
    readonly [k: string]: number;
  };
}
/**
 * A rulebook: what it is like, and how it decides every option.
 */
export interface EditionInfo {
  name: string;
  character: string;
  options: {
    readonly [k: string]: string | number;
  };
}
/**
 * Everything a form for a new table needs; `settings` are those of a table for which nothing was chosen.
 */
export interface Editions {
  editions: readonly EditionInfo[];
  options: readonly Option[];
  levels: readonly LevelInfo[];
  player_counts: readonly PlayerCount[];
  settings: Settings;
}
/**
 * 12 One option, with the rule it belongs to.
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
 * How many may play together (1.1): their chairs in order, and how many captures win for each value of `capture-goal` (1.3).
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
export interface SetUpNovice {
  novice: number;
  key_dot?: number;
  wish_dot?: number;
  blessing?: string | null;
}
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
 * A novice has moved; `route` is as walked, and others see the gait alone (5).
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
 * A noise token is placed beside a guard; whether it is real is known to whoever placed it (7.4, 10.4).
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
 * A guard steps; `free` while she is off her path by leave (9).
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
 * The rules that made it so and the reasons, in codes; lines of sight and counted ways to draw.
 */
export interface Explanation {
  rules: readonly string[];
  reasons?: readonly RuleReason[];
  lines?: readonly [number, number][];
  ways?: readonly (readonly number[])[];
}
/**
 * One reason of the rules for something: a code and the values of its placeholders.
 */
export interface RuleReason {
  code: ReasonCode;
  values?: {
    readonly [k: string]: number | string | readonly (number | string)[];
  };
}
/**
 * One way to end on a dot: a gait, a route of its length (the least seen, then the shortest), and what it costs.
 *
 *     A route into a guard's arms is told only where no other leads there; of a caught novice's walks one that obeys comes first.
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
 * For drawing a plan: nothing here says more than the board, the guards in sight and her own sheet.
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
  gait_kept?: boolean;
  way_home?: readonly number[];
  must_obey?: boolean;
  must_hide_first?: boolean;
  freed_out_of_sight?: boolean;
}
/**
 * How many dots a gait is now; `most_blessed` with one more step, if she holds it (5.1, 10.1).
 */
export interface GaitRange {
  gait: 'run' | 'sneak' | 'stand' | 'walk';
  least: number;
  most: number;
  most_blessed?: number | null;
}
/**
 * A dot on which she can end, and every gait that fits.
 */
export interface Reach {
  dot: number;
  fits: readonly Fit[];
}
/**
 * What all know of a guard or the monk (3.1).
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
 * Something said.
 */
export interface Line {
  number: number;
  at: number;
  author: string;
  text: string;
}
/**
 * Open tables, the newest first; `next` is the `before` of the page that follows.
 */
export interface Lobby {
  tables: readonly TableState[];
  next?: string | null;
}
/**
 * One line of a log sheet.
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
 * 3.5 The ruler between two dots: whether a sight line joins them, how many steps apart they are, and a shortest way.
 */
export interface Measure {
  line: boolean;
  steps: number;
  way: readonly number[];
}
export interface NewTable {
  settings?: Settings;
  bots?: {
    readonly [k: string]: 'easy' | 'expert' | 'hard' | 'normal';
  };
}
/**
 * Where a novice may be: dots, and how likely each is in thousandths.
 */
export interface NoviceBelief {
  novice: number;
  dots: {
    readonly [k: string]: number;
  };
}
/**
 * What all know of a novice (3.1).
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
 * 6 What a guard sees who stands on a dot and looks along a step, or has taken none yet.
 */
export interface Outlook {
  dot: number;
  facing: [number, number] | null;
  seen: readonly number[];
}
/**
 * Where the path cards lie (2.4).
 */
export interface Paths {
  remaining: readonly string[];
  face_up: readonly string[];
  discarded: readonly string[];
  about_turns: number;
}
/**
 * What a seat has learnt since event `first`, and what it sees now. `decision` names what it is asked; an answer quotes it.
 */
export interface Position {
  type: 'position';
  seat: string;
  first: number;
  events: readonly Event[];
  view: View;
  decision?: string | null;
  foresight?: Foresight | null;
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
 * A noise token that is a guard's: the dot beside which it was placed, and the dot it lies towards (7.4).
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
 * A vanished token: the last dot on which she was seen, and the next; `guard` is the one for whom alone it lies (6.7).
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
 *     None where there is no way, or nothing to fetch any more.
 */
export interface SheetDistances {
  key: number | null;
  wish: number | null;
  home: number | null;
}
/**
 * Every refusal: why, in a word with its values, and in an English sentence.
 */
export interface Reason {
  why: Why;
  reason: string;
  values: RefusalValues;
}
/**
 * What a refusal speaks of. `said` is what the rules, the notation, a record or a request had to say, always in English.
 */
export interface RefusalValues {
  chair?: 'a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress';
  chairs?: readonly ('a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress')[];
  code?: string;
  most?: number;
  rule_refusal?: RuleRefusal;
  said?: string;
  seconds?: number;
  status?: 'abandoned' | 'lobby' | 'over' | 'playing' | 'sealing';
}
/**
 * Why the rules refuse an action: a code, the rule, and the values of the code's placeholders.
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
 * The newest first; `next` is the `before` of the page that follows.
 */
export interface Records {
  records: readonly RecordInfo[];
  next?: string | null;
}
/**
 * A request changed nothing, and why: in a word with its values, and in an English sentence.
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
 * One action; what the seat learnt of it, counted from event `first`; and where a half-turn ends, all it saw then.
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
 * New lines of a channel.
 */
export interface Said {
  type: 'said';
  channel: 'players' | 'spectators';
  lines: readonly Line[];
}
/**
 * What opens one's chairs on another device: for nobody else's eyes.
 */
export interface SeatLink {
  link: string;
}
/**
 * The first message on a socket: the table, and what is the listener's own of it.
 */
export interface Welcome {
  type: 'welcome';
  version?: number;
  table: TableState;
  chairs: readonly ('a' | 'abbess' | 'b' | 'c' | 'd' | 'e' | 'f' | 'guards' | 'prioress')[];
  host: boolean;
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
 * 6 Sight under some options: from everywhere, every way.
 */
export interface Sights {
  options: string;
  outlooks: readonly Outlook[];
}
export interface Sitting {
  name: string;
}

export type ChairName = Chair['chair'];

export type Channel = Said['channel'];

export type GaitName = Plan['gait'];

export type Level = LevelInfo['level'];

export type Side = Chair['side'];

export type Status = TableState['status'];
