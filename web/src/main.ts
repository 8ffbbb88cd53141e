import { mount } from 'svelte';
import App from './App.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('expected an element with the id app in index.html, got none');
mount(App, { target });
