/** What a table plays, read off the name of its options: an edition and what differs from it, `dutch(blessings=on,turns=10)`. */
import type { EditionInfo, View } from '../protocol/types';
import { getEditions } from '../store/api';

let editions: readonly EditionInfo[] = [];

/** Fetched once, before the table is shown. */
export async function learnEditions(): Promise<void> {
  editions = (await getEditions()).editions;
}

export function optionOf(view: Pick<View, 'options'>, name: string): string | number | undefined {
  const [edition = '', differences = ''] = view.options.replace(')', '').split('(');
  const changed = new Map(differences.split(',').map((each) => each.split('=') as [string, string]));
  return changed.get(name) ?? editions.find((each) => each.name === edition)?.options[name];
}
