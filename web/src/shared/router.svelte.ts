/** Which page an address means, and going from one to another without loading the page anew. */

export type Route =
  | { page: 'home' }
  | { page: 'table'; code: string }
  | { page: 'replay'; record: string | null }
  | { page: 'takeover'; record: string; moment: number; seat: string | null }
  | { page: 'today' }
  | { page: 'nights' }
  | { page: 'tv'; code: string }
  | { page: 'rules'; paragraph: string | null }
  | { page: 'learn'; lesson: string | null }
  | { page: 'puzzles'; puzzle: string | null }
  | { page: 'dev'; what: string }
  | { page: 'unknown'; path: string };

/**
 * Reads an address. `/rules#6.3` names a paragraph of the rulebook, `/replay/ID` a record that the server keeps, `/learn/ID` a lesson,
 * `/puzzles/ID` a puzzle, `/takeover/ID/120/guards` a seat of a record after 120 actions.
 */
export function routeOf(path: string, hash = ''): Route {
  const [first = '', second = '', ...more] = path.split('/').filter(Boolean).map(decoded);
  if (first === 'takeover' && second && /^\d{1,6}$/.test(more[0] ?? '') && more.length <= 2)
    return { page: 'takeover', record: second, moment: Number(more[0]), seat: more[1] ?? null };
  if (more.length > 0) return { page: 'unknown', path };
  if (first === '') return { page: 'home' };
  if (first === 't' && second) return { page: 'table', code: second };
  if (first === 'replay') return { page: 'replay', record: second || null };
  if (first === 'today' && !second) return { page: 'today' };
  if (first === 'nights' && !second) return { page: 'nights' };
  if (first === 'tv' && second) return { page: 'tv', code: second };
  if (first === 'rules' && !second) return { page: 'rules', paragraph: decoded(hash.slice(1)) || null };
  if (first === 'learn') return { page: 'learn', lesson: second || null };
  if (first === 'puzzles') return { page: 'puzzles', puzzle: second || null };
  if (first === 'dev' && import.meta.env.DEV) return { page: 'dev', what: second };
  return { page: 'unknown', path };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % is part of the name then
  }
}

class Router {
  route: Route = $state(routeOf(location.pathname, location.hash));

  constructor() {
    addEventListener('popstate', () => this.#read());
    addEventListener('hashchange', () => this.#read());
    document.addEventListener('click', (event) => this.#follow(event));
  }

  /** Goes to an address of ours. */
  go(to: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    this.#read();
    scrollTo(0, 0);
  }

  #read(): void {
    this.route = routeOf(location.pathname, location.hash);
  }

  /** A plain click on a plain link of ours stays in this page; everything else is the browser's. */
  #follow(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const unknown = routeOf(link.pathname).page === 'unknown';
    const within = link.pathname === location.pathname && link.hash !== '';
    if (unknown || within) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
