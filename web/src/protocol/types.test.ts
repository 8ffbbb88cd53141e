// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { current, typesOf } from '../../scripts/types.mjs';

test('the types are those of the schema', async () => {
  const written = readFileSync('src/protocol/types.ts', 'utf8');
  expect(written, 'schema.json has changed: npm run types').toBe(await current());
});

test('lists and maps are read-only, and a comment says what the server says', async () => {
  const properties = {
    dots: { type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'string' }] } },
    heard: { type: 'object', additionalProperties: { type: 'array', items: { type: 'integer' } } },
  } as const;
  const types = await typesOf({ $defs: { Odd: { description: 'A ``dot``.', type: 'object', properties } } });
  expect(types).toContain('dots?: readonly (number | string)[];');
  expect(types).toContain('readonly [k: string]: readonly number[];');
  expect(types).toContain('/**\n * A `dot`.\n */\nexport interface Odd');
});

test('a schema of an unknown kind is refused', async () => {
  await expect(typesOf({ $defs: { Odd: { type: 'object', properties: { x: { not: {} } } } } })).rejects.toThrow(
    'known kinds',
  );
});
