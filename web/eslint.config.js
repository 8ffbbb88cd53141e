import { readdirSync, readFileSync } from 'node:fs';
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/**
 * The folders of src from the lowest layer to the highest, and which folders each may import.
 * @type {Record<string, string[]>}
 */
const LAYERS = {
  protocol: [],
  i18n: ['protocol'],
  look: ['i18n'],
  store: ['protocol'],
  board: ['protocol', 'i18n', 'look', 'store'],
  rules: ['protocol', 'i18n', 'look', 'store', 'board'],
  shared: ['protocol', 'i18n', 'look', 'store', 'board', 'rules'],
  lobby: ['protocol', 'i18n', 'look', 'store', 'shared'],
  replay: ['protocol', 'i18n', 'look', 'store', 'board', 'shared'],
  table: ['protocol', 'i18n', 'look', 'store', 'board', 'shared', 'replay'],
  takeover: ['protocol', 'i18n', 'look', 'store', 'shared', 'lobby', 'replay'],
  today: ['protocol', 'i18n', 'look', 'store', 'shared', 'lobby'],
  book: ['protocol', 'i18n', 'look', 'store', 'board', 'shared', 'replay'],
  tv: ['protocol', 'i18n', 'look', 'store', 'board', 'shared', 'replay', 'table'],
  learn: ['protocol', 'i18n', 'look', 'store', 'board', 'shared', 'table'],
};
const folders = readdirSync(`${import.meta.dirname}/src`, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);
if (folders.some(({ name }) => !(name in LAYERS))) throw new Error('expected every folder of src among the LAYERS');
Object.entries(LAYERS).forEach(([folder, allowed], place, all) => {
  const lower = all.slice(0, place).map(([name]) => name);
  if (!allowed.every((each) => lower.includes(each))) throw new Error(`expected ${folder} to import lower layers only`);
});

// Which editions there are, the server says: no page knows one by its name.
const editions = JSON.parse(readFileSync(`${import.meta.dirname}/src/protocol/editions.json`, 'utf8')).editions;
const EDITION = {
  selector: `Literal[value=/^(${editions.map((/** @type {{ name: string }} */ { name }) => name).join('|')})$/]`,
  message: 'ask the server for its editions',
};

// The content security policy forbids style attributes in markup; style: directives go through the CSSOM.
const STYLE = { selector: "SvelteAttribute[key.name='style']", message: 'use a class or a style: directive' };

// Answers of the server are for tests; a page asks it. The codes of the rules, the fields of a transcript and the version of the API belong to the types.
const SAMPLES = { regex: '(?<!/codes|/transcript|/version)\\.json$', message: 'ask the server' };

/**
 * Keeps the files of a folder, `depth` folders below src, from importing any folder but its own and those allowed.
 * @param {string} folder
 * @param {string[]} allowed
 * @param {number} depth
 * @returns {import('eslint').Linter.Config}
 */
function boundary(folder, allowed, depth) {
  const outside = `^${'\\.\\./'.repeat(depth)}(?!\\.\\./|(?:${[folder, ...allowed].join('|')})(?:/|$))`;
  const message = `${folder}/ may import ${allowed.join(', ') || 'no other folder'} (LAYERS in eslint.config.js)`;
  return {
    files: [`src/${folder}/${'*/'.repeat(depth - 1)}*.{ts,svelte}`],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: outside, message }, SAMPLES] }],
      'no-restricted-syntax': [
        'error',
        STYLE,
        EDITION,
        ...['ImportExpression > Literal', 'TSImportType Literal'].map((literal) => ({
          selector: `${literal}[value=/^\\.\\.\\//]`,
          message: 'import another folder at the top of the file, where its layer is checked',
        })),
      ],
    },
  };
}

export default ts.config(
  { ignores: ['node_modules/', 'src/protocol/types.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // The protocol's messages are told apart by their tags: every switch over them is closed with `never`.
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'svelte/no-at-html-tags': 'error',
      // A map that nothing shows is bookkeeping.
      'svelte/prefer-svelte-reactivity': 'off',
      'no-restricted-syntax': ['error', STYLE],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  ...Object.entries(LAYERS).flatMap(([folder, allowed]) => [1, 2].map((depth) => boundary(folder, allowed, depth))),
  {
    files: ['src/**/*.test.ts', 'src/**/sample*.ts', 'src/board/dev/**'],
    rules: { 'no-restricted-syntax': 'off', 'no-restricted-imports': 'off' },
  },
  { files: ['scripts/**'], rules: { 'no-console': 'off' } },
);
