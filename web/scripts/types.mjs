/**
 * Writes the protocol's TypeScript types and limits from its JSON Schema, and the English that the command line shares with the pages as
 * data: `npm run types`. What a server sends is read-only.
 */
import { compile } from 'json-schema-to-typescript';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';
import ts from 'typescript';

const folder = new URL('../src/protocol/', import.meta.url);
const ENGLISH = '../../../src/nuns/lab/report/english.json'; // as seen from that folder
const STYLE = { parser: 'typescript', printWidth: 120, singleQuote: true };
const HEADER =
  '// Generated from schema.json by `npm run types`; change the Structs in src/nuns and run `python -m nuns.server.schema`.\n\n';

/** Names of Python's that the schema spells out in place, and where they are found. */
const NAMED = {
  ChairName: "Chair['chair']",
  Channel: "Said['channel']",
  GaitName: "Plan['gait']",
  Level: "LevelInfo['level']",
  Side: "Chair['side']",
  Status: "TableState['status']",
};

/** @typedef {import('json-schema-to-typescript').JSONSchema} Schema */

/** @param {Schema} schema @returns {Promise<string>} */
export async function typesOf(schema) {
  const whole = { ...withTuples(schema), title: 'Whole', additionalProperties: false };
  const compiled = await compile(whole, 'Whole', {
    unreachableDefinitions: true,
    additionalProperties: false,
    bannerComment: '',
    format: false,
  });
  if (/\bunknown\b/.test(compiled)) throw new Error(`expected a schema of known kinds, got unknown in:\n${compiled}`);
  const names = Object.entries(NAMED).map(([name, place]) => `\nexport type ${name} = ${place};\n`);
  return prettier.format(HEADER + readOnly(withoutOrigins(compiled)) + names.join(''), STYLE);
}

/** The compiler knows tuples only as older drafts wrote them: `items` for `prefixItems`. @param {Schema} schema @returns {Schema} */
function withTuples(schema) {
  return JSON.parse(JSON.stringify(schema), (_, part) =>
    part?.prefixItems ? { ...part, items: part.prefixItems, additionalItems: false } : part,
  );
}

/** Comments without the sentence that each definition gets about where it was found. @param {string} code */
function withoutOrigins(code) {
  return code
    .replace(/\n \* ?This interface was referenced by [^\n]*\n \* via [^\n]*/g, '')
    .replace(/\/\*\*\n \*\/\n/g, '')
    .replace(/\n \*\s*\n \*\//g, '\n */')
    .replaceAll('``', '`');
}

/** The declarations with every array and map read-only, and without the one that stands for the whole schema. @param {string} code */
function readOnly(code) {
  const file = ts.createSourceFile('types.ts', code, ts.ScriptTarget.ES2022, true);
  const { transformed } = ts.transform(file, [
    (context) => (root) => {
      const declarations = root.statements.filter(
        (each) => !(ts.isInterfaceDeclaration(each) && each.name.text === 'Whole'),
      );
      const trimmed = context.factory.updateSourceFile(root, declarations);
      return ts.visitEachChild(trimmed, visit, context);

      /** @param {ts.Node} node @returns {ts.Node} */
      function visit(node) {
        const inside = ts.visitEachChild(node, visit, context);
        if (ts.isArrayTypeNode(inside)) {
          return context.factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, inside);
        }
        if (ts.isIndexSignatureDeclaration(inside)) {
          const modifiers = [context.factory.createModifier(ts.SyntaxKind.ReadonlyKeyword)];
          return context.factory.updateIndexSignature(inside, modifiers, inside.parameters, inside.type);
        }
        return inside;
      }
    },
  ]);
  const [result = file] = transformed;
  return ts.createPrinter().printFile(result);
}

const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength'];

/** The bounds of every field that a client may send, by message and field. @param {Schema} schema @returns {Promise<string>} */
export async function limitsOf(schema) {
  const parts = Object.entries(schema.$defs ?? {}).flatMap(([name, part]) => {
    const fields = Object.entries(part.properties ?? {}).flatMap(([field, value]) => {
      const bounds = [value, ...(value.anyOf ?? [])].flatMap(boundsOf);
      return bounds.length > 0 ? [[field, Object.fromEntries(bounds)]] : [];
    });
    return fields.length > 0 ? [[name, Object.fromEntries(fields)]] : [];
  });
  const limits = JSON.stringify(Object.fromEntries(parts));
  return prettier.format(`${HEADER}export const LIMITS = ${limits} as const;\n`, STYLE);
}

/** @param {Schema} part @returns {[string, number][]} */
function boundsOf(part) {
  return BOUNDS.flatMap((bound) => (bound in part ? [[bound, part[bound]]] : []));
}

const SHARED = ['analysis', 'game']; // the rooms of English that `nuns analyse` speaks

/** These rooms' texts by their whole keys; what is for one thing and for several has both. @returns {Promise<string>} */
async function english() {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const name of SHARED) {
    const script = ts.transpile(readFileSync(new URL(`../i18n/en/${name}.ts`, folder), 'utf8'), {
      module: ts.ModuleKind.ESNext,
    });
    const room = (await import(`data:text/javascript,${encodeURIComponent(script)}`))[name];
    for (const [key, text] of Object.entries(room)) found[`${name}.${key}`] = text;
  }
  return prettier.format(JSON.stringify(found), { parser: 'json', printWidth: 140 });
}

/** The files as the committed schema makes them. @returns {Promise<Record<string, string>>} */
export async function current() {
  const schema = JSON.parse(readFileSync(new URL('schema.json', folder), 'utf8'));
  return { 'types.ts': await typesOf(schema), 'limits.ts': await limitsOf(schema), [ENGLISH]: await english() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(await current())) writeFileSync(new URL(name, folder), text);
}
