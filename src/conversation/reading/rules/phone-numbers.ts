import type { ReadingLanguage } from '../language-of-reading.ts';
import { digitByDigit, grouped, patternOf, type ReadingRule, space } from './rule.ts';

const start = '(?<![\\p{L}\\p{N}\\p{M}_+#€£$/.,-]|\\p{N}\\s)';
const end = `(?![\\p{L}\\p{N}\\p{M}_%€£$]|[.,:/'’-]\\p{N}|${space}?[%€£$°]|${space}\\p{N}|['’-]\\p{L})`;
const gap = '[ \\u00a0\\u202f./()-]{0,3}';

/** Telephone and card numbers, digit by digit, in the groups in which they are written. */
export function phoneRules(language: ReadingLanguage): ReadingRule[] {
  const read = ([text]: RegExpExecArray, digitsMin = 7): string | null => {
    const digits = text!.replaceAll(/\D/gu, '');
    if (digits.length < digitsMin || digits.length > 19) return null;
    const number = digitByDigit(language, groupsOf(text!));
    return text!.startsWith('+') ? `${language.symbols.plus} ${number}` : number;
  };
  // Three groups of three digits are a number where a space separates thousands.
  const isGroupedBySpace = /\s/u.test(language.group);
  const threes = isGroupedBySpace ? [] : [rule(`\\d{3} \\d{3} \\d{3}`, read)];
  return [
    rule(`\\+\\d(?:${gap}\\d){6,14}`, read),
    rule(`\\(?0\\d{1,5}\\)?(?:${space}?[/-]${space}?|${space})\\d(?:[ /-]?\\d){3,11}`, read),
    rule('0\\d(?:\\.\\d{2}){4}', read),
    rule('\\(\\d{2}\\) ?\\d{4,5}-\\d{4}', read),
    rule('(?:1[ -])?(?:\\(\\d{3}\\) ?|\\d{3}[-. ])\\d{3}[-. ]\\d{4}', read),
    rule('\\d{2}(?: \\d{2}){3,4}', read),
    rule('\\d{4}(?: \\d{4}){2,3}', read),
    ...threes,
    rule('\\d{7,19}', ([digits]) => digitByDigit(language, grouped(digits!))),
    rule('0\\d{2,5}', ([digits]) => digitByDigit(language, [digits!])),
  ];
}

function rule(pattern: string, read: (match: RegExpExecArray) => string | null): ReadingRule {
  return { pattern: patternOf(start, pattern, end), read: (match) => read(match) };
}

/** Returns the written groups; long ones are divided. */
function groupsOf(text: string): string[] {
  const northAmerican = /^\+1(\d{3})(\d{3})(\d{4})$/u.exec(text);
  if (northAmerican) return ['1', ...northAmerican.slice(1)];
  return (text.match(/\d+/gu) ?? []).flatMap((group) => grouped(group));
}
