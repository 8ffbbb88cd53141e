import { mount } from 'svelte';
import App from './App.svelte';
import { startSpeaking } from './i18n';
import { chosenLanguage, NOT_LOADED } from './i18n/languages';
import './look/style';

const target = document.getElementById('app');
if (!target) throw new Error('expected an element with the id app in index.html, got none');
try {
  await startSpeaking();
  mount(App, { target });
} catch (fault) {
  target.textContent = NOT_LOADED[chosenLanguage()];
  throw fault;
}
