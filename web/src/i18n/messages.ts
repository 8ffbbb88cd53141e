/** What a message is: a sentence with gaps, or one for one thing and one for several; and the types of all keys, from the English. */

import type { texts as first } from './en';
import type { later } from './en/later';

export type Message = string | { one: string; other: string };
export type Texts = Record<string, Record<string, Message>>;
/** The namespaces that are fetched when a page needs them. */
export type Later = keyof typeof later & string;
export type English = typeof first & typeof later;
export type Namespace = keyof English & string;

type Gaps<S> = S extends `${string}{${infer Gap}}${infer Rest}` ? Gap | Gaps<Rest> : never;
type GapsOf<M> = M extends string
  ? Gaps<M>
  : M extends { one: infer One; other: infer Other }
    ? Gaps<One> | Gaps<Other> | 'count'
    : never;
type MessageAt<K> = K extends `${infer N}.${infer Rest}`
  ? N extends Namespace
    ? Rest extends keyof English[N]
      ? English[N][Rest]
      : never
    : never
  : never;

export type Key = { [N in Namespace]: `${N}.${keyof English[N] & string}` }[Namespace];
type Needed<K> = GapsOf<MessageAt<K>>;
export type Filled<K extends Key> = [Needed<K>] extends [never] ? [] : [Record<Needed<K> & string, string | number>];

/** A message with its gaps filled; a sentence about several things is chosen by `count`, as the language counts. */
export function filled(message: Message, language: string, values: Record<string, string | number> = {}): string {
  return pattern(message, language, values).replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

function pattern(message: Message, language: string, values: Record<string, string | number>): string {
  if (typeof message === 'string') return message;
  return new Intl.PluralRules(language).select(Number(values.count)) === 'one' ? message.one : message.other;
}

/** The names of the gaps of a message, for comparing languages; `{steps|dots}` is the gap `steps`. */
export function gapsOf(message: Message): string[] {
  const patterns = typeof message === 'string' ? [message] : [message.one, message.other];
  return [
    ...new Set(
      patterns.flatMap((each) => [...each.matchAll(/\{(\w+)(?:\|\w+)?\}/g)].map((found) => found[1] as string)),
    ),
  ].sort();
}
