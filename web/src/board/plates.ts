/** How a name in any language is set into the plate that the plan keeps free for it. */
import type { Plate } from '../protocol/types';

const NARROW = /[ijltfrI'’.]/;
const WIDE = /[mwMWæœ]/;

/** The length of a line in ems: an estimate, which errs on the long side. */
export function width(line: string): number {
  let ems = 0;
  for (const letter of line)
    ems +=
      letter === ' '
        ? 0.27
        : NARROW.test(letter)
          ? 0.3
          : WIDE.test(letter)
            ? 0.76
            : letter === letter.toUpperCase()
              ? 0.66
              : 0.47;
  return ems;
}

/** The lines and the size of a name: as many lines as the plate has, or one more where that keeps it larger. */
export function fitted(name: string, plate: Plate): { lines: string[]; size: number } {
  const tries = [plate.lines.length, plate.lines.length + 1].map((rows) => {
    const lines = broken(name, rows);
    const longest = Math.max(...lines.map(width));
    const size = Math.min(plate.size, (plate.width * 1.12) / longest, (plate.height * 1.25) / (lines.length * 1.05));
    return { lines, size };
  });
  return tries.reduce((best, next) => (next.size > best.size * 1.1 ? next : best));
}

/** A name in so many lines, at most, as even as its words allow. */
function broken(name: string, rows: number): string[] {
  const words = name.split(' ');
  if (rows <= 1 || words.length === 1) return [name];
  let best = [name];
  for (let first = 1; first < words.length; first++) {
    const lines = [words.slice(0, first).join(' '), ...broken(words.slice(first).join(' '), rows - 1)];
    if (longest(lines) < longest(best)) best = lines;
  }
  return best;
}

function longest(lines: readonly string[]): number {
  return Math.max(...lines.map(width));
}
