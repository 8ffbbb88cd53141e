import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { englishAsData } from './scripts/english.ts';
import { rulebooksAsData } from './scripts/rulebooks.ts';

/** A running `nuns serve` or `nuns play`, to which `npm run dev` hands everything that is not the page itself. */
const server = process.env.NUNS_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), englishAsData(), rulebooksAsData()],
  // Svelte's server build is what Node would choose in tests.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  server: {
    // The English rulebook is read where it is written.
    fs: { allow: ['.', '../docs'] },
    // The page's own host is kept, for the server takes no orders from pages of another origin.
    proxy: { '/api': { target: server, ws: true } },
  },
  build: {
    outDir: '../src/nuns/server/static',
    emptyOutDir: true,
    assetsDir: 'assets',
    target: 'es2022',
    // The content security policy allows nothing inline: no data: addresses, no injected script.
    assetsInlineLimit: 0,
    // One stylesheet compresses a fifth better than one a page, and the second page has it already.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        // What every page needs is one file: small ones compress badly. main.ts stays apart: it waits for a language, which imports that file.
        // The rest is fetched by the page that needs it; the finale when a night is over.
        codeSplitting: {
          groups: [
            {
              name: 'common',
              test: /node_modules.svelte|src.(i18n|look|protocol|store|App|pages|shared.(?!LogSheet|Why)|lobby.(seatKey|preferences))/,
            },
            { name: 'lobby', test: /src.lobby/ },
            { name: 'rules', test: /src.rules.(Rules|OptionsTable|search)/ },
            { name: 'night', test: /src.(board|rules(?!.scenes)|shared|replay.endPanel|table|AtTable)/ },
            { name: 'replay', test: /src.replay.(?!endPanel)/ },
            { name: 'learn', test: /src.learn/ },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['./vitest.setup.ts'],
    restoreMocks: true,
  },
});
