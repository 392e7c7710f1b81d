import type { ReadingLanguage } from '../language-of-reading.ts';
import { afterNumber, beforeNumber, patternOf, type ReadingRule, space } from './rule.ts';

/** Dates in digits: "2026-11-23", "23.11.2026", "11/23/2026" by the region. */
export function dateRules(language: ReadingLanguage): ReadingRule[] {
  const read = (year: string, month: string, day: string) =>
    dateInWords({ year: Number(year), month: Number(month), day: Number(day) }, language);
  const rules: ReadingRule[] = [
    {
      pattern: patternOf(beforeNumber, '(\\d{4})-(\\d{2})-(\\d{2})', afterNumber),
      read: ([, year, month, day]) => read(year!, month!, day!),
    },
    {
      pattern: patternOf(beforeNumber, `(\\d{1,2})\\.${space}?(\\d{1,2})\\.${space}?(\\d{4})`, afterNumber),
      read: ([, day, month, year]) => read(year!, month!, day!),
    },
    {
      pattern: patternOf(beforeNumber, '(\\d{1,2})([/-])(\\d{1,2})\\2(\\d{4})', afterNumber),
      read: ([, first, , second, year]) => {
        const [month, day] = order(Number(first), Number(second), language) ?? [];
        return month === undefined ? null : read(year!, String(month), String(day));
      },
    },
  ];
  if (language.primary !== 'hu') return rules;
  const hungarian = `(\\d{4})\\.${space}?(\\d{1,2})\\.${space}?(\\d{1,2})\\.?`;
  const pattern = patternOf(beforeNumber, hungarian, "(?![\\p{L}\\p{N}]|[-'’])");
  return [{ pattern, read: ([, year, month, day]) => read(year!, month!, day!) }, ...rules];
}

/** Returns month and day: in the USA the month is first. `null` when both orders are possible in a bilingual region. */
function order(first: number, second: number, { primary, region }: ReadingLanguage): [number, number] | null {
  if (first > 12) return [second, first];
  if (second > 12) return [first, second];
  if (primary === 'en' && region === 'US') return [first, second];
  return region === 'US' || region === 'CA' || region === 'PH' ? null : [second, first];
}

function dateInWords(
  { year, month, day }: { year: number; month: number; day: number },
  language: ReadingLanguage,
): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1100 || year > 2999)
    return null;
  const parts = formatOf(language.tag).formatToParts(date);
  const name = parts.find(({ type }) => type === 'month')?.value;
  const { words, primary } = language;
  const years = words.year(year);
  if (name === undefined) return null;
  switch (primary) {
    case 'en':
      return `${name} ${words.ordinal(day)}, ${years}`;
    case 'fr':
      return `${day === 1 ? 'premier' : words.plain(day)} ${name} ${words.plain(year)}`;
    case 'it':
      return `${day === 1 ? 'primo' : words.plain(day)} ${name} ${years}`;
    case 'nl':
      return `${words.plain(day)} ${name} ${years}`;
    case 'es':
      return `${words.plain(day)} de ${name} de ${words.plain(year)}`;
    case 'pt':
      return `${day === 1 ? 'primeiro' : words.plain(day)} de ${name} de ${words.plain(year)}`;
    default:
      return inDigits(parts, primary);
  }
}

/** Returns the date with the name of the month: the form of the day depends on the sentence. */
function inDigits(parts: readonly Intl.DateTimeFormatPart[], primary: string): string {
  const text = parts
    .map(({ value }) => value)
    .join('')
    .replaceAll(/[\u00a0\u202f]/gu, ' ');
  if (primary === 'ru') return text.replace(/ г\.$/u, ' года');
  return primary === 'uk' ? text.replace(/ р\.$/u, ' року') : text;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(tag: string): Intl.DateTimeFormat {
  let format = formats.get(tag);
  if (!format) {
    const fields = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    format = new Intl.DateTimeFormat(tag, { ...fields, calendar: 'gregory' });
    formats.set(tag, format);
  }
  return format;
}
