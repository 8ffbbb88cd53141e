/** Every word on a page comes from the texts: no component has letters of its own between its tags or in what is read aloud. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type AST } from 'svelte/compiler';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
const SAID = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'label',
  'placeholder',
  'title',
]);

type Node = AST.SvelteNode | AST.Attribute['value'];

/** The texts of a component, and the attributes that are read aloud, as far as they stand in the markup. */
function* wordsOf(node: Node, attribute: string | null = null): Generator<string> {
  if (Array.isArray(node)) {
    for (const each of node) yield* wordsOf(each, attribute);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  const { type } = node;
  if (type === 'Text') {
    if (attribute === null || SAID.has(attribute)) yield node.data.trim();
    return;
  }
  if (type === 'StyleDirective') return;
  if (type === 'Attribute') {
    if (node.value !== true) yield* wordsOf(node.value, node.name);
    return;
  }
  for (const inner of Object.values(node) as Node[]) yield* wordsOf(inner, null);
}

function hardCoded(source: string): string[] {
  const { fragment } = parse(source, { modern: true });
  return [...wordsOf(fragment)].filter((words) => /\p{L}{2}/u.test(words));
}

const components = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.svelte') && !name.includes('dev'),
);

test.each(components)('%s says nothing of its own', (name) => {
  expect(hardCoded(readFileSync(join(SOURCES, name), 'utf8'))).toEqual([]);
});

test('what stands in the markup is found, and what is filled in is not', () => {
  expect(hardCoded('<p class="big" title="Hello there">Some words {name}</p>')).toEqual(['Hello there', 'Some words']);
  expect(hardCoded('{#if here}<p aria-label={t("game.rule")}>{words} · 9.6</p>{/if}')).toEqual([]);
});
