import type { ReadingLanguage } from '../language-of-reading.ts';

/** Finds one kind of text, and returns how it is spoken. */
export interface ReadingRule {
  /** Has the flags `g` and `u`. */
  pattern: RegExp;
  /** Returns the spoken text of a match; `null` to leave it to the voice or to a later rule. */
  read: (match: RegExpExecArray) => string | null;
}

/** Creates the rules of a language. */
export type RulesOf = (language: ReadingLanguage) => ReadingRule[];

/** Before and after a word. */
export const before = '(?<![\\p{L}\\p{N}\\p{M}_])';
export const after = '(?![\\p{L}\\p{N}\\p{M}_])';
/** Before and after a number that stands alone: no range, version, fraction, suffix or part of a longer number. */
export const beforeNumber = "(?<![\\p{L}\\p{N}\\p{M}_#&%]|\\p{N}[.,:/'’–-]|[-–/*.,+])";
/** Before a number that may be negative. The group is the sign. */
export const signed = `(?:(?<=^|[\\s(])([-−])(?=\\d)|${beforeNumber})`;
export const afterNumber =
  "(?![\\p{L}\\p{N}\\p{M}_%‰°#*]|[.,:/'’–-]\\p{N}|[.:'’(/-]\\p{L}|[.,][-–—]|[-–/]\\s?\\p{N}|\\)\\s?\\p{N})";
export const space = '[ \\u00a0\\u202f]';

/** A single letter for a thousand or a million, or the beginning of a longer word for it. */
export function scalePattern({ symbols }: Pick<ReadingLanguage, 'symbols'>): string {
  return `${space}?(?:${symbols.scales}|[kKmM](?!\\p{L}))`;
}

/** Keeps the full stop of an abbreviation that ends the text or stands before a line break. */
export function withStop(spoken: string, { 0: text, index, input }: RegExpExecArray): string {
  const isEnd = text.endsWith('.') && /^["'”’»)\]]*\s*(?:\n|$)/u.test(input.slice(index + text.length));
  return isEnd ? `${spoken}.` : spoken;
}

/** Creates a pattern with the flags `g` and `u`. Groups `(?i:…)` match letters of both cases. */
export function patternOf(...parts: string[]): RegExp {
  return new RegExp(inBothCases(parts.join('')), 'gu');
}

/** An escape, a class, the beginning of a group, or one character. */
const sourceParts =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:i:|:|<?[=!]|<\w+>))?|[\s\S]/gu;

/**
 * Replaces groups `(?i:…)` by groups with a class for each letter. V8 (Node.js 24) finds no match for some such groups in
 * a lookbehind after a process has compiled much code for patterns.
 */
function inBothCases(source: string): string {
  const groups: boolean[] = [];
  return source.replaceAll(sourceParts, (part) => {
    if (part.startsWith('(')) {
      groups.push(part === '(?i:' || groups.at(-1) === true);
      return part === '(?i:' ? '(?:' : part;
    }
    if (part === ')') groups.pop();
    const [lower, upper] = [part.toLowerCase(), part.toUpperCase()];
    const isLetter = /^\p{L}$/u.test(part) && lower !== upper && lower.length === upper.length;
    return isLetter && groups.at(-1) ? `[${lower}${upper}]` : part;
  });
}

/** Escapes a text for a pattern outside of brackets. With the flag `u`, a hyphen must not be escaped there. */
export function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Returns groups of three digits; the last has two to four. */
export function grouped(digits: string): string[] {
  const groups: string[] = [];
  let rest = digits;
  while (rest.length > 4) {
    groups.push(rest.slice(0, 3));
    rest = rest.slice(3);
  }
  return [...groups, rest];
}

/** Returns groups of digits, each digit in a word, with pauses between groups. */
export function digitByDigit({ words }: Pick<ReadingLanguage, 'words'>, groups: readonly string[]): string {
  return groups.map((group) => words.digits(group).join(' ')).join(', ');
}
