/** The words of a lesson, by its id and the code of what they are about. */
import { isKey, t, type Key } from '../i18n';

/** A sentence of a lesson; "" where there is none, which a test excludes. */
export function lessonText(id: string, part: string): string {
  const key = `lessons.${id}.${part}`;
  return isKey(key) ? t(key as Key & 'common.ok') : '';
}
