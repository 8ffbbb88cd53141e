/** Our icons, on a sheet of 24 by 24: what is filled, and what is drawn with a line of 1.75. */

interface Drawing {
  fill?: string;
  line?: string;
}

/** A footprint around (x, y), toes up: the ball of the foot and the heel. */
function foot(x: number, y: number, size = 1): string {
  const [w, h, r] = [2.3 * size, 3.5 * size, 1.75 * size];
  const ball = `M${x - w} ${y - 1.2 * size}a${w} ${h} 0 1 1 ${2 * w} 0a${w} ${h * 0.72} 0 1 1 ${-2 * w} 0Z`;
  return `${ball}M${x - r} ${y + 4.9 * size}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
}

/** Only the toes touch the ground. */
function tiptoe(x: number, y: number): string {
  return `M${x - 2.6} ${y}a2.6 3.8 0 1 1 5.2 0a2.6 2.8 0 1 1 -5.2 0Z`;
}

function pip(x: number, y: number): string {
  return `M${x - 1.6} ${y}a1.6 1.6 0 1 1 3.2 0a1.6 1.6 0 1 1 -3.2 0Z`;
}

const DIE = 'M6 3.5h12A2.5 2.5 0 0 1 20.5 6v12a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 18V6A2.5 2.5 0 0 1 6 3.5Z';
const [LEFT, MIDDLE, RIGHT] = [8, 12, 16];
const two = pip(LEFT, LEFT) + pip(RIGHT, RIGHT);
const four = two + pip(RIGHT, LEFT) + pip(LEFT, RIGHT);

export const DRAWINGS = {
  // Gaits.
  stand: { fill: foot(7.4, 10.5, 1.35) + foot(16.6, 10.5, 1.35) },
  sneak: { fill: tiptoe(8, 15.5) + tiptoe(16, 7.5), line: 'M5.5 21.2h5M13.5 13.2h5' },
  walk: { fill: foot(7.2, 14.2, 1.1) + foot(16.8, 7, 1.1) },
  run: { fill: foot(9.6, 14.8, 1) + foot(18.4, 6.4, 1), line: 'M2.5 8.5h6.5M2.5 12h2.5M14 16.5h4' },
  // Senses.
  eye: {
    line: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z',
    fill: 'M9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0Z',
  },
  ear: {
    line: 'M6.5 9.5a5.5 5.5 0 1 1 11 0c0 4-4 4.6-4 8a3 3 0 0 1-5.6 1.5M9.7 10a2.3 2.3 0 1 1 4.1 1.5c-.8.8-1.6 1.3-1.6 2.5',
  },
  'ear-shut': { line: 'M6.5 9.5a5.5 5.5 0 0 1 9.8-3.4M17.5 9.5c0 4-4 4.6-4 8a3 3 0 0 1-5.6 1.5M4 20.5 20.5 4' },
  // Dice: `iconOfDie`.
  'die-1': { line: DIE, fill: pip(MIDDLE, MIDDLE) },
  'die-2': { line: DIE, fill: two },
  'die-3': { line: DIE, fill: two + pip(MIDDLE, MIDDLE) },
  'die-4': { line: DIE, fill: four },
  'die-5': { line: DIE, fill: four + pip(MIDDLE, MIDDLE) },
  'die-6': { line: DIE, fill: four + pip(LEFT, MIDDLE) + pip(RIGHT, MIDDLE) },
  // What a night is about.
  key: {
    line: 'M12.2 11.8 20 4M16.6 7.4l2.6 2.6M14.4 9.6l1.7 1.7M3.5 16a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z',
    fill: 'M6.8 16a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0Z',
  },
  wish: { line: 'M12 20S3.5 15 3.5 9.3A4.6 4.6 0 0 1 12 6.8a4.6 4.6 0 0 1 8.5 2.5C20.5 15 12 20 12 20Z' },
  bed: { line: 'M3 6v13M3 16.5h18M21 19v-6.5a2.5 2.5 0 0 0-2.5-2.5H10v6.5M3 11.5h3.5a2 2 0 0 1 2 2v3' },
  cell: {
    line: 'M6 20.5V9a6 6 0 0 1 12 0v11.5M3.5 20.5h17',
    fill: 'M14 13.6a1.1 1.1 0 1 1 2.2 0a1.1 1.1 0 1 1-2.2 0Z',
  },
  noise: { line: 'M3 13.5 5.5 9l3 7 3-11 3 14 3-10 1.5 4.5H21' },
  vanish: {
    line: 'M7 20.5v-9a5 5 0 0 1 10 0v9l-2-1.6-1.5 1.6-1.5-1.6-1.5 1.6L9 18.9ZM4 5.5l1.8 1.3M20 5.5l-1.8 1.3M12 2v2',
    fill: 'M9.2 12a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0ZM13 12a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0Z',
  },
  lantern: {
    line: 'M10.4 3.9a1.6 1.6 0 1 1 3.2 0a1.6 1.6 0 1 1-3.2 0ZM7.5 9 12 5.5 16.5 9ZM8.5 9h7v8.5h-7ZM6.5 20.5h11M8 17.5l-.8 3M16 17.5l.8 3',
    fill: 'M12 10.3c1.5 1.700 1.900 2.5 1.900 3.5a1.900 1.900 0 0 1-3.800 0c0-1 .4-1.800 1.900-3.5Z',
  },
  veil: {
    line: 'M4.5 20.5C5 11.5 6.5 3.5 12 3.5s7 8 7.5 17c-4.700 1-10.300 1-15 0ZM8.700 11a3.300 4 0 1 0 6.600 0a3.300 4 0 1 0-6.600 0ZM9 14.5 7.800 20.700M15 14.5l1.200 6.200',
  },
  caught: { line: 'M5 5l14 14M19 5 5 19' },
  blessing: { line: 'M5.5 4.5h13v15h-13ZM12 7.5v7M9.2 10.2h5.6' },
  paths: {
    line: 'M5 19c0-5 14-3 14-8.5S9 8 9 4.5',
    fill: 'M3.2 19a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0ZM7.2 4.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0Z',
  },
  'about-turn': { line: 'M8 20V9a4.5 4.5 0 0 1 9 0v7M13.8 13l3.2 3.4 3.2-3.4' },
  ruler: { line: 'M3.5 16.5 16.5 3.5l4 4-13 13ZM7 13l2 2M10 10l2 2M13 7l2 2' },
  curtain: { line: 'M3.5 4h17M5 4v16c3 0 4-4 4-8V4M19 4v16c-3 0-4-4-4-8V4' },
  // Secret wishes.
  brandy: { line: 'M6.5 4h11c.6 5-1 9-5.5 9S5.9 9 6.5 4ZM12 13v6.5M8 20h8M6.7 8.5h10.6' },
  'honey-cake': { line: 'M4 19.5h16V11l-16 3.5ZM4 14.5 15 6.5c3 .3 5 2 5 4.5M4 17h16' },
  letter: { line: 'M3.5 6h17v12.5h-17ZM3.5 6.5 12 13l8.5-6.5' },
  poems: {
    line: 'M7 4.5h11v15H7a2.5 2.5 0 0 1 0-5h11M4.5 17V7A2.5 2.5 0 0 1 7 4.5',
    fill: 'M12.5 12.5s-3-1.7-3-3.6a1.5 1.5 0 0 1 3-.7a1.5 1.5 0 0 1 3 .7c0 1.9-3 3.6-3 3.6Z',
  },
  medicine: {
    line: 'M8.5 3.5h7M9.5 3.5v5L6 13.5v5.5a1.5 1.5 0 0 0 1.5 1.5h9A1.5 1.5 0 0 0 18 19v-5.5l-3.5-5v-5M12 13.5v4.5M9.7 15.7h4.6',
  },
  flask: { line: 'M10 3.5h4M10.5 3.5V9a6 6 0 1 0 3 0V3.5M7 13.5h10' },
  cards: { line: 'M4 7.5l7-2.5 4.5 12.5-7 2.5ZM13 6.5l6.5 1-2 11.5-4-.6' },
  book: { line: 'M5 5.5A2 2 0 0 1 7 3.5h12v13.5H7a2 2 0 0 0-2 2ZM5 19a2 2 0 0 0 2 2h12v-4M9 8h6' },
  wine: { line: 'M8 3.5h8c.8 5-.6 8.5-4 8.5S7.2 8.5 8 3.5ZM12 12v7.5M8.5 20h7M7.8 7.5h8.4' },
  dessert: {
    line: 'M6.5 11.5h11L16 20.5H8ZM6 11.5a3 3 0 0 1 2.2-4.8 4 4 0 0 1 7.6 0A3 3 0 0 1 18 11.5M12 3.5V2.5M10 11.5l.6 9M14 11.5l-.6 9',
  },
  phone: {
    line: 'M8 2.5h8A1.5 1.5 0 0 1 17.5 4v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5ZM10.5 18.7h3',
  },
  magazine: { line: 'M4.5 4h15v16h-15ZM7.5 7.5h9M7.5 11h4v5.5h-4ZM14 11h2.5M14 13.7h2.5M14 16.5h2.5' },
  'make-up': { line: 'M8.5 12h7v8.5h-7ZM10 12V6.5l4-3V12' },
  perfume: { line: 'M7 10h10v10.5H7ZM10 10V7h4v3M12 7V4.5M12 4.5h3M18 3.5v.1M20 5v.1M18 6.5v.1M10 14.5h4' },
  pawn: { line: 'M9 7a3 3 0 1 1 6 0a3 3 0 1 1-6 0ZM8.5 10.2h7M10.5 10.2c0 4-1 6-3 8h9c-2-2-3-4-3-8M6.5 21h11' },
  // People and talk.
  person: { line: 'M8 8a4 4 0 1 1 8 0a4 4 0 1 1-8 0ZM4.5 20.5c0-4 3.3-6 7.5-6s7.5 2 7.5 6' },
  people: {
    line: 'M5.5 9a3.5 3.5 0 1 1 7 0a3.5 3.5 0 1 1-7 0ZM2.5 19.5c0-3.4 2.7-5.5 6.5-5.5s6.5 2.1 6.5 5.5M15.5 5.7a3.5 3.5 0 0 1 0 6.6M17.5 14.5c2.4.6 4 2.4 4 5',
  },
  bot: {
    line: 'M5 9.5h14v9.5H5ZM12 9.5V5.5M2.5 13v3M21.5 13v3M9 16.5h6',
    fill: 'M10.7 4.5a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 1-2.6 0ZM8 13a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0ZM13.6 13a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0Z',
  },
  host: { line: 'M4 18.5h16M4.5 15.5 3 6.5l5 4 4-6 4 6 5-4-1.5 9Z' },
  chat: { line: 'M4 5h16v11h-8.5L7 20v-4H4ZM8 9h8M8 12.2h5' },
  send: { line: 'M3.5 11.5 20.5 4 15 20.5l-3.5-7ZM11.5 13.5l4-4.5' },
  invite: {
    line: 'M9.5 14.5l5-5M8 11l-2.6 2.6a3.7 3.7 0 0 0 5.2 5.2L13 16.4M11 7.6l2.4-2.4a3.7 3.7 0 0 1 5.2 5.2L16 13',
  },
  share: {
    line: 'M8.2 10.8l7.6-4M8.2 13.2l7.6 4M4 12a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0ZM15.5 5.5a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0ZM15.5 18.5a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0Z',
  },
  // The page.
  bell: { line: 'M5 17c2-2 1-9 7-9s5 7 7 9ZM12 8V5.5M10 20h4' },
  language: {
    line: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM3.5 12h17M12 3.5c5 5.5 5 11.5 0 17M12 3.5c-5 5.5-5 11.5 0 17',
  },
  sun: {
    line: 'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0ZM12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7M18.7 5.3 17 7M7 17l-1.7 1.7',
  },
  moon: { line: 'M15.5 4A8.5 8.5 0 1 0 20 15.5 7.2 7.2 0 0 1 15.5 4Z' },
  auto: { line: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0Z', fill: 'M12 3.5a8.5 8.5 0 0 1 0 17Z' },
  rules: {
    line: 'M12 6.5C9.5 4.5 6.5 4.2 3.5 4.5v13.5c3-.3 6 0 8.5 2 2.5-2 5.5-2.3 8.5-2V4.5c-3-.3-6 0-8.5 2ZM12 6.5V20',
  },
  record: { line: 'M6 3.5h8.5L19 8v12.5H6ZM14 3.5V8.5h5M10 12l4.5 2.7L10 17.5Z' },
  clock: { line: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM12 7v5.5l3.5 2' },
  device: { line: 'M3.5 5h17v11h-17ZM8.5 20h7M12 16v4' },
  swap: { line: 'M4 8.5h15M15 4.5l4 4-4 4M20 15.5H5M9 11.5l-4 4 4 4' },
  find: { line: 'M12 2.5v4M12 17.5v4M2.5 12h4M17.5 12h4M6.5 12a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0Z' },
  search: { line: 'M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0ZM15.5 15.5 20.5 20.5' },
  settings: {
    line: 'M4 7h8M16 7h4M4 12h3M11 12h9M4 17h9M17 17h3M12 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0ZM7 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0ZM13 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0Z',
  },
  layers: { line: 'M12 4 21 9l-9 5-9-5ZM4 13.5l8 4.5 8-4.5' },
  copy: { line: 'M8.5 8.5h11v11h-11ZM15.5 8.5v-4h-11v11h4' },
  download: { line: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 20h15' },
  play: { fill: 'M7 4.5v15l12.5-7.5Z' },
  pause: { fill: 'M6.5 5h4v14h-4ZM13.5 5h4v14h-4Z' },
  first: { fill: 'M18.5 5v14L8 12ZM5 5h2.2v14H5Z' },
  last: { fill: 'M5.5 5v14L16 12ZM16.8 5H19v14h-2.2Z' },
  back: { line: 'M14.5 5 7.5 12l7 7' },
  forward: { line: 'M9.5 5l7 7-7 7' },
  undo: { line: 'M5 9h9a5.5 5.5 0 0 1 0 11H8M9 4.5 4.5 9 9 13.5' },
  check: { line: 'M4.5 12.5l5 5L20 6.5' },
  close: { line: 'M5.5 5.5l13 13M18.5 5.5l-13 13' },
  plus: { line: 'M12 4.5v15M4.5 12h15' },
  menu: { line: 'M4 6.5h16M4 12h16M4 17.5h16' },
  help: {
    line: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM9.3 9.7a2.7 2.7 0 1 1 4.3 2.2c-1 .7-1.6 1.2-1.6 2.3',
    fill: 'M11 17a1 1 0 1 0 2 0a1 1 0 1 0-2 0Z',
  },
  'warning-double': {
    line: 'M8.8 5.5 16 19.5H1.6ZM8.8 10.5v4M13.6 8.6 15.2 5.5 22.4 19.5H19.2',
    fill: 'M7.8 17.1a1 1 0 1 0 2 0a1 1 0 1 0-2 0Z',
  },
  warning: { line: 'M12 4 21.5 20h-19ZM12 10v4.5', fill: 'M11 17.2a1 1 0 1 0 2 0a1 1 0 1 0-2 0Z' },
  lock: {
    line: 'M5.5 10.5h13v10h-13ZM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3',
    fill: 'M10.9 15a1.1 1.1 0 1 1 2.2 0l.5 3h-3.2Z',
  },
  home: { line: 'M4 11.5 12 4.5l8 7M6 10v10h12V10M10 20v-5.5h4V20' },
  seal: {
    line: 'M12 3l2.3 1.7 2.8-.2.7 2.7 2.4 1.5-1 2.6 1 2.6-2.4 1.5-.7 2.7-2.8-.2L12 19.6l-2.3-1.7-2.8.2-.7-2.7-2.4-1.5 1-2.6-1-2.6 2.4-1.5.7-2.7 2.8.2ZM9 11.3l2.2 2.2 3.9-4.3',
  },
} satisfies Record<string, Drawing>;

export type IconName = keyof typeof DRAWINGS;

/** The drawing of what a novice wishes for, by the name on her card. */
const THINGS: Record<string, IconName> = {
  brandy: 'brandy',
  'honey cake': 'honey-cake',
  'letter from home': 'letter',
  'love poems': 'poems',
  medicine: 'medicine',
  'rose water': 'flask',
  'playing cards': 'cards',
  'forbidden book': 'book',
  wine: 'wine',
  dessert: 'dessert',
  phone: 'phone',
  magazine: 'magazine',
  'make-up': 'make-up',
  perfume: 'perfume',
  game: 'pawn',
  letter: 'letter',
};

export function iconOfThing(thing: string): IconName {
  return THINGS[thing] ?? 'wish';
}

const DICE = ['die-1', 'die-2', 'die-3', 'die-4', 'die-5', 'die-6'] as const;

export function iconOfDie(face: number): IconName {
  return DICE[face - 1] ?? 'die-1';
}
