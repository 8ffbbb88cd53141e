/** Fields of the view that the server is about to send. This file goes as soon as the generated types have them. */
import '../protocol/types';

declare module '../protocol/types' {
  interface View {
    guard_players?: number;
    turns?: number;
    turns_left?: number;
  }

  /** Why a guard may leave her path (9.6). */
  interface LeaveReason {
    code: string;
    novice?: number | null;
    dot?: number | null;
    between?: readonly [number, number] | null;
  }

  interface GuardView {
    least_steps?: number;
    walk_steps?: number;
    most_steps?: number;
    steps_left?: number;
    reasons?: readonly LeaveReason[];
  }

  interface Sheet {
    distances?: { key?: number | null; wish?: number | null; home?: number | null } | null;
  }
}
