import { type NationalForms, nationalForms } from '../../platform/kernel/index.ts';

/** The person of a deletion. */
export interface PersonKey {
  by: 'phoneNumber' | 'customerUniqueId';
  value: string;
}

/** Regular expressions of PostgreSQL that find a person in texts. */
export interface Patterns {
  /** Matches the number or id as a whole word. A short id is matched as a whole JSON string. */
  pattern: string;
  /** Matches the number or id as a JSON value that is not a string. The first group is the text before the value. */
  bare: string;
  /** The replacement for `pattern`. */
  instead: string;
}

/** An id of fewer characters is matched as a whole JSON string only, because it may be an ordinary word. */
const wordLengthMin = 6;
/** The separators that people write between the digits of a number. */
const separators = '[-. ()/]{0,2}';

/**
 * Returns the expressions that find a person in texts and JSON. Numbers are found with separators and in national form,
 * unless that form can mean another number in one of `countries`. Ids are found as words.
 */
export function patternsOf({ by, value }: PersonKey, countries: readonly string[] = []): Patterns {
  const forms = by === 'phoneNumber' ? nationalForms(value, countries) : null;
  const core = forms ? numberCore(value, forms) : idCore(value);
  // A JSON number has no separators and does not begin with 0.
  const bareCore = forms ? `(?:${[value.slice(1), ...forms.digits.filter(isJsonNumber)].join('|')})` : core;
  const bare = String.raw`((?:^|[:\[,])\s*)${bareCore}(?=\s*(?:[,}\]]|$))`;
  if (by === 'customerUniqueId' && value.length < wordLengthMin)
    return { pattern: `"${core}"`, bare, instead: '"[erased]"' };
  const letters = by === 'phoneNumber' ? '0-9A-Za-z' : '0-9A-Za-z_-';
  // The character before may be the letter of a JSON escape.
  const pattern = String.raw`(?:(?<![${letters}])|(?<=\\[nrt]))${core}(?![${letters}])`;
  return { pattern, bare, instead: '[erased]' };
}

function isJsonNumber(digits: string): boolean {
  return !digits.startsWith('0');
}

/** Prevents a match after the calling code of another country: the digits are part of a different number there. */
const notAbroad = String.raw`(?<!(?:\+|(?:^|[^0-9])(?:00|011))[0-9]{1,3}[-. ()/]{1,2})`;

function numberCore(value: string, { callingCode, trunkPrefix, significant, digits }: NationalForms): string {
  const spaced = (text: string) => [...text].join(separators);
  const international = [spaced(value.slice(1))];
  // `+44 (0)20 …` serves readers at home and abroad.
  if (trunkPrefix !== '') international.push(spaced(`${callingCode}${trunkPrefix}${significant}`));
  const national = digits.map((form) => `${notAbroad}\\(?${spaced(form)}`);
  return `(?:${[`(?:\\+|00|011)?(?:${international.join('|')})`, ...national].join('|')})`;
}

/** Returns the pattern of an id as it is, and as JSON escapes it. */
function idCore(value: string): string {
  const written = new Set([value, JSON.stringify(value).slice(1, -1)]);
  return `(?:${[...written].map(escaped).join('|')})`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
