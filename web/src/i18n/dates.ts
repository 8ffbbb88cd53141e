/** Dates in the reader's language. */

import { language } from './speech.svelte';

/** `Wednesday, 18 November 2026` for `2026-11-18`: a day is a day of the calendar, whatever the reader's time zone. */
export function longDate(day: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** The day and the time of something that happened, by the reader's own clock. */
export function momentDate(ms: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(ms));
}
