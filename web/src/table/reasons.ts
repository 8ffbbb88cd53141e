/** 9.6 Why a guard may leave her path. The view says that she may; the tokens and what she has just seen say why. */
import type { Event, View } from '../protocol/types';

export type Reason = 'novice' | 'vanished' | 'noise';

export function reasonsFor(view: View, guard: string, events: readonly Event[]): readonly Reason[] {
  const found: Reason[] = [];
  if (seesNovice(view, guard, events)) found.push('novice');
  if ((view.noises ?? []).some((token) => token.guard === guard)) found.push('noise');
  const leave = view.guards?.find((each) => each.guard === guard)?.leave ?? false;
  if (leave && found.length === 0 && (view.vanishings?.length ?? 0) > 0) found.push('vanished');
  return found;
}

/** A novice on the run who stands in sight, and whom she was the last told to see. */
function seesNovice(view: View, guard: string, events: readonly Event[]): boolean {
  return (view.novices ?? []).some(({ novice, status, dot }) => {
    const last = events.findLast((event) => event.event === 'novice_seen' && event.novice === novice);
    return (
      status === 'on-the-run' &&
      dot != null &&
      last?.event === 'novice_seen' &&
      last.dot === dot &&
      last.by.includes(guard)
    );
  });
}
