/** The seals of days, as this browser was shown them before each day began: the night of a day is held against the one it was promised. */

const KEY = 'nuns.seals';
const KEPT = 60;

type Seals = Readonly<Record<string, string>>;

function seals(): Seals {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Seals;
  } catch {
    return {}; // what cannot be read is as if it had never been kept
  }
}

/** Notes the seal of a day that has not begun. The first that was seen stands: a later one would be the very thing to find out. */
export function sawDaySeal(day: string, seal: string): void {
  const known = seals();
  if (known[day]) return;
  const newest = Object.entries({ ...known, [day]: seal }).sort(([one], [two]) => two.localeCompare(one));
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest.slice(0, KEPT))));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function publishedSeal(day: string): string | null {
  return seals()[day] ?? null;
}
