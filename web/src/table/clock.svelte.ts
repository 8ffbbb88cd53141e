/** The seconds as they pass, for clocks that the server owns and the page only lets run on. */

export class Seconds {
  now = $state(0);

  constructor() {
    $effect(() => {
      const timer = setInterval(() => this.now++, 500);
      return () => clearInterval(timer);
    });
  }
}

/** `4:05`, and never less than nothing. */
export function asClock(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number): string => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
