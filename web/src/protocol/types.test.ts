// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { current, limitsOf, typesOf } from '../../scripts/types.mjs';

test('types, limits and shared English are those of their sources', async () => {
  for (const [name, text] of Object.entries(await current())) {
    expect(readFileSync(`src/protocol/${name}`, 'utf8'), `${name}: run make types`).toBe(text);
  }
}, 60_000);

test('limits are told by message and field', async () => {
  const name = { anyOf: [{ type: 'string', maxLength: 40 }, { type: 'null' }] } as const;
  const bank = { type: 'integer', minimum: 10, maximum: 3600 } as const;
  const limits = await limitsOf({
    $defs: { Odd: { properties: { name, bank, open: { type: 'boolean' } } }, None: {} },
  });
  expect(limits).toContain(
    'export const LIMITS = { Odd: { name: { maxLength: 40 }, bank: { minimum: 10, maximum: 3600 } } } as const;',
  );
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
