import type { ReadingLanguage } from '../language-of-reading.ts';
import type { Gender } from '../spelled-numbers.ts';

/** A hundredth of a currency. */
interface MinorUnit {
  gender: Gender | null;
  /** Returns the noun for a number, with the space before it. */
  nameOf: (number: number) => string;
  /** Between the two nouns. */
  joint: string;
}

const cents = 'USD EUR CAD AUD NZD';
const joints: Readonly<Record<string, string>> = {
  ...{ en: ' and ', es: ' con ', it: ' e ', pt: ' e ', fr: ' et ', nl: ' en ', ro: ' și ' },
  ...{ da: ' og ', nb: ' og ', sv: ' och ' },
};

/** Currencies, gender, and the forms `one other` or `one few other`, by language. */
const units: Readonly<Record<string, readonly (readonly [string, Gender | null, string])[]>> = {
  cs: [
    [cents, 'masculine', 'cent centy centů'],
    ['CZK', 'masculine', 'haléř haléře haléřů'],
  ],
  da: [
    [cents, null, 'cent cent'],
    ['DKK SEK NOK', null, 'øre øre'],
  ],
  de: [
    [cents, 'masculine', 'Cent Cent'],
    ['GBP', 'masculine', 'Penny Pence'],
    ['CHF', 'masculine', 'Rappen Rappen'],
  ],
  en: [
    [cents, null, 'cent cents'],
    ['GBP', null, 'penny pence'],
  ],
  es: [
    ['EUR', 'masculine', 'céntimo céntimos'],
    ['USD CAD MXN', 'masculine', 'centavo centavos'],
  ],
  fi: [[cents, null, 'sentti senttiä']],
  fr: [
    ['EUR CHF', 'masculine', 'centime centimes'],
    ['USD CAD', 'masculine', 'cent cents'],
  ],
  hu: [[cents, null, 'cent cent']],
  it: [['EUR USD CHF', 'masculine', 'centesimo centesimi']],
  nb: [
    [cents, null, 'cent cent'],
    ['NOK SEK DKK', null, 'øre øre'],
  ],
  nl: [[cents, null, 'cent cent']],
  pl: [
    [cents, 'masculine', 'cent centy centów'],
    ['PLN', 'masculine', 'grosz grosze groszy'],
  ],
  pt: [
    ['EUR', 'masculine', 'cêntimo cêntimos'],
    ['BRL USD', 'masculine', 'centavo centavos'],
  ],
  ro: [
    ['EUR USD', 'masculine', 'cent cenți'],
    ['RON', 'masculine', 'ban bani'],
  ],
  ru: [
    [cents, 'masculine', 'цент цента центов'],
    ['RUB', 'feminine', 'копейка копейки копеек'],
  ],
  sv: [
    [cents, null, 'cent cent'],
    ['SEK DKK NOK', null, 'öre öre'],
  ],
  tr: [
    [cents, null, 'sent sent'],
    ['TRY', null, 'kuruş kuruş'],
  ],
  uk: [
    [cents, 'masculine', 'цент центи центів'],
    ['UAH', 'feminine', 'копійка копійки копійок'],
  ],
};

/** Returns the hundredth of a currency; `null` when it has none in this language. */
export function minorUnitOf(currency: string, { primary, tag, region }: ReadingLanguage): MinorUnit | null {
  const found = units[primary]?.find(([currencies]) => currencies.split(' ').includes(currency));
  if (!found) return null;
  const [, gender, forms] = found;
  const [one, few, other = few] = forms.split(' ') as [string, string, string?];
  const isBrazilianEuro = currency === 'EUR' && primary === 'pt' && region !== 'PT';
  const rules = pluralsOf(tag);
  const nameOf = (number: number) => {
    const category = rules.select(number);
    // Romanian has a preposition from 20 on.
    const joint = primary === 'ro' && category === 'other' ? ' de ' : ' ';
    const form = category === 'one' ? one : category === 'few' ? few : other;
    return `${joint}${isBrazilianEuro ? form?.replace('cêntimo', 'centavo') : form}`;
  };
  return { gender, nameOf, joint: joints[primary] ?? ' ' };
}

const plurals = new Map<string, Intl.PluralRules>();

function pluralsOf(tag: string): Intl.PluralRules {
  let rules = plurals.get(tag);
  if (!rules) {
    rules = new Intl.PluralRules(tag);
    plurals.set(tag, rules);
  }
  return rules;
}
