import type { ReadingLanguage } from '../language-of-reading.ts';
import { after, patternOf, type ReadingRule, space, withStop } from './rule.ts';

const end = "(?![\\p{L}\\p{N}\\p{M}_%]|[:.,/'’-]\\p{N}|['’-]\\p{L}|\\s?[–-]\\s?\\p{N})";
const start = '(?<![\\p{L}\\p{N}\\p{M}_#]|[:.,/–-])';
const clock = '([01]?\\d|2[0-4]):([0-5]\\d)';
const halfDay = `([apAP])\\.?${space}?[mM](?:\\.|${after})(?![–-]\\p{N})`;

/** Words directly before the score of a game. "They won at 21:15" has a time. */
const beforeScore = {
  en: `(?:score|result)(?:${space}(?:was|is))?|(?:won|win|lost|lose|beaten|leads?|leading|led|drew)(?:${space}(?:by|with))?`,
  de: `(?:spielstand|ergebnis|endstand)(?:${space}(?:war|ist|lautet|lautete|von))?|(?:gewann(?:en)?|gewonnen|verlor(?:en)?|siegten?|führ(?:t|te|ten|en))(?:${space}mit)?`,
};

/** Times of day, and scores of games that look like them. Other languages leave them to the voice. */
export function timeRules(language: ReadingLanguage): ReadingRule[] {
  switch (language.primary) {
    case 'en':
      return [scores(language, beforeScore.en, 'to'), ...englishTimes(language)];
    case 'de':
      return [
        scores(language, beforeScore.de, 'zu'),
        ...hoursAndMinutes(language, `(?:${space}Uhr)?`, ':', 'Uhr'),
      ];
    case 'nl':
      return hoursAndMinutes(language, `(?:${space}uur)?`, ':', 'uur');
    case 'fr':
      return hoursAndMinutes(language, '', `(?::|${space}?h${space}?)`, 'heures');
    default:
      return [];
  }
}

function scores({ words }: ReadingLanguage, before: string, to: string): ReadingRule {
  const noTime = `(?!${space}?(?:[ap]\\.?m|uhr))`;
  return {
    // V8 does not find capitals with a modifier `(?i:…)` in a lookbehind, so the whole pattern ignores case.
    pattern: new RegExp(`(?<=(?<!\\p{L})(?:${before})\\s?:?\\s)(\\d{1,3}):(\\d{1,3})${end}${noTime}`, 'giu'),
    read: ([, ours, theirs]) => {
      const both = [words.plain(Number(ours)), words.plain(Number(theirs))];
      return both.includes(null) ? null : both.join(` ${to} `);
    },
  };
}

function englishTimes({ words }: ReadingLanguage): ReadingRule[] {
  const half = (letter: string) => ` ${letter.toLowerCase()} m`;
  return [
    {
      pattern: patternOf(start, `(1[0-2]|0?[1-9])[:.]([0-5]\\d)${space}?`, halfDay),
      read: (match) => {
        const [, hour, minute, letter] = match;
        const said = minute === '00' ? '' : ` ${minutes(minute!, words)}`;
        return withStop(`${words.plain(Number(hour))}${said}${half(letter!)}`, match);
      },
    },
    {
      pattern: patternOf(start, `(1[0-2]|[1-9])${space}?`, halfDay),
      read: (match) => withStop(`${words.plain(Number(match[1]))}${half(match[2]!)}`, match),
    },
    {
      pattern: patternOf(start, clock, end, `(?!${space}?[apAP]\\.?[mM])`),
      read: ([, hour, minute]) => {
        const of24 = Number(hour) % 24;
        const isWhole = minute === '00';
        const said = isWhole ? '' : ` ${minutes(minute!, words)}`;
        const twelve = words.plain(of24 % 12 || 12);
        if (of24 > 12 || hour === '24') return `${twelve}${said} ${of24 === 0 ? 'a' : 'p'} m`;
        if (of24 === 0 || hour!.startsWith('0')) return `${twelve}${said} a m`;
        return isWhole ? `${twelve} o'clock` : `${twelve}${said}`;
      },
    },
  ];
}

function minutes(minute: string, words: ReadingLanguage['words']): string {
  const number = words.plain(Number(minute))!;
  return minute.startsWith('0') ? `oh ${number}` : number;
}

function hoursAndMinutes(
  { words, primary }: ReadingLanguage,
  suffix: string,
  separator: string,
  noun: string,
): ReadingRule[] {
  return [
    {
      pattern: patternOf(start, `([01]?\\d|2[0-4])${separator}([0-5]\\d)${suffix}`, end),
      read: ([, hour, minute]) => {
        const isOne = Number(hour) === 1;
        const singular = Number(hour) < 2 && primary === 'fr' ? 'heure' : noun;
        const count =
          primary === 'de' && isOne ? 'ein' : words.count(Number(hour), primary === 'fr' ? 'feminine' : null);
        const said = minute === '00' ? '' : ` ${words.plain(Number(minute))}`;
        return count === null ? null : `${count} ${singular}${said}`;
      },
    },
  ];
}
