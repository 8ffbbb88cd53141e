import { flushSync, mount, unmount, type ComponentProps } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startSpeaking, t } from '../i18n';
import Board from './Board.svelte';
import { Convent } from './convent';
import { SAMPLE } from './sample';
import { EMPTY } from './boardScene';

let component: ReturnType<typeof mount> | undefined;
const onpick = vi.fn<(dot: number) => void>();

beforeAll(() => startSpeaking());

beforeEach(() => {
  // jsdom lays nothing out: a pane of 620 by 420 pixels shows the sample at twice its size.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(620);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(420);
});

afterEach(() => {
  if (component) void unmount(component);
  component = undefined;
  onpick.mockReset();
});

type Shown = Omit<ComponentProps<typeof Board>, 'convent' | 'onpick'>;

function shown(props: Shown = {}): HTMLElement {
  component = mount(Board, {
    target: document.body,
    props: { convent: new Convent(SAMPLE), theme: 'night', onpick, ...props },
  });
  flushSync();
  return document.body;
}

function dot(number: number): SVGElement {
  const found = document.querySelector<SVGElement>(`[data-dot="${number}"]`);
  if (!found) throw new Error(`expected dot ${number} on the board, got none`);
  return found;
}

function press(key: string): void {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  flushSync();
}

function tap(x: number, y: number): void {
  const pane = document.querySelector('section') as HTMLElement;
  const at = { clientX: x, clientY: y, bubbles: true, button: 0 };
  pane.dispatchEvent(Object.assign(new MouseEvent('pointerdown', at), { pointerId: 1, pointerType: 'touch' }));
  pane.dispatchEvent(Object.assign(new MouseEvent('pointerup', at), { pointerId: 1, pointerType: 'touch' }));
  flushSync();
}

test('each dot has a name that says where it is, who is there and who sees it', () => {
  shown({
    scene: {
      ...EMPTY,
      guards: [{ guard: 'abbess', dot: 2, facing: [1, 2] }],
      novices: [{ novice: 3, status: 'on-the-run', dot: 12 }],
    },
    lit: { abbess: [2, 12] },
    ghost: { novice: 1, dot: 1, cell: 1, key: { dot: 3, done: false } },
    selectable: [3],
  });
  expect(dot(1).getAttribute('aria-label')).toBe('Dot 1, Chapel, you are here, your cell');
  expect(dot(12).getAttribute('aria-label')).toBe(
    `Dot 12, Chapel, novice 3 is here, ${t('play.board.dot.watched', { guards: 'the Abbess' })}`,
  );
  expect(dot(3).getAttribute('aria-label')).toBe('Dot 3, Kitchen, your key, can be chosen');
  expect(dot(2).getAttribute('aria-disabled')).toBe('true');
});

test('arrow keys go from dot to neighbouring dot, and Enter picks', () => {
  shown();
  dot(1).focus();
  press('ArrowRight');
  expect(document.activeElement).toBe(dot(2));
  press('ArrowUp');
  expect(document.activeElement).toBe(dot(2));
  press('ArrowDown');
  expect(document.activeElement).toBe(dot(12));
  press('Enter');
  expect(onpick.mock.calls).toEqual([[12]]);
});

test('digits go to the dot of that number', () => {
  shown();
  dot(1).focus();
  press('1');
  press('2');
  expect(document.activeElement).toBe(dot(12));
});

test('only one dot is in the way of the Tab key: one’s own', () => {
  shown({ ghost: { novice: 1, dot: 12 } });
  const reached = [...document.querySelectorAll('[data-dot][tabindex="0"]')];
  expect(reached).toEqual([dot(12)]);
});

test('where there is a choice, no other dot is picked', () => {
  shown({ selectable: [3] });
  dot(1).focus();
  press('Enter');
  expect(onpick).not.toHaveBeenCalled();
  dot(3).focus();
  press(' ');
  expect(onpick.mock.calls).toEqual([[3]]);
});

test('a tap picks the dot nearest to the finger, and nothing beside everything', () => {
  shown();
  tap(310 + 8, 110 - 6); // dot 2 lies at (200, 100), the middle of the sample at (200, 150)
  expect(onpick.mock.calls).toEqual([[2]]);
  tap(420, 330);
  expect(onpick).toHaveBeenCalledTimes(1);
});

test('a screen reader’s click picks too, a pointer’s own does so once', () => {
  shown();
  dot(3).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
  dot(3).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  expect(onpick.mock.calls).toEqual([[3]]);
});

test('a novice out of sight has no piece, her own ghost has one', () => {
  const page = shown({
    scene: {
      ...EMPTY,
      novices: [
        { novice: 1, status: 'on-the-run' },
        { novice: 2, status: 'on-the-run', dot: 3 },
      ],
    },
    ghost: { novice: 1, dot: 12 },
  });
  const pieces = [...page.querySelectorAll('[data-piece]')].map((piece) => piece.getAttribute('data-piece'));
  expect(pieces).toEqual(['novice 2', 'ghost 1']);
});

test('the picture is of the theme', () => {
  const page = shown({ theme: 'vellum' });
  expect(page.querySelector('img')?.getAttribute('src')).toBe('/api/convent/plan.svg?theme=vellum');
});
