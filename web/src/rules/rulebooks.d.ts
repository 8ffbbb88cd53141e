/** A rulebook in Markdown, as `scripts/rulebooks.ts` hands it to a page: fetched when it is opened. */
declare module '*.md?rulebook' {
  const open: () => Promise<import('./rulebook').Rulebook>;
  export default open;
}
