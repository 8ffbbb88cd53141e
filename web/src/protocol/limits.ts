// Generated from schema.json by `npm run types`; change the Structs in src/nuns and run `python -m nuns.server.schema`.

export const LIMITS = {
  Act: {
    id: { minimum: 0, maximum: 9007199254740991 },
    seat: { maxLength: 12 },
    action: { minLength: 1, maxLength: 200 },
    decision: { maxLength: 40 },
  },
  Advise: { id: { minimum: 0, maximum: 9007199254740991 }, seat: { maxLength: 12 }, decision: { maxLength: 40 } },
  Away: { id: { minimum: 0, maximum: 9007199254740991 }, seat: { maxLength: 12 } },
  Clock: {
    bank: { minimum: 10, maximum: 3600 },
    increment: { minimum: 0, maximum: 300 },
    joint: { minimum: 10, maximum: 3600 },
  },
  Commit: { id: { minimum: 0, maximum: 9007199254740991 } },
  Explain: { id: { minimum: 0, maximum: 9007199254740991 }, seat: { maxLength: 12 }, event: { minimum: 0 } },
  Key: { key: { minLength: 43, maxLength: 43 } },
  Look: { id: { minimum: 0, maximum: 9007199254740991 }, seat: { maxLength: 12 }, after: { minimum: 0 } },
  PlanToward: {
    id: { minimum: 0, maximum: 9007199254740991 },
    seat: { maxLength: 12 },
    dot: { minimum: 1, maximum: 999 },
  },
  PuzzleAnswer: { dot: { minimum: 1, maximum: 999 } },
  Salt: { id: { minimum: 0, maximum: 9007199254740991 } },
  Say: { id: { minimum: 0, maximum: 9007199254740991 }, text: { minLength: 1, maxLength: 500 } },
  Settings: {
    edition: { maxLength: 20 },
    novices: { minimum: 1, maximum: 6 },
    guard_players: { minimum: 1, maximum: 2 },
    window: { minimum: 3, maximum: 60 },
    name: { maxLength: 40 },
  },
  Sitting: { name: { minLength: 1, maxLength: 40 } },
  Takeover: {
    moment: { minimum: 1, maximum: 1000000 },
    seat: { maxLength: 12 },
    name: { minLength: 1, maxLength: 40 },
  },
} as const;
