/** What a table plays, read off the name of its options: an edition and what differs from it, `dutch(blessings=on,turns=10)`. */
import type { EditionInfo, GuardView, View } from '../protocol/types';
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

export function turnsOf(view: Pick<View, 'options'>): number {
  return Number(optionOf(view, 'turns') ?? 15);
}

/** 11.2 Who sees: Father Frederick is blind. */
export function seers(view: Pick<View, 'options' | 'guards'>): readonly GuardView[] {
  return (view.guards ?? []).filter(({ guard }) => guard !== 'monk' || optionOf(view, 'monk') !== 'frederick');
}

/** 11.2 Who hears: Father Robert is deaf. */
export function listeners(view: Pick<View, 'options' | 'guards'>): readonly GuardView[] {
  return (view.guards ?? []).filter(({ guard }) => guard !== 'monk' || optionOf(view, 'monk') !== 'robert');
}
