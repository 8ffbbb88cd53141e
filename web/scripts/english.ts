/**
 * English is written in TypeScript, so that keys and gaps are typed; what is built fetches it as a data file, like every other language. Only
 * one language is ever loaded, and none of them is a script.
 */

import type { Plugin } from 'vite';
import { texts } from '../src/i18n/en/index.ts';
import { later } from '../src/i18n/en/later.ts';

const ENGLISH = /\/src\/i18n\/en\/(index|later)\.ts$/;

export function englishAsData(): Plugin {
  return {
    name: 'english-as-data',
    apply: 'build',
    load(id) {
      const found = ENGLISH.exec(id)?.[1];
      if (!found) return null;
      const [name, source] = found === 'index' ? ['texts', texts] : ['later', later];
      const file = this.emitFile({ type: 'asset', name: `en-${name}.json`, source: JSON.stringify(source) });
      return `export const ${name} = await fetch(import.meta.ROLLUP_FILE_URL_${file}).then((reply) => reply.json());`;
    },
  };
}
