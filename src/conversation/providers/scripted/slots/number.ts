import type { Span } from './span.ts';
import { tensOf, unitOf } from './spelled-numbers.ts';

const scales: ReadonlyMap<string, number> = new Map([
  ['thousand', 1_000],
  ['million', 1_000_000],
]);

/** Reads a number in figures (`1,200`, `2.5`) or English words (`minus two`, `a hundred and five`, `three point one`). */
export function readNumber(words: readonly string[], at: number): Span | null {
  if (words[at] === 'minus' || words[at] === 'negative') {
    const positive = readPositive(words, at + 1);
    return positive && { end: positive.end, value: -positive.value };
  }
  return readPositive(words, at);
}

function readPositive(words: readonly string[], at: number): { end: number; value: number } | null {
  const whole = readWhole(words, at);
  if (!whole || words[whole.end] !== 'point') return whole;
  let end = whole.end + 1;
  let fraction = '';
  for (let digit = unitOf.get(words[end] ?? ''); digit !== undefined && digit < 10; ) {
    fraction += digit;
    digit = unitOf.get(words[++end] ?? '');
  }
  return fraction === '' ? whole : { end, value: Number(`${whole.value}.${fraction}`) };
}

/** Reads a whole number, or one in figures. */
export function readWhole(words: readonly string[], at: number): { end: number; value: number } | null {
  let end = at;
  let total = 0;
  let hasRead = false;
  for (;;) {
    const group = readGroup(words, end);
    if (!group) break;
    const scale = scales.get(words[group.end] ?? '');
    hasRead = true;
    end = group.end;
    total += group.value * (scale ?? 1);
    if (scale === undefined) break;
    end++;
    if (words[end] === 'and' && readGroup(words, end + 1)) end++;
  }
  return hasRead ? { end, value: total } : null;
}

/** Reads a number below a thousand in words, or any in figures. */
function readGroup(words: readonly string[], at: number): { end: number; value: number } | null {
  const word = words[at] ?? '';
  if (/^\d{1,3}(,\d{3})+$|^\d{1,15}(\.\d{1,6})?$/.test(word)) {
    return { end: at + 1, value: Number(word.replaceAll(',', '')) };
  }
  const isArticle = word === 'a' && scales.has(words[at + 1] ?? '');
  if (isArticle) return { end: at + 1, value: 1 };
  const first = word === 'a' && words[at + 1] === 'hundred' ? { end: at + 1, value: 1 } : readTens(words, at);
  if (!first || words[first.end] !== 'hundred' || first.value > 99) return first;
  const value = first.value * 100;
  const restAt = words[first.end + 1] === 'and' ? first.end + 2 : first.end + 1;
  const rest = readTens(words, restAt);
  return rest ? { end: rest.end, value: value + rest.value } : { end: first.end + 1, value };
}

/** Reads a number below a hundred in words. */
function readTens(words: readonly string[], at: number): { end: number; value: number } | null {
  const unit = unitOf.get(words[at] ?? '');
  if (unit !== undefined) return { end: at + 1, value: unit };
  const tens = tensOf.get(words[at] ?? '');
  if (tens === undefined) return null;
  const more = unitOf.get(words[at + 1] ?? '');
  const takesMore = more !== undefined && more > 0 && more < 10;
  return takesMore ? { end: at + 2, value: tens + more } : { end: at + 1, value: tens };
}
