/** The language of the page and its texts; `t` says a sentence, and what it says changes with the language. */

import { chosenLanguage, rememberLanguage, type Language } from './languages';
import { loadTexts } from './loading';
import { filled, type Filled, type Key, type Message, type Texts } from './messages';

class Speech {
  language = $state<Language>('en');
  texts = $state.raw<Texts>({});
}

const speech = new Speech();

/** Called once before anything is drawn: chooses the reader's language and fetches its texts; English where they do not come. */
export async function startSpeaking(): Promise<void> {
  await speak(chosenLanguage()).catch(() => speak('en'));
}

export async function changeLanguage(language: Language): Promise<void> {
  await speak(language);
  rememberLanguage(language);
}

export function language(): Language {
  return speech.language;
}

export function t<K extends Key>(key: K, ...values: Filled<K>): string {
  return filled(messageAt(key), speech.language, values[0]);
}

/** A sentence with its gaps open, for whoever fills them in a way of their own. */
export function unfilled(key: Key): string {
  const message = messageAt(key);
  return typeof message === 'string' ? message : message.other;
}

/** Whether there is a sentence of that name: for words that come from a file and may be newer than this page. */
export function isKey(key: string): key is Key {
  return found(key) !== undefined;
}

/** `first, second and third`, as the language joins them; or `first, second or third`. */
export function listed(names: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(speech.language, { type }).format(names);
}

/** The sentence begins with a capital, whatever it begins with. */
export function capital(sentence: string): string {
  return sentence.charAt(0).toLocaleUpperCase(speech.language) + sentence.slice(1);
}

async function speak(wanted: Language): Promise<void> {
  const texts = await loadTexts(wanted);
  speech.texts = texts;
  speech.language = wanted;
  document.documentElement.lang = wanted;
}

function messageAt(key: string): Message {
  return found(key) ?? key;
}

function found(key: string): Message | undefined {
  const dot = key.indexOf('.');
  return speech.texts[key.slice(0, dot)]?.[key.slice(dot + 1)];
}
