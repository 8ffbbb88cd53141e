/** What a table is called beside its code: by its host's choice, else after the first person who sits there. */
import { t } from '../i18n';
import type { TableState } from '../protocol/types';

export function tableName(table: TableState): string {
  const given = table.settings.name?.trim();
  const first = table.chairs.find((chair) => chair.kind === 'person' && chair.name)?.name;
  return given || (first ? t('lobby.name.table.of', { name: first }) : t('lobby.table.title', { code: table.code }));
}
