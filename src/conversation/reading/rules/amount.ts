import type { ReadingLanguage } from '../language-of-reading.ts';
import type { Gender } from '../spelled-numbers.ts';
import { literal, space } from './rule.ts';

/** A written number. `decimals` is empty for a whole number. */
export interface Amount {
  written: string;
  whole: number;
  decimals: string;
}

/** Returns the pattern of a number in a language, without a sign. */
export function amountPattern({ group, decimal }: ReadingLanguage): string {
  const separator = /\s/u.test(group) ? space : /['’]/u.test(group) ? "['’]" : literal(group);
  return `(?:\\d{1,3}(?:${separator}\\d{3})+|\\d{1,15})(?:${literal(decimal)}\\d+)?`;
}

/**
 * Returns the number that a text means in a language; `null` when it is ambiguous: three decimals may be a group of
 * thousands in another region, and a leading zero marks a code.
 */
export function amountOf(written: string, { decimal }: ReadingLanguage): Amount | null {
  const at = written.lastIndexOf(decimal);
  const [head, decimals] =
    at < 0 ? [written, ''] : [written.slice(0, at), written.slice(at + decimal.length)];
  const whole = head.replaceAll(/\D/gu, '');
  // "12.50" in German: no group of thousands has two digits.
  if (!/^\d+$|^\d{1,3}(?:\D\d{3})+$/u.test(head)) return null;
  if (decimals.length === 3 || decimals.length > 6 || /^0\d/u.test(whole) || whole.length > 12) return null;
  return { written, whole: Number(whole), decimals };
}

/**
 * Returns a number in words, or as it is written where the words are not certain: in languages with cases, and when the
 * gender of the noun is unknown and matters.
 */
export function spoken(amount: Amount, language: ReadingLanguage, gender: Gender | null = null): string {
  return inWords(amount, language, gender) ?? amount.written;
}

/** Returns a number in words; `null` where they are not certain. */
export function inWords(
  { whole, decimals }: Amount,
  { isSpelled, words, symbols, primary }: ReadingLanguage,
  gender: Gender | null = null,
): string | null {
  if (!isSpelled) return null;
  if (decimals !== '') {
    const plain = words.plain(whole);
    return plain === null ? null : `${plain} ${symbols.point} ${words.digits(decimals).join(' ')}`;
  }
  // "Ein" becomes "einen" and "einem" in other cases.
  if (primary === 'de' && whole % 100 === 1) return null;
  return words.count(whole, gender);
}
