import type { ReadingLanguage } from '../language-of-reading.ts';
import { amountOf, amountPattern, inWords } from './amount.ts';
import { after, afterNumber, before, patternOf, type ReadingRule, signed, space } from './rule.ts';

/** Ordinals by language: the pattern behind the digits, and the rule set of each ending. */
const ordinals: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  en: [['(?:st|nd|rd|th)', '']],
  es: [
    ['\\.?º', '-masculine'],
    ['\\.?ª', '-feminine'],
  ],
  fr: [
    ['(?:er|e|ème)', '-masculine'],
    ['(?:re|ère)', '-feminine'],
  ],
  it: [
    ['º', '-masculine'],
    ['ª', '-feminine'],
  ],
  nl: [['(?:e|de|ste)', '']],
  pt: [
    ['\\.?º', '-masculine'],
    ['\\.?ª', '-feminine'],
  ],
};

/** Ordinals: "23rd", "2e", "3.º". */
export function ordinalRules({ primary, words }: ReadingLanguage): ReadingRule[] {
  return (ordinals[primary] ?? []).map(([ending, set]) => ({
    pattern: patternOf(before, `(?<![.,/-])(\\d{1,3})${ending}`, after),
    read: ([, digits]) => (Number(digits) > 0 ? words.ordinal(Number(digits), set) : null),
  }));
}

/** Short telephone numbers, of the police for example. They are no amounts. */
const shortNumber = /^(?:[2-9]11|101|11\d|999|988)$/u;
/** The languages that write ordinals with a full stop: "23. November". */
const stopped: ReadonlySet<string> = new Set('da de nb tr'.split(' '));
/** A month beside a number makes it an ordinal in English: "November 23", "23 Nov." */
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';

/**
 * Numbers that stand alone. Four digits without a separator may be a year, and are left to the voice, as are numbers
 * beside which another number stands.
 */
export function numberRules(language: ReadingLanguage): ReadingRule[] {
  if (!language.isSpelled) return [];
  const { primary } = language;
  const alone = `(?<!\\p{N}${space})${primary === 'en' ? `(?<!\\b${month}\\.?${space})` : ''}`;
  const noOrdinal = primary === 'en' ? `(?!${space}${month}\\b)` : '';
  return [
    {
      pattern: patternOf(
        `${signed}${alone}(?<!\\p{Sc}\\s?)(${amountPattern(language)})${afterNumber}${noOrdinal}(?!${space}\\p{N}|${space}?\\p{Sc})`,
      ),
      read: ({ 1: minus, 2: digits, 0: text, index, input }) => {
        if (/^\d{4,6}$/u.test(digits!) || shortNumber.test(digits!)) return null;
        const hasStop = stopped.has(primary) && input[index + text.length] === '.';
        if (hasStop && /^\d{1,3}$/u.test(digits!)) return null;
        const amount = amountOf(digits!, language);
        const said = amount && inWords(amount, language);
        return said && `${minus ? `${language.symbols.minus} ` : ''}${said}`;
      },
    },
  ];
}
