/** Night or vellum: as the device says, or as the reader chose; remembered. */

export const CHOICES = ['auto', 'night', 'vellum'] as const;
export type ThemeChoice = (typeof CHOICES)[number];
export type Theme = 'night' | 'vellum';

const REMEMBERED = 'nuns.theme';
const BARS: Record<Theme, string> = { night: '#0b1224', vellum: '#eadcbc' };

class Light {
  choice = $state<ThemeChoice>(recalled());
  device = $state<Theme>('night');
  theme = $derived<Theme>(this.choice === 'auto' ? this.device : this.choice);

  constructor() {
    const vellum = matchMedia('(prefers-color-scheme: light)');
    this.device = vellum.matches ? 'vellum' : 'night';
    vellum.addEventListener('change', (event) => {
      this.device = event.matches ? 'vellum' : 'night';
      this.#shine();
    });
    this.#shine();
  }

  choose(choice: ThemeChoice): void {
    this.choice = choice;
    this.#shine();
    try {
      localStorage.setItem(REMEMBERED, choice);
    } catch {
      // A browser that keeps nothing still shows the choice for this visit.
    }
  }

  #shine(): void {
    document.documentElement.dataset.theme = this.theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BARS[this.theme]);
  }
}

function recalled(): ThemeChoice {
  try {
    const kept = localStorage.getItem(REMEMBERED);
    return CHOICES.find((choice) => choice === kept) ?? 'auto';
  } catch {
    return 'auto';
  }
}

export const light = new Light();
