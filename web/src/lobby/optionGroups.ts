/** Options in the order and company in which people look for them; one this page does not know yet comes last. */

import type { Option } from '../protocol/types';

export const GROUPS = {
  variants: ['blessings', 'monk', 'all-or-nun', 'exact-run', 'slow-guards', 'capture-goal', 'turns'],
  sight: ['sight', 'sight-range', 'tower-seen'],
  novices: ['opening', 'wish-cards', 'run-modifier'],
  noise: ['deaf-runners', 'equal-directions'],
  caught: ['catch-in-passing', 'disobey-in-sight', 'caught-until', 'caught-shown', 'caught-takes-wish', 'safe-cell'],
  guards: ['first-paths', 'free-until'],
  blessings: ['roll-again', 'false-noise'],
} as const satisfies Record<string, readonly string[]>;

export type Group = keyof typeof GROUPS;

export function grouped(options: readonly Option[]): [Group, Option[]][] {
  const known = Object.values(GROUPS).flat() as string[];
  const strays = options.filter((option) => !known.includes(option.name));
  return (Object.keys(GROUPS) as Group[]).map((group) => {
    const named = (GROUPS[group] as readonly string[]).flatMap(
      (name) => options.find((option) => option.name === name) ?? [],
    );
    return [group, group === 'variants' ? [...named, ...strays] : named];
  });
}
