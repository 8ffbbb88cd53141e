/** Options in the company in which people look for them: that of the chapter of the rulebook their rule stands in. */

import type { Option } from '../protocol/types';

/** The groups in the order of the form, with the chapters of each. */
const CHAPTERS = {
  variants: [11],
  game: [1, 2, 3, 4],
  novices: [5],
  sight: [6],
  noise: [7],
  caught: [8],
  guards: [9],
  blessings: [10],
} as const satisfies Record<string, readonly number[]>;

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
