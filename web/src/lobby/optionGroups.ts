/** Options in the company in which people look for them: that of the chapter of the rulebook their rule stands in. */

import type { Option } from '../protocol/types';

export const GROUPS = {
  variants: ['blessings', 'monk', 'all-or-nun', 'exact-run', 'slow-guards', 'capture-goal', 'turns'],
  sight: ['sight', 'sight-range', 'tower-seen', 'vanish-marks'],
  novices: ['opening', 'wish-cards', 'run-modifier'],
  noise: ['deaf-runners', 'hearing-limit', 'equal-directions'],
  caught: ['catch-in-passing', 'disobey-in-sight', 'caught-until', 'caught-shown', 'caught-takes-wish', 'safe-cell'],
  guards: ['first-paths', 'free-until'],
  blessings: ['roll-again', 'false-noise', 'guard-false-noise'],
} as const satisfies Record<string, readonly string[]>;

export type Group = keyof typeof CHAPTERS;

/** Every option in one group; an option of any other chapter is a variant. Groups without options are left out. */
export function grouped(options: readonly Option[]): [Group, Option[]][] {
  const groups = (Object.keys(CHAPTERS) as Group[]).map((group): [Group, Option[]] => [
    group,
    options.filter((option) => groupOf(option) === group),
  ]);
  return groups.filter(([, members]) => members.length > 0);
}

function groupOf({ rule }: Option): Group {
  const chapter = Number.parseInt(rule, 10);
  const found = Object.entries(CHAPTERS).find(([, chapters]) => (chapters as readonly number[]).includes(chapter));
  return (found?.[0] ?? 'variants') as Group;
}
