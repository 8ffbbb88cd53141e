/** The language of the page and its texts; `t` says a sentence, and what it says changes with the language. */

import { untrack } from 'svelte';
import { chosenLanguage, rememberLanguage, type Language } from './languages';
import { loadTexts } from './loader';
import { filled, type Filled, type Key, type Later, type Message, type Texts } from './messages';

class Speech {
  language = $state<Language>('en');
  texts = $state.raw<Texts>({});
}

const speech = new Speech();
/** What pages have asked for besides the texts that all of them need. */
const besides = new Set<Later>();
/** The language that was asked for last; its texts may still be on their way. */
let wanted: Language = 'en';

/**
 * Called once before anything is drawn: chooses the reader's language and fetches its texts; English where they do not come. A device whose
 * language is changed later is followed.
 */
export async function startSpeaking(): Promise<void> {
  await speak(chosenLanguage()).catch(() => speak('en'));
  addEventListener('languagechange', () => void speak(chosenLanguage()).catch(() => undefined));
}

export async function changeLanguage(language: Language): Promise<void> {
  await speak(language);
  if (language === wanted) rememberLanguage(language);
}

/** Fetches the texts that only some pages need, in the language of the page from now on. Nothing is drawn anew because of the asking. */
export async function speakAlso(also: Later): Promise<void> {
  if (untrack(() => speech.texts[also])) return;
  besides.add(also);
  await speak(wanted);
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

/** `5 min`, `1 h` or `90 s`: seconds in the largest unit of which they are a whole number. */
export function lasting(seconds: number): string {
  const [size, unit] = [
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ].find(([size]) => seconds % Number(size) === 0 && seconds >= Number(size)) ?? [1, 'second'];
  return new Intl.NumberFormat(speech.language, { style: 'unit', unit: String(unit), unitDisplay: 'short' }).format(
    seconds / Number(size),
  );
}

/** The sentence begins with a capital, whatever it begins with. */
export function capital(sentence: string): string {
  return sentence.charAt(0).toLocaleUpperCase(speech.language) + sentence.slice(1);
}

/**
 * Done when the page speaks the language that was asked for last, with everything that pages have asked for by then: on a slow network texts
 * arrive late, and not in the order in which they were wanted.
 */
async function speak(language: Language): Promise<void> {
  wanted = language;
  for (;;) {
    const [asked, also] = [wanted, [...besides]];
    const texts = await loadTexts(asked, also).catch((fault: unknown) => {
      if (asked !== wanted) return null; // another language was chosen meanwhile
      wanted = untrack(() => speech.language);
      throw fault;
    });
    if (texts === null || asked !== wanted || also.length < besides.size) continue;
    speech.texts = texts;
    speech.language = asked;
    document.documentElement.lang = asked;
    return;
  }
}

function messageAt(key: string): Message {
  return found(key) ?? key;
}

function found(key: string): Message | undefined {
  const dot = key.indexOf('.');
  return speech.texts[key.slice(0, dot)]?.[key.slice(dot + 1)];
}
