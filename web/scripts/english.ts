/**
 * English is written in TypeScript, so that keys and gaps are typed; what is built fetches it as a data file, like every other language. Only
 * one language is ever loaded, and none of them is a script.
 */

import type { Plugin } from 'vite';
import { texts } from '../src/i18n/en/index.ts';

const ENGLISH = /\/src\/i18n\/en\/index\.ts$/;

export function englishAsData(): Plugin {
  return {
    name: 'english-as-data',
    apply: 'build',
    load(id) {
      if (!ENGLISH.test(id)) return null;
      const file = this.emitFile({ type: 'asset', name: 'en.json', source: JSON.stringify(texts) });
      return `export const texts = await fetch(import.meta.ROLLUP_FILE_URL_${file}).then((reply) => reply.json());`;
    },
  };
}
