/** The pages of the rulebook. */

export const rules = {
  title: 'The rules',
  contents: 'Contents',
  search: 'Search the rules',
  'search.none': 'No paragraph speaks of “{words}”.',
  'search.found': { one: '{count} paragraph', other: '{count} paragraphs' },
  'search.clear': 'Show all',
  number: 'Rule {rule}',
  link: 'Link to rule {rule}',
  open: 'Open rule {rule} in the rulebook',
  'edition.filter': 'What holds in',
  'edition.all': 'All editions',
  'edition.mark': 'Paragraphs that name another edition are greyed.',
  table: 'Options and editions',
  'table.option': 'Option',
  'table.rule': 'Rule',
  failed: 'The rules could not be loaded.',
  missing: 'There is no rule {rule}.',
} as const;
