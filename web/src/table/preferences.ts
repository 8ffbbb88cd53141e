/** What a reader has switched, kept in her browser from one night to the next. Nothing of a game is ever among it. */

const key = (name: string): string => `nuns.table.${name}`;

export function remembered<Value>(name: string, otherwise: Value): Value {
  try {
    const kept = localStorage.getItem(key(name));
    if (kept === null) return otherwise;
    const value = JSON.parse(kept) as Value;
    return typeof value === 'object' ? { ...otherwise, ...value } : value;
  } catch {
    return otherwise;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(key(name), JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still shows the choice for this visit.
  }
}
