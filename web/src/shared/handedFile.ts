/** A record file on its way from the home page, where it was dropped, to the page that replays it. */

let handed: File | null = null;

export function handOver(file: File): void {
  handed = file;
}

/** The file that was dropped, once. */
export function takeHanded(): File | null {
  const file = handed;
  handed = null;
  return file;
}
