import { mount } from 'svelte';
import App from './App.svelte';
import { startSpeaking } from './i18n';
import './look/style';

const target = document.getElementById('app');
if (!target) throw new Error('expected an element with the id app in index.html, got none');
try {
  await startSpeaking();
  mount(App, { target });
} catch (fault) {
  // Without words there is no page to say it on.
  target.textContent = 'Nuns on the Run could not be loaded: check the connection and load the page again.';
  throw fault;
}
