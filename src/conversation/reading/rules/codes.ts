import type { ReadingLanguage } from '../language-of-reading.ts';
import { commonCodes } from '../symbols.ts';
import { digitByDigit, patternOf, type ReadingRule, space } from './rule.ts';

const end = "(?![\\p{L}\\p{N}\\p{M}_%€£$°]|[.,:/–'’-]\\p{N}|['’–-]\\p{L}|\\s?[%€£$°])";

/** Codes: "order 4711", "4711-A", "RT5502", "DE89 3704 0044 0532 0130 00". */
export function codeRules(language: ReadingLanguage): ReadingRule[] {
  const { symbols, isSpelled } = language;
  // Nouns have endings where numbers stay in digits.
  const ending = isSpelled ? '' : '\\p{L}{0,4}';
  const word = (list: string) => `(?<![\\p{L}\\p{N}\\p{M}_])(?i:(?:${list})${ending}|${commonCodes})`;
  const mark = `(?:${space}(?i:${symbols.codes}|${commonCodes}|no\\.?|nr\\.?)${ending})`;
  const sign = `${space}?[:#]?${space}?#?`;
  const copula = `(?:${space}(?:is|ist|est|es|é|è|er|är|on|to|je|este))?`;
  const digits = `\\d{3,6}(?!${space}\\d{3})`;
  const read = ([text]: RegExpExecArray) => digitByDigit(language, [text!]);
  return [
    {
      pattern: patternOf(
        '(?<![\\p{L}\\p{N}\\p{M}_-])[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?',
        end,
      ),
      read: ([text]) => (isIban(text!) ? codeInWords(text!, language) : null),
    },
    { pattern: patternOf(`(?<=${word(symbols.codes)}${mark}?${copula}${sign})${digits}`, end), read },
    { pattern: patternOf(`(?<=${word(symbols.orders)}${mark}${copula}${sign})${digits}`, end), read },
    {
      pattern: patternOf(`(?<=${word(symbols.orders)}${sign})${digits}(?!${space}?\\p{L})`, end),
      read,
    },
    ...(language.primary === 'en'
      ? [
          {
            pattern: patternOf(`(?<=\\b(?i:your|the|my|this|our) (?:${symbols.orders}) )${digits}`, end),
            read,
          },
        ]
      : []),
    {
      pattern: patternOf('(?<![\\p{L}\\p{N}\\p{M}_.,/-])[A-Z0-9]+(?:-[A-Z0-9]+)*', end),
      read: ([text]) => (isCode(text!) ? codeInWords(text!, language) : null),
    },
  ];
}

/** Returns whether a token of capitals and digits is a code. Others, such as "B2B", "A4" and "120V", are not. */
function isCode(text: string): boolean {
  if (/^\d{1,4}[A-Z]{1,3}$/u.test(text)) return false;
  return /[A-Z]/u.test(text) && (text.match(/\d/gu)?.length ?? 0) >= 3 && text.length <= 24;
}

function isIban(text: string): boolean {
  const characters = text.replaceAll(' ', '');
  return characters.length >= 15 && characters.length <= 34;
}

/** Reads digits one by one and up to two letters as letters. Three letters and more may be an acronym. */
function codeInWords(text: string, language: ReadingLanguage): string {
  const groups = text.match(/\d+|[A-Z]+/gu) ?? [];
  return groups
    .map((group) => {
      if (/\d/u.test(group)) return digitByDigit(language, [group]);
      return group.length < 3 ? [...group].join(' ') : group;
    })
    .join(', ');
}
