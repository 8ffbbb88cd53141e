/** What the rest of the page may use. */

export { LANGUAGES, OWN_NAMES, type Language } from './languages';
export type { Key } from './messages';
export { capital, changeLanguage, isKey, language, listed, startSpeaking, t } from './speech.svelte';
export {
  beside,
  blessingName,
  dieOf,
  figureBy,
  figureName,
  figureTitle,
  pathName,
  roomName,
  thingName,
  type Names,
} from './words';
export { tellReason, tellRuleRefusal } from './ruleTelling';
export { tellEvent } from './telling';
