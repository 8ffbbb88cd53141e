// Text in a page that is kept as a file.

/** Text as HTML shows it: names are whatever people call themselves. */
export function text(plain: string): string {
  return plain.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
