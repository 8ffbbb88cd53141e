// A record file as text (docs/formats.md), split into its parts. That it is well formed and that its moves are legal, the referee has
// said before a replay is shown; here are the words from which the browser draws every card and die again.

export interface RecordFile {
  edition: string;
  options: string;
  novices: number;
  dice: 'sha256' | 'counter';
  seed: string;
  seal: string;
  seats: { seat: string; name: string }[];
  salts: { seat: string; salt: string }[];
  actions: string[];
  end: string;
  check: string;
  /** Everything above the line of the check. */
  body: string;
}

export class BadRecord extends Error {}

export function readRecord(text: string): RecordFile {
  const lines = text.split('\n');
  if (!lines[0]?.startsWith('nuns record ')) throw new BadRecord('nuns record');
  const ended = lines.findIndex((line) => line.startsWith('end '));
  if (ended < 0 || !lines[ended + 1]?.startsWith('check ')) throw new BadRecord('check');
  const deal = lines.findIndex((line) => line.startsWith('deal '));
  if (deal < 0) throw new BadRecord('deal');
  const head = lines.slice(0, deal);
  const value = (key: string) => head.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? '';
  const pairs = (key: string) =>
    head.filter((line) => line.startsWith(`${key} `)).map((line) => splitOnce(line.slice(key.length + 1)));
  return {
    edition: value('edition'),
    options: value('options'),
    novices: Number(value('novices')),
    dice: value('dice') === 'sha256' ? 'sha256' : 'counter',
    seed: value('seed'),
    seal: value('seal'),
    seats: pairs('seat').map(([seat, name]) => ({ seat, name })),
    salts: pairs('salt').map(([seat, salt]) => ({ seat, salt })),
    actions: lines.slice(deal, ended),
    end: (lines[ended] as string).slice('end '.length),
    check: (lines[ended + 1] as string).slice('check '.length),
    body: lines.slice(0, ended + 1).join('\n') + '\n',
  };
}

function splitOnce(text: string): [string, string] {
  const space = text.indexOf(' ');
  return space < 0 ? [text, ''] : [text.slice(0, space), text.slice(space + 1)];
}
