/** Rulebooks are written in Markdown and read when the client is built: `import open from './fr.md?rulebook'` fetches what was read. */

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { rulebookOf } from '../src/rules/markdown.ts';

const RULEBOOK = /\/([^/]+)\.md\?rulebook$/;

export function rulebooksAsData(): Plugin {
  let isBuild = false;
  return {
    name: 'rulebooks-as-data',
    enforce: 'pre',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    load(id) {
      const name = RULEBOOK.exec(id)?.[1];
      if (!name) return null;
      const path = id.replace(/\?rulebook$/, '');
      this.addWatchFile(path);
      const source = JSON.stringify(rulebookOf(readFileSync(path, 'utf8')));
      if (!isBuild) return `export default () => Promise.resolve(${source});`;
      const file = this.emitFile({ type: 'asset', name: `rules-${name}.json`, source });
      return `export default async () => {
        const reply = await fetch(import.meta.ROLLUP_FILE_URL_${file});
        if (!reply.ok) throw new Error('expected the rules, got status ' + reply.status);
        return reply.json();
      };`;
    },
  };
}
