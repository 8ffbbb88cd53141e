/** Why a typed move could not be read, by its code (`src/nuns/referee/codes.py`). */

export const notationFaults = {
  'no-such-action': '“{text}” is not a move. Type it like “novice-4 run 4-18-27”, “abbess 26-40” or “abbess stops”.',
  'no-such-deal': '“{text}” is not a deal. Type it like “deal novice-4 key-5 roll-again, abbess false-noise”.',
  'deal-order': '“{text}” is not in order. Type the deal like this: “{expected}”.',
} as const;
