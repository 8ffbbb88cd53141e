// A picture of a night that is over: the plan with every novice's route, drawn in the browser. Before the end there is nothing to draw.

import type { Convent, Point } from '../board/convent';
import { colourOf, emblemOf, MEDAL, SHAPES } from '../look/emblems/shapes';
import { planPicture } from '../store/api';
import type { Sheet } from '../protocol/types';

/** What a picture shows, in the reader's words. */
export interface Scenery {
  readonly convent: Convent;
  readonly title: string;
  readonly lines: readonly string[];
  readonly sheets: readonly Sheet[];
  /** The dots of the captures. */
  readonly captures: readonly number[];
  readonly winners: readonly number[];
}

/** The width of a picture in pixels, and of its margins. */
const WIDTH = 1600;
const MARGIN = 48;
/** The foot on which the words stand. */
const FOOT = 210;
const NIGHT = '#0b1224';
const GOLD = '#f0c869';
const PALE = '#f2e9d5';

export async function pictureOf(scenery: Scenery): Promise<Blob> {
  const { page } = scenery.convent;
  const scale = WIDTH / page.width;
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = Math.round(page.height * scale) + FOOT;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('expected a canvas to draw on, got none');
  pen.fillStyle = NIGHT;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(await loaded(planPicture('night')), 0, 0, WIDTH, page.height * scale);
  pen.save();
  pen.scale(scale, scale);
  pen.translate(-page.left, -page.top);
  const last = (sheet: Sheet): number => Number(scenery.winners.includes(sheet.novice));
  for (const sheet of [...scenery.sheets].sort((one, two) => last(one) - last(two))) drawNight(pen, scenery, sheet);
  for (const dot of scenery.captures) drawCross(pen, scenery.convent.at(dot));
  pen.restore();
  await document.fonts.load('500 64px "EB Garamond"');
  drawWords(pen, scenery, canvas.height - FOOT);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('expected a picture, got none'))), 'image/png'),
  );
}

async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** A novice's whole route, in a lane of her own beside those who took the same way. */
function drawNight(
  pen: CanvasRenderingContext2D,
  { convent, winners }: Scenery,
  { novice, cell, log = [] }: Sheet,
): void {
  const dots = [cell, ...log.flatMap(({ route }) => route)];
  const aside = (novice - 3.5) * 3.2;
  const places = dots.map((dot) => convent.at(dot)).map(({ x, y }) => ({ x: x + aside, y: y + aside }));
  const isWinner = winners.includes(novice);
  for (const [colour, width] of [
    ['#0a0d18cc', isWinner ? 13 : 8],
    [colourOf(novice), isWinner ? 7.5 : 4],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.lineJoin = pen.lineCap = 'round';
    pen.globalAlpha = isWinner || winners.length === 0 ? 1 : 0.75;
    pen.beginPath();
    for (const { x, y } of places) pen.lineTo(x, y);
    pen.stroke();
  }
  pen.globalAlpha = 1;
  const end = places.at(-1);
  if (end) drawMedal(pen, end, novice, isWinner ? 24 : 17);
}

function drawMedal(pen: CanvasRenderingContext2D, { x, y }: Point, novice: number, radius: number): void {
  const shape = SHAPES[emblemOf(novice)];
  pen.save();
  pen.translate(x, y);
  pen.scale(radius / 10, radius / 10);
  const disc = (at: { x: number; y: number; r: number }, colour: string): void => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(at.x, at.y, at.r, 0, 2 * Math.PI);
    pen.fill();
  };
  disc({ x: 0, y: 0, r: 10.7 }, colourOf(novice));
  disc({ x: 0, y: 0, r: 9.3 }, MEDAL);
  for (const each of shape.discs ?? []) disc(each, colourOf(novice));
  pen.fillStyle = colourOf(novice);
  if (shape.body) pen.fill(new Path2D(shape.body));
  for (const each of shape.cuts ?? []) disc(each, MEDAL);
  for (const each of shape.hearts ?? []) disc(each, colourOf(novice));
  pen.lineWidth = 1.2;
  for (const [path, colour] of [
    [shape.veins, MEDAL],
    [shape.lines, colourOf(novice)],
  ] as const) {
    pen.strokeStyle = colour;
    if (path) pen.stroke(new Path2D(path));
  }
  pen.restore();
}

function drawCross(pen: CanvasRenderingContext2D, { x, y }: Point): void {
  for (const [colour, width] of [
    [NIGHT, 10],
    ['#ff8a73', 5],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.lineCap = 'round';
    pen.stroke(new Path2D(`M${x - 13} ${y - 13}l26 26m0-26l-26 26`));
  }
}

function drawWords(pen: CanvasRenderingContext2D, { title, lines, winners }: Scenery, top: number): void {
  pen.fillStyle = '#2a2825';
  pen.fillRect(0, top, WIDTH, FOOT);
  pen.fillStyle = GOLD;
  pen.fillRect(0, top, WIDTH, 4);
  winners.forEach((novice, place) => drawMedal(pen, { x: MARGIN + 40 + 96 * place, y: top + 76 }, novice, 40));
  const left = MARGIN + (winners.length > 0 ? 96 * winners.length + 8 : 0);
  pen.font = '500 64px "EB Garamond", Georgia, serif';
  pen.fillText(title, left, top + 98, WIDTH - left - MARGIN);
  pen.fillStyle = PALE;
  pen.font = '30px system-ui, sans-serif';
  pen.fillText(lines.join(' · '), MARGIN, top + 164, WIDTH - 2 * MARGIN);
}
