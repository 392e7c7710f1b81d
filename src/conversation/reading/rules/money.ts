import type { ReadingLanguage } from '../language-of-reading.ts';
import type { Gender } from '../spelled-numbers.ts';
import { type Amount, amountOf, amountPattern, inWords, spoken } from './amount.ts';
import { minorUnitOf } from './minor-units.ts';
import { after, before, literal, patternOf, type ReadingRule, scalePattern, space } from './rule.ts';

const codes = 'USD|EUR|GBP|CHF|CAD|AUD|NZD|JPY|CNY|CZK|DKK|HUF|NOK|PLN|RON|RUB|SEK|TRY|UAH|BRL|MXN|INR';
const signs: Readonly<Record<string, string>> = {
  ...{ US$: 'USD', R$: 'BRL', '€': 'EUR', '£': 'GBP', '₽': 'RUB', '₴': 'UAH', '₺': 'TRY' },
  ...{ zł: 'PLN', Kč: 'CZK', Ft: 'HUF', lei: 'RON' },
};
/** The currency of "$" in a region, and of "kr" in a language. */
const dollars: Readonly<Record<string, string>> = {
  ...{ CA: 'CAD', AU: 'AUD', NZ: 'NZD', MX: 'MXN', CO: 'COP', CL: 'CLP', AR: 'ARS' },
};
const kroner: Readonly<Record<string, string>> = { da: 'DKK', nb: 'NOK', sv: 'SEK' };
/** The noun of a currency's name, without the country. */
const noun =
  /(?:doll|dólar|dolar|долл|долар|euro|евро|євро|pound|pund|pfund|livre|libra|lire|liră|sterl|фунт|kron|koron|korun|corona|couronn|coroan|крон|frank|franc|франк|złot|рубл|гривн|гривень|forint|leu|lei|rea|peso)\p{L}*/iu;
const feminine = /^(?:libra|livre|lir[eă]|sterl|corona|couronn|coroan|krone)/u;
const masculine = /^(?:euro|d[oó]l|dollar|peso|franc|real|reais|leu|lei)/iu;

/** Amounts of money: "$12.50", "1.234,56 €", "CHF 20.-". */
export function moneyRules(language: ReadingLanguage): ReadingRule[] {
  const { primary } = language;
  const known = Object.keys(signs).toSorted((a, b) => b.length - a.length);
  const sign = ['US\\$', 'R\\$', '\\$', ...known.map(literal)].join('|');
  const own = primary in kroner ? '|kr\\.?' : '';
  // Two decimals are unambiguous with either separator.
  const number = `(${amountPattern(language)}|\\d{1,9}[.,]\\d{2}|\\d{1,9}(?=[.,][-–—]))(?:[.,][-–—]{1,2})?`;
  const scale = `(?!${scalePattern(language)}|[\\p{L}\\p{N}\\p{M}_]|[.,:/'’-]\\p{N}|[-–]${space}?[\\p{N}$€£]|[-'’]\\p{L})`;
  const read = (currency: string, digits: string) => amountOfMoney(currency, digits, language);
  const english =
    primary === 'en'
      ? [amountBeforeNoun(language, number, sign), dollarsByScale(language, number, sign)]
      : [];
  return [
    ...english,
    {
      pattern: patternOf(
        `(?<![\\p{L}\\p{N}\\p{M}_$€£.,-])(${sign}|${codes})${space}?${number}${scale}(?!${space}?(?:${sign}|(?:${codes})${after}))`,
      ),
      read: ([, currency, digits]) => read(currency!, digits!),
    },
    {
      pattern: patternOf(
        `(?<![\\p{L}\\p{N}\\p{M}_$€£#]|\\p{N}[.,:/'’-]|[-–/.,]|\\p{N}${space})${number}${space}?(${sign}${own}|${codes})${after}(?!${scalePattern(language)}|['’-]\\p{L})`,
      ),
      read: ([, digits, currency]) => read(currency!, digits!),
    },
  ];
}

/** "A $5 gift card", "a $2 million house": the currency describes the next word, so it has no plural. */
function amountBeforeNoun(language: ReadingLanguage, number: string, sign: string): ReadingRule {
  const scale = `(${space}(?:thousand|million|billion|trillion))?`;
  return {
    pattern: patternOf(`(?<=${before}[Aa]n?${space})(${sign})`, number, scale, `(?=${space}\\p{L})`),
    read: ([, currency, digits, scaled = '']) => {
      const amount = amountOf(digits!, language);
      const name = amount && nameOf(currency!, 1, language);
      if (!amount || !name) return null;
      if (scaled !== '') return `${spoken(amount, language)}${scaled}${name.behind}`;
      const minor = Number(amount.decimals);
      const major = `${spoken({ ...amount, decimals: '' }, language)}${name.behind}`;
      if (minor === 0) return major;
      const unit = amount.decimals.length === 2 ? minorUnitOf(codeOf(currency!, language), language) : null;
      const cents = { written: String(minor), whole: minor, decimals: '' };
      return unit && `${major}${unit.joint}${spoken(cents, language)}${unit.nameOf(1)}`;
    },
  };
}

/** "$5 million", whose noun follows the scale. */
function dollarsByScale(language: ReadingLanguage, number: string, sign: string): ReadingRule {
  return {
    pattern: patternOf(before, `(${sign})`, number, `${space}(thousand|million|billion|trillion)`, after),
    read: ([, currency, digits, scale]) => {
      const amount = amountOf(digits!, language);
      const name = amount && nameOf(currency!, 2, language);
      return amount && name ? `${spoken(amount, language)} ${scale}${name.behind}` : null;
    },
  };
}

function amountOfMoney(currency: string, digits: string, language: ReadingLanguage): string | null {
  const amount = amountOf(digits, language) ?? null;
  const parsed =
    amount?.decimals === '' || amount?.decimals.length === 2 ? amount : (twoDecimals(digits) ?? amount);
  if (!parsed) return null;
  const { whole, decimals } = parsed;
  const minor = Number(decimals);
  const code = codeOf(currency, language);
  const unit = decimals.length === 2 ? minorUnitOf(code, language) : null;
  if (minor === 0 && decimals.length !== 1) return major({ ...parsed, decimals: '' }, currency, language);
  if (!unit) return parsed.decimals.length > 0 ? withNoun(parsed, currency, language) : null;
  const small = { written: String(minor), whole: minor, decimals: '' };
  const name = unit.nameOf(minor);
  const cents = `${spoken(small, language, unit.gender)}${name}`;
  if (whole === 0) return cents;
  const big = major({ ...parsed, written: wholeOf(parsed.written), decimals: '' }, currency, language);
  return big === null ? null : `${big}${unit.joint}${cents}`;
}

/** Returns a number with two decimals after a sign that may be foreign to the language: "CHF 12.50" in German. */
function twoDecimals(digits: string): Amount | null {
  const parts = /^(\d{1,9})[.,](\d{2})$/u.exec(digits);
  if (!parts || /^0\d/u.test(parts[1]!)) return null;
  return { written: digits, whole: Number(parts[1]), decimals: parts[2]! };
}

function wholeOf(written: string): string {
  return written.replace(/[.,]\d{2}$/u, '');
}

function major(amount: Amount, currency: string, language: ReadingLanguage): string | null {
  // "Un million d'euros": millions need a preposition.
  if (amount.whole >= 1e6 && /^(?:es|fr|it|pt|ro)$/u.test(language.primary)) return null;
  const name = nameOf(currency, amount.whole, language);
  const written = wholeOf(amount.written);
  return (
    name && `${name.front}${spoken({ ...amount, written }, language, genderOf(name.behind))}${name.behind}`
  );
}

/** Returns an amount that has no words for its decimals: the number is read as a number. */
function withNoun(amount: Amount, currency: string, language: ReadingLanguage): string | null {
  const name = nameOf(currency, amount.whole + 0.5, language);
  return name && `${name.front}${inWords(amount, language) ?? amount.written}${name.behind}`;
}

function genderOf(name: string): Gender | null {
  const word = name.trim().replace(/^de /u, '');
  if (feminine.test(word)) return 'feminine';
  if (/^(?:Pfund|pund)/u.test(word)) return 'neuter';
  return masculine.test(word) ? 'masculine' : null;
}

function codeOf(currency: string, { region, primary }: ReadingLanguage): string {
  if (currency === '$') return dollars[region ?? ''] ?? 'USD';
  if (currency.startsWith('kr')) return kroner[primary]!;
  return signs[currency] ?? currency;
}

/** Returns the texts around the number: "" and " dollars". A sign needs no country, a code has one. */
function nameOf(
  currency: string,
  number: number,
  language: ReadingLanguage,
): { front: string; behind: string } | null {
  const format = formatOf(codeOf(currency, language), language.tag);
  let [front, behind] = ['', ''];
  let isNumberOver = false;
  for (const { type, value } of format.formatToParts(number)) {
    if (/^(?:integer|group|decimal|fraction)$/u.test(type)) isNumberOver = true;
    else if (isNumberOver) behind += value;
    else front += value;
  }
  // Turkish names have the sign as well.
  if (!/\p{L}/u.test(front)) front = '';
  const isCode = /^[A-Z]{3}$/u.test(currency);
  const short = isCode || language.primary === 'tr' ? null : noun.exec(behind);
  const preposition = behind.startsWith(' de ') && language.primary === 'ro' ? ' de' : '';
  return { front, behind: short ? `${preposition} ${short[0]}` : behind.replaceAll(/[\u00a0\u202f]/gu, ' ') };
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, tag: string): Intl.NumberFormat {
  const key = `${tag} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    const digits = { minimumFractionDigits: 0, maximumFractionDigits: 1 };
    format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'name', ...digits });
    formats.set(key, format);
  }
  return format;
}
