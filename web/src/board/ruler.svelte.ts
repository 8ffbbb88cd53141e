/** The private ruler: two dots are picked, and the server says whether a line joins them and how many steps they are apart. */
import { measure } from '../store/api';
import type { Laid } from './boardScene';

export class Ruler {
  /** Whether dots that are picked are the ruler's. */
  active = $state(false);
  /** The first dot, while the second is waited for. */
  first: number | null = $state(null);
  laid: Laid | null = $state.raw(null);
  fault: unknown = $state.raw(null);
  readonly #options: () => string;

  /** `options` are the table's, on which sight depends. */
  constructor(options: () => string) {
    this.#options = options;
  }

  toggle(): void {
    this.active = !this.active;
    this.clear();
  }

  clear(): void {
    this.first = null;
    this.laid = null;
    this.fault = null;
  }

  /** A dot is picked while the ruler is out. */
  async pick(dot: number): Promise<void> {
    if (this.first === null || this.first === dot) {
      this.clear();
      this.first = dot;
      return;
    }
    const [one, two] = [this.first, dot];
    this.first = null;
    try {
      this.laid = { ...(await measure(one, two, this.#options())), one, two };
    } catch (fault) {
      this.fault = fault;
    }
  }
}
