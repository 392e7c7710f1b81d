import { type NationalForms, nationalForms } from '../../platform/kernel/index.ts';

/** Whom a deletion is about. */
export interface Sought {
  by: 'phoneNumber' | 'customerUniqueId';
  value: string;
}

/** How texts are searched for a person, as regular expressions of PostgreSQL. */
export interface Patterns {
  /** The number or id wherever it stands by itself. */
  pattern: string;
  /** The same as a bare value of JSON, which is no string: behind what is captured. */
  bare: string;
  /** What takes the place of `pattern`. */
  instead: string;
}

/** An id with fewer characters is only searched as a whole JSON string: it may be part of anything. */
const wordLengthMin = 6;
/** Between the digits of a number that people wrote. */
const separators = '[-. ()/]{0,2}';

/**
 * What finds a person in texts and JSON: numbers also with separators, and as their country writes them where nobody who
 * reads them in one of `countries` takes that for another number; ids as words of their own.
 */
export function patternsOf({ by, value }: Sought, countries: readonly string[] = []): Patterns {
  const forms = by === 'phoneNumber' ? nationalForms(value, countries) : null;
  const core = forms ? numberCore(value, forms) : idCore(value);
  // A number of JSON has no separators, and begins with no 0.
  const bareCore = forms ? `(?:${[value.slice(1), ...forms.digits.filter(isJsonNumber)].join('|')})` : core;
  const bare = String.raw`((?:^|[:\[,])\s*)${bareCore}(?=\s*(?:[,}\]]|$))`;
  if (by === 'customerUniqueId' && value.length < wordLengthMin)
    return { pattern: `"${core}"`, bare, instead: '"[erased]"' };
  const letters = by === 'phoneNumber' ? '0-9A-Za-z' : '0-9A-Za-z_-';
  // What comes before may be the letter of an escape of JSON.
  const pattern = String.raw`(?:(?<![${letters}])|(?<=\\[nrt]))${core}(?![${letters}])`;
  return { pattern, bare, instead: '[erased]' };
}

function isJsonNumber(digits: string): boolean {
  return !digits.startsWith('0');
}

/** Not behind the calling code of another country, of which what follows may be a number too. */
const notAbroad = String.raw`(?<!(?:\+|(?:^|[^0-9])(?:00|011))[0-9]{1,3}[-. ()/]{1,2})`;

function numberCore(value: string, { callingCode, trunkPrefix, significant, digits }: NationalForms): string {
  const spaced = (text: string) => [...text].join(separators);
  const international = [spaced(value.slice(1))];
  // `+44 (0)20 …`: for those at home and those abroad.
  if (trunkPrefix !== '') international.push(spaced(`${callingCode}${trunkPrefix}${significant}`));
  const national = digits.map((form) => `${notAbroad}\\(?${spaced(form)}`);
  return `(?:${[`(?:\\+|00|011)?(?:${international.join('|')})`, ...national].join('|')})`;
}

/** As it is, and as JSON writes it. */
function idCore(value: string): string {
  const written = new Set([value, JSON.stringify(value).slice(1, -1)]);
  return `(?:${[...written].map(escaped).join('|')})`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
