import type { ReadingLanguage } from '../language-of-reading.ts';
import { amountOf, amountPattern, spoken } from './amount.ts';
import { patternOf, type ReadingRule, signed, space } from './rule.ts';

const units: Readonly<Record<string, string>> = {
  ...{ '%': 'percent', '°C': 'celsius', '°F': 'fahrenheit', 'km/h': 'kilometer-per-hour' },
  ...{
    km: 'kilometer',
    cm: 'centimeter',
    mm: 'millimeter',
    kg: 'kilogram',
    ml: 'milliliter',
  },
  ...{ GB: 'gigabyte', MB: 'megabyte' },
};
const cyrillic: Readonly<Record<string, string>> = {
  ...{ км: 'kilometer', см: 'centimeter', мм: 'millimeter', кг: 'kilogram' },
};

/** Numbers with a unit: "5 km", "20 °C", "3,5 %". */
export function measureRules(language: ReadingLanguage): ReadingRule[] {
  const { primary, symbols, tag } = language;
  const known = primary === 'ru' || primary === 'uk' ? { ...units, ...cyrillic } : units;
  const names = Object.keys(known).toSorted((a, b) => b.length - a.length);
  const end = "(?![\\p{L}\\p{N}\\p{M}_/²³]|['’-]\\p{L})";
  return [
    {
      pattern: patternOf(`${signed}(${amountPattern(language)})${space}?(${names.join('|')})${end}`),
      read: ([, minus, digits, unit]) => {
        const amount = amountOf(digits!, language);
        if (!amount) return null;
        const value = Number(`${amount.whole}.${amount.decimals || 0}`);
        const sign = minus ? `${symbols.minus} ` : '';
        return around(value, amount.decimals.length, known[unit!]!, tag, sign + spoken(amount, language));
      },
    },
  ];
}

const formats = new Map<string, Intl.NumberFormat>();

/** Returns the words of a number with the unit, in the order and form of the language. */
function around(value: number, decimals: number, unit: string, tag: string, words: string): string {
  const key = [tag, unit, decimals].join(' ');
  let format = formats.get(key);
  if (!format) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    format = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long', ...digits });
    formats.set(key, format);
  }
  let text = '';
  for (const { type, value: part } of format.formatToParts(value)) {
    if (type === 'integer') text += text.includes(words) ? '' : words;
    else if (!/^(?:group|decimal|fraction|minusSign)$/u.test(type)) text += part;
  }
  return text.replaceAll(/[\u00a0\u202f]/gu, ' ');
}
