// The part of an address that names a moment: `#12`; through one seat's eyes `#12,novice-4`; with the analysis beside it `#12,analysis`, or with one of
// its decisions `#12,novice-4,decision-77`.

export interface Moment {
  place: number;
  seat: string | null;
  /** Whether the analysis is open. */
  analysis?: boolean;
  /** The decision that is shown on the board, by the number of actions before it. */
  decision?: number | null;
}

const SEAT = /^(omniscient|guards|abbess|prioress|spectator|novice-[1-6])$/;
const DECISION = /^decision-(\d{1,6})$/;

export function momentOf(hash: string): Moment {
  const [place = '', ...more] = hash.replace(/^#/, '').split(',');
  const decision = more.map((each) => DECISION.exec(each)?.[1]).find((each) => each !== undefined);
  return {
    place: /^\d{1,4}$/.test(place) ? Number(place) : 0,
    seat: more.find((each) => SEAT.test(each)) ?? null,
    analysis: decision !== undefined || more.includes('analysis'),
    decision: decision === undefined ? null : Number(decision),
  };
}

export function hashOf({ place, seat, analysis = false, decision = null }: Moment): string {
  const eyes = seat && seat !== 'omniscient' ? [seat] : [];
  const beside = decision !== null ? [`decision-${decision}`] : analysis ? ['analysis'] : [];
  return `#${[place, ...eyes, ...beside].join(',')}`;
}
