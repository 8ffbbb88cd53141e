import { mount } from 'svelte';
import App from './App.svelte';
import { startSpeaking } from './i18n';
import './look/style';

const target = document.getElementById('app');
if (!target) throw new Error('expected an element with the id app in index.html, got none');
await startSpeaking();
mount(App, { target });
