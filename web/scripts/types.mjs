/**
 * Writes the protocol's TypeScript types from its JSON Schema: `npm run types`.
 *
 * The schema is made of msgspec Structs and so uses a small part of the language: objects, tagged unions, enums, arrays, tuples and
 * maps. Anything else is an error here rather than an `unknown` in the client.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../src/protocol/', import.meta.url);

/** Names of Python's that the schema spells out in place, and where they are found. */
const NAMED = {
  ChairName: "Chair['chair']",
  Channel: "Said['channel']",
  GaitName: "Plan['gait']",
  Level: "LevelInfo['level']",
  Side: "Chair['side']",
  Status: "TableState['status']",
};

/** @typedef {Record<string, any>} Schema */

/** @param {Schema} schema @returns {string} */
export function typesOf(schema) {
  const header =
    '// Generated from schema.json by `npm run types`; change the Structs in src/nuns and run `python -m nuns.server.schema`.\n';
  const declarations = Object.entries(schema.$defs).map(([name, part]) => declared(name, part));
  const names = Object.entries(NAMED).map(([name, place]) => `\nexport type ${name} = ${place};\n`);
  return [header, ...declarations, ...names].join('');
}

/** @param {string} name @param {Schema} part */
function declared(name, part) {
  const body = part.properties ? `export interface ${name} ${fields(part)}` : `export type ${name} = ${type(part)};`;
  return `\n${said(part.description, '')}${body}\n`;
}

/** @param {Schema} part */
function fields(part) {
  const required = new Set(part.required ?? []);
  const lines = Object.entries(part.properties).map(
    ([name, field]) =>
      `${said(field.description, '  ')}  ${key(name)}${required.has(name) ? '' : '?'}: ${type(field)};\n`,
  );
  return `{\n${lines.join('')}}`;
}

/** @param {Schema} part @returns {string} */
function type(part) {
  if (part.$ref) return part.$ref.replace('#/$defs/', '');
  if (part.enum) return part.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(' | ');
  if (part.anyOf) return part.anyOf.map(type).join(' | ');
  if (part.prefixItems) return `[${part.prefixItems.map(type).join(', ')}]`;
  switch (part.type) {
    case 'array':
      return `readonly ${grouped(type(part.items))}[]`;
    case 'object':
      if (part.properties) return fields(part);
      return `Readonly<Record<string, ${type(part.additionalProperties)}>>`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return part.type;
    default:
      throw new Error(`expected a schema of a known kind, got ${JSON.stringify(part)}`);
  }
}

/** @param {string} text */
function grouped(text) {
  return text.includes('|') || text.startsWith('readonly') ? `(${text})` : text;
}

/** @param {string} name */
function key(name) {
  return /^[a-zA-Z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

/** @param {string | undefined} text @param {string} indent */
function said(text, indent) {
  return text ? `${indent}/** ${text.replace(/\s+/g, ' ').replaceAll('``', '`')} */\n` : '';
}

/** The types as the committed schema has them. */
export function current() {
  return typesOf(JSON.parse(readFileSync(new URL('schema.json', folder), 'utf8')));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(new URL('types.ts', folder), current());
