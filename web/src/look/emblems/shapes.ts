/** The six novices' emblems, the same shapes as on the printed plan: rose, bell, moon, bird, star and leaf, around (0, 0), ten units to the rim. */

export const EMBLEMS = ['rose', 'bell', 'moon', 'bird', 'star', 'leaf'] as const;
export type EmblemName = (typeof EMBLEMS)[number];

/** Okabe and Ito's colours, which colour-blind people can tell apart; in the order of the cells. */
export const COLOURS = ['#e8743b', '#e69f00', '#f0e442', '#56b4e9', '#d98fbb', '#1fb58a'] as const;
export const MEDAL = '#171b2b';

export function emblemOf(novice: number): EmblemName {
  return EMBLEMS[(novice - 1) % EMBLEMS.length] as EmblemName;
}

export function colourOf(novice: number): string {
  return COLOURS[(novice - 1) % COLOURS.length] as string;
}

/** Her colour as a line or a disc on the plan itself, in either light; for a style, since an attribute takes no variable. */
export function inkOf(novice: number): string {
  return `var(--novice-${((novice - 1) % EMBLEMS.length) + 1}-ink)`;
}

interface Disc {
  x: number;
  y: number;
  r: number;
}

interface Shape {
  /** Filled with the novice's colour. */
  body: string;
  discs?: readonly Disc[];
  /** Cut out: filled with the colour of the medal. */
  cuts?: readonly Disc[];
  /** On top of the cuts. */
  hearts?: readonly Disc[];
  /** Lines of the novice's colour. */
  lines?: string;
  /** Lines of the medal's colour. */
  veins?: string;
}

function turned(part: number): number {
  return 2 * Math.PI * part;
}

const petals: Disc[] = [0, 1, 2, 3, 4].map((petal) => ({
  x: 3.5 * Math.sin(turned(petal / 5)),
  y: -3.5 * Math.cos(turned(petal / 5)),
  r: 2.9,
}));

const points = Array.from({ length: 10 }, (_, tip) => {
  const size = tip % 2 === 0 ? 6.8 : 2.9;
  return `${(size * Math.sin(turned(tip / 10))).toFixed(2)} ${(-size * Math.cos(turned(tip / 10))).toFixed(2)}`;
});

export const SHAPES: Record<EmblemName, Shape> = {
  rose: { body: '', discs: petals, cuts: [{ x: 0, y: 0, r: 2.3 }], hearts: [{ x: 0, y: 0, r: 1.3 }] },
  bell: { body: 'M-6 4.2C-4 2.4-4.6-5.6 0-5.9S4 2.4 6 4.2Z', discs: [{ x: 0, y: 5.6, r: 1.5 }] },
  moon: { body: 'M2.6-6.3A6.5 6.5 0 1 0 6.1 3A5.4 5.4 0 1 1 2.6-6.3Z' },
  bird: {
    body: 'M-7.2 1.6L-2.6-.4Q-1.6-4.6 2.6-4.6Q5-4.6 5.5-2.9L7.6-2L5.5-1.4Q5 3.6-.4 3.8Q-3.6 3.8-4.4 2.2Z',
    lines: 'M-.2 3.6V6.2M2 3.2V6.2',
    cuts: [{ x: 3.4, y: -2.8, r: 0.8 }],
  },
  star: { body: `M${points.join('L')}Z` },
  leaf: {
    body: 'M0-7C6-3.4 5.6 2.6 0 5.4C-5.6 2.6-6-3.4 0-7Z',
    veins: 'M0 6.6V-4M0 2.2L2.6-.4M0 2.2L-2.6-.4M0-1L2-3M0-1L-2-3',
    lines: 'M0 5.4V7.4',
  },
};
