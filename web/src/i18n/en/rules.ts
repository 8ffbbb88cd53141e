/** The pages of the rulebook. */

export const rules = {
  title: 'The rules',
  contents: 'Contents',
  search: 'Search the rules',
  'search.none': 'No rule mentions “{words}”.',
  'search.found': { one: '{count} rule', other: '{count} rules' },
  'search.clear': 'Show all',
  number: 'Rule {rule}',
  link: 'Link to rule {rule}',
  open: 'Open rule {rule} in the rulebook',
  'edition.filter': 'Show rules for',
  'edition.all': 'All editions',
  'edition.mark': 'Rules that name another edition are greyed out.',
  table: 'Options and editions',
  'table.option': 'Option',
  'table.rule': 'Rule',
  failed: 'The rules could not be loaded.',
  missing: 'There is no rule {rule}.',
} as const;
