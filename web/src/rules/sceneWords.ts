/** The words of the scenes, by the id of each and the code of what they are about; and where a scene stands on the page. */
import { isKey, t, type Key } from '../i18n';

/** A sentence of a scene; "" where there is none, which a test excludes. */
export function sceneText(id: string, part: string): string {
  const key = `scenes.${id}.${part}`;
  return isKey(key) ? t(key as Key & 'common.ok') : '';
}

export function sceneAnchor(id: string): string {
  return `scene-${id}`;
}
