/** The moments of a scene that are shown: what was before, and every action that made something happen or was refused. */
import type { Highlight } from '../../board/boardScene';
import type { SceneStep, ShownCase } from '../../protocol/types';

export function momentsOf({ steps }: ShownCase): readonly SceneStep[] {
  return steps.filter(({ events = [], refusal }, at) => at === 0 || events.length > 0 || refusal != null);
}

/** The dots on which something stands or happens, for a board that comes near. */
export function placesOf(moments: readonly SceneStep[]): readonly number[] {
  const dots = moments.flatMap(({ view, explanations = [] }) => [
    ...(view.sheets ?? []).flatMap(({ dot }) => dot ?? []),
    ...(view.novices ?? []).flatMap(({ dot }) => dot ?? []),
    ...explanations.flatMap(({ ways = [], lines = [] }) => [...(ways[0] ?? []), ...lines.flat()]),
  ]);
  return [...new Set(dots)];
}

/** What the rules point at: the lines of sight, and the counted routes. */
export function highlightOf({ explanations = [] }: SceneStep): Highlight {
  return {
    lines: explanations.flatMap(({ lines = [] }) => lines),
    ways: explanations.flatMap(({ ways = [] }) => ways).slice(0, 2),
  };
}
