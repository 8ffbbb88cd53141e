/** The finale is fetched when a night is over: most of a table is played without it. */

type EndPanel = (typeof import('./EndPanel.svelte'))['default'];

let loading: Promise<EndPanel> | null = null;

/** The same promise each time, until one fails. */
export function loadEndPanel(): Promise<EndPanel> {
  loading ??= import('./EndPanel.svelte').then(
    (module) => module.default,
    (fault: unknown) => {
      loading = null;
      throw fault;
    },
  );
  return loading;
}
