import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  preprocess: vitePreprocess({ script: true }),
  compilerOptions: {
    runes: true,
    discloseVersion: false,
    // Short names for scoped styles: the long ones are most of what does not compress.
    cssHash: ({ filename, hash }) => `s${hash(filename).slice(0, 4)}`,
  },
};
