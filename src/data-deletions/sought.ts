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

/** What finds a person in texts and JSON: numbers also with separators, ids as words of their own. */
export function patternsOf({ by, value }: Sought): Patterns {
  const core = by === 'phoneNumber' ? numberCore(value) : idCore(value);
  const bare = String.raw`((?:^|[:\[,])\s*)${core}(?=\s*(?:[,}\]]|$))`;
  if (by === 'customerUniqueId' && value.length < wordLengthMin)
    return { pattern: `"${core}"`, bare, instead: '"[erased]"' };
  const letters = by === 'phoneNumber' ? '0-9A-Za-z' : '0-9A-Za-z_-';
  // What comes before may be the letter of an escape of JSON.
  const pattern = String.raw`(?:(?<![${letters}])|(?<=\\[nrt]))${core}(?![${letters}])`;
  return { pattern, bare, instead: '[erased]' };
}

function numberCore(value: string): string {
  return `(?:\\+|00|011)?${[...value.slice(1)].join(separators)}`;
}

/** As it is, and as JSON writes it. */
function idCore(value: string): string {
  const written = new Set([value, JSON.stringify(value).slice(1, -1)]);
  return `(?:${[...written].map(escaped).join('|')})`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
