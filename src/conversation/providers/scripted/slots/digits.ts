import type { Span } from './span.ts';
import { tensOf, unitOf } from './spelled-numbers.ts';

const repeats: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['triple', 3],
]);

/**
 * Reads digits in figures or English words: `four two seven`, `double five`, `oh`, `twenty one`. The value is a string,
 * because leading zeros count.
 */
export function readDigits(words: readonly string[], at: number): Span | null {
  let digits = '';
  let end = at;
  for (;;) {
    const times = repeats.get(words[end] ?? '') ?? 1;
    const wordAt = times === 1 ? end : end + 1;
    const read = digitsOf(words, wordAt);
    if (!read || (times > 1 && read.digits.length !== 1)) break;
    digits += read.digits.repeat(times);
    end = read.end;
  }
  return digits === '' ? null : { end, value: digits };
}

function digitsOf(words: readonly string[], at: number): { digits: string; end: number } | null {
  const word = words[at] ?? '';
  if (/^\d[\d\-.,/:]{0,40}$/.test(word)) return { digits: word.replace(/\D/g, ''), end: at + 1 };
  if (word === 'oh' || word === 'o') return { digits: '0', end: at + 1 };
  const unit = unitOf.get(word);
  if (unit !== undefined) return { digits: String(unit), end: at + 1 };
  const tens = tensOf.get(word);
  if (tens === undefined) return null;
  const more = unitOf.get(words[at + 1] ?? '') ?? 0;
  const takesMore = more > 0 && more < 10;
  return { digits: String(tens + (takesMore ? more : 0)), end: takesMore ? at + 2 : at + 1 };
}
