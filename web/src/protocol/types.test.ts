// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { current, typesOf } from '../../scripts/types.mjs';

test('the types are those of the schema', () => {
  const written = readFileSync('src/protocol/types.ts', 'utf8');
  expect(written, 'schema.json has changed: npm run types').toBe(current());
});

test('a schema of an unknown kind is refused', () => {
  expect(() => typesOf({ $defs: { Odd: { type: 'object', properties: { x: { not: {} } } } } })).toThrow('known kind');
});
