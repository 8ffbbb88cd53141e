// The part of an address that names a moment: `#12` or, through one seat's eyes, `#12,novice-4`.

export interface Moment {
  place: number;
  seat: string | null;
}

const SEAT = /^(omniscient|guards|abbess|prioress|spectator|novice-[1-6])$/;

export function momentOf(hash: string): Moment {
  const [place = '', seat = ''] = hash.replace(/^#/, '').split(',');
  return { place: /^\d{1,4}$/.test(place) ? Number(place) : 0, seat: SEAT.test(seat) ? seat : null };
}

export function hashOf({ place, seat }: Moment): string {
  return seat && seat !== 'omniscient' ? `#${place},${seat}` : `#${place}`;
}
