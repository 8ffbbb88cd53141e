/** What the rest of the page may use. */

export { LANGUAGES, OWN_NAMES, type Language } from './languages';
export type { Key } from './messages';
export {
  capital,
  changeLanguage,
  isKey,
  language,
  lasting,
  listed,
  speakAlso,
  startSpeaking,
  t,
} from './speech.svelte';
export {
  beside,
  blessingName,
  dieOf,
  figureBy,
  figureName,
  figureTitle,
  guardLetter,
  isGuard,
  pathName,
  roomName,
  thingName,
  type Names,
} from './words';
export { tellNotationFault, tellReason, tellRuleRefusal } from './ruleSentences';
export { tellEvent, tellTogether } from './eventSentences';
