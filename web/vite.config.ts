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
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['./vitest.setup.ts'],
    restoreMocks: true,
  },
});
