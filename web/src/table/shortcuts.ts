/** The single keys of the table, and what each does; keys with a modifier and keys in a field are somebody else's. */

export type Shortcut = 'confirm' | 'undo' | 'layers' | 'ruler' | 'find' | 'whole' | 'menu' | 'sound' | 'help';

export const SHORTCUTS: readonly { readonly key: string; readonly does: Shortcut }[] = [
  { key: 'C', does: 'confirm' },
  { key: 'U', does: 'undo' },
  { key: 'L', does: 'layers' },
  { key: 'R', does: 'ruler' },
  { key: 'F', does: 'find' },
  { key: 'A', does: 'whole' },
  { key: 'S', does: 'sound' },
  { key: 'M', does: 'menu' },
  { key: '?', does: 'help' },
];

/** What a pressed key does, if it is one of them. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event.target)) return null;
  return SHORTCUTS.find(({ key }) => key === event.key.toUpperCase())?.does ?? null;
}

/** A digit that goes to the dot of that number, wherever the focus is. */
export function digitOf(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event.target)) return null;
  return /^\d$/.test(event.key) ? event.key : null;
}

/** Whether somebody writes or chooses there, and letters mean themselves. */
function isWriting(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
