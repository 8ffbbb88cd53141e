/** The pages and where their components are. A page is a component in its own folder, given only what its address says. */
import type { Component } from 'svelte';
import { openSeatLink } from './lobby/seatKey';
import type { Route } from './shared/router.svelte';

type Page = Component<Record<string, unknown>>;

interface Wanted {
  /** A page with another key is a new page, not the old one with new words. */
  key: string;
  props: Record<string, unknown>;
  load: () => Promise<Page>;
}

interface Module {
  default: Page;
}

const files: Record<string, () => Promise<Module>> = {
  ...import.meta.glob<Module>([
    './AtTable.svelte',
    './learn/Learn.svelte',
    './learn/LessonPage.svelte',
    './learn/PuzzleList.svelte',
    './learn/PuzzlePage.svelte',
    './lobby/Home.svelte',
    './lobby/NotFound.svelte',
    './replay/Replay.svelte',
    './rules/Rules.svelte',
    './takeover/TakeOver.svelte',
    './today/Today.svelte',
    './book/Nights.svelte',
    './tv/BigScreen.svelte',
  ]),
  // States to look at while the board is drawn; not part of what is built.
  ...(import.meta.env.DEV ? import.meta.glob<Module>('./board/dev/*.svelte') : {}),
};

export function pageFor(route: Route): Wanted {
  switch (route.page) {
    case 'home':
      return wanted('home', './lobby/Home.svelte');
    case 'table':
      return {
        ...wanted(`table ${route.code}`, './AtTable.svelte', { code: route.code }),
        load: async () => {
          await openSeatLink(route.code);
          return (await loaded('./AtTable.svelte')).default;
        },
      };
    case 'replay':
      return wanted(`replay ${route.record ?? ''}`, './replay/Replay.svelte', { record: route.record });
    case 'takeover':
      return wanted(`takeover ${route.record} ${route.moment}`, './takeover/TakeOver.svelte', {
        record: route.record,
        moment: route.moment,
        seat: route.seat,
      });
    case 'today':
      return wanted('today', './today/Today.svelte');
    case 'nights':
      return wanted('nights', './book/Nights.svelte');
    case 'tv':
      return wanted(`tv ${route.code}`, './tv/BigScreen.svelte', { code: route.code });
    case 'rules':
      return wanted('rules', './rules/Rules.svelte', { paragraph: route.paragraph });
    case 'learn':
      return route.lesson === null
        ? wanted('learn', './learn/Learn.svelte')
        : wanted(`learn ${route.lesson}`, './learn/LessonPage.svelte', { lesson: route.lesson });
    case 'puzzles':
      return route.puzzle === null
        ? wanted('puzzles', './learn/PuzzleList.svelte')
        : wanted(`puzzles ${route.puzzle}`, './learn/PuzzlePage.svelte', { puzzle: route.puzzle });
    case 'dev':
      return wanted(`dev ${route.what}`, './board/dev/BoardStates.svelte', { what: route.what });
    case 'unknown':
      return wanted('unknown', './lobby/NotFound.svelte', { path: route.path });
  }
}

function wanted(key: string, file: string, props: Record<string, unknown> = {}): Wanted {
  return { key, props, load: async () => (await loaded(file)).default };
}

function loaded(file: string): Promise<Module> {
  const load = files[file];
  if (!load) throw new Error(`expected a page in ${file}, got none`);
  return load();
}
