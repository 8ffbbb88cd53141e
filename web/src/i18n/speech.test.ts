import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Language } from './languages';
import type { Later, Texts } from './messages';
import * as speech from './speech.svelte';

/** Texts on their way: each asking is answered when the test says so. */
const asked: { language: Language; besides: readonly Later[]; arrive: () => void; fail: () => void }[] = [];

vi.mock('./loader', () => ({
  loadTexts: (language: Language, besides: readonly Later[] = []) =>
    new Promise<Texts>((arrived, failed) => {
      const also = Object.fromEntries(besides.map((name) => [name, { title: `${name} in ${language}` }]));
      asked.push({
        language,
        besides,
        arrive: () => arrived({ common: { title: language }, ...also }),
        fail: () => failed(new Error('expected the texts; got no connection')),
      });
    }),
}));

const said = (key: string): string => speech.t(key as 'common.title');
const newest = (language: Language) => asked.findLast((each) => each.language === language);
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

beforeEach(() => {
  asked.length = 0;
  localStorage.clear();
});
afterEach(() => localStorage.clear());

test('the language that was chosen last is spoken, whichever arrives last', async () => {
  const both = [speech.changeLanguage('fr'), speech.changeLanguage('it')];
  newest('it')?.arrive();
  await settled();
  expect(said('common.title')).toBe('it');
  newest('fr')?.arrive();
  await settled();
  newest('it')?.arrive();
  await Promise.all(both);
  expect(said('common.title')).toBe('it');
  expect(localStorage.getItem('nuns.language')).toBe('it');
});

test('a page that asks for its texts while the language changes gets them in the new one', async () => {
  const change = speech.changeLanguage('nl');
  const page = speech.speakAlso('lessons');
  asked.forEach(({ arrive }) => arrive());
  await settled();
  asked.forEach(({ arrive }) => arrive());
  await Promise.all([change, page]);
  expect(speech.language()).toBe('nl');
  expect(said('lessons.title')).toBe('lessons in nl');
});

test('a language that cannot be fetched changes nothing, and a page is still told in the one before', async () => {
  const change = speech.changeLanguage('fr');
  newest('fr')?.fail();
  await expect(change).rejects.toThrow('got no connection');
  const before = speech.language();
  const page = speech.speakAlso('scenes');
  newest(before)?.arrive();
  await page;
  expect(said('scenes.title')).toBe(`scenes in ${before}`);
  expect(localStorage.getItem('nuns.language')).toBeNull();
});
