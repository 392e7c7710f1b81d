import type { Pronunciation } from './pronunciation.ts';
import { literal } from './rules/rule.ts';
import type { SpokenPart } from './spoken-text.ts';

/** The terms of a dictionary for one language. */
interface Terms {
  pattern: RegExp;
  /** Terms of capitals only, as they are written, and others in lower case. */
  entries: ReadonlyMap<string, Pronunciation>;
}

const known = new WeakMap<readonly Pronunciation[], Map<string, Terms | null>>();

/**
 * Returns the parts of a text that the dictionary pronounces: whole words, the longest term first. A term of capitals
 * only ("AHA") matches capitals only. White space matches any white space.
 */
export function pronouncedParts(
  text: string,
  pronunciations: readonly Pronunciation[],
  language: string,
): SpokenPart[] {
  const terms = termsOf(pronunciations, language);
  if (!terms) return [];
  const parts: SpokenPart[] = [];
  for (const { 0: found, index } of text.matchAll(terms.pattern)) {
    const written = spaced(found);
    const entry = terms.entries.get(written) ?? terms.entries.get(written.toLowerCase());
    if (!entry) continue;
    const { replacement, ipa } = entry;
    parts.push({ start: index, end: index + found.length, spoken: replacement ?? found, ipa });
  }
  return parts;
}

function termsOf(pronunciations: readonly Pronunciation[], language: string): Terms | null {
  if (pronunciations.length === 0) return null;
  let ofLanguages = known.get(pronunciations);
  if (!ofLanguages) {
    ofLanguages = new Map();
    known.set(pronunciations, ofLanguages);
  }
  const primary = primaryOf(language);
  let terms = ofLanguages.get(primary);
  if (terms === undefined) {
    terms = compile(pronunciations, primary);
    ofLanguages.set(primary, terms);
  }
  return terms;
}

/** An entry of the language takes precedence over one for all languages. */
function compile(pronunciations: readonly Pronunciation[], primary: string): Terms | null {
  const entries = new Map<string, Pronunciation>();
  const fitting = pronunciations.filter(
    ({ language }) => language === null || primaryOf(language) === primary,
  );
  for (const entry of fitting.toSorted((a, b) => Number(a.language !== null) - Number(b.language !== null))) {
    const term = spaced(entry.term);
    if (term !== '') entries.set(isCapitals(term) ? term : term.toLowerCase(), entry);
  }
  if (entries.size === 0) return null;
  const alternatives = [...entries.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((key) => {
      const pattern = key.split(' ').map(literal).join('\\s+');
      return isCapitals(key) ? pattern : `(?i:${pattern})`;
    });
  const pattern = `(?<![\\p{L}\\p{N}\\p{M}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}\\p{M}])`;
  return { pattern: new RegExp(pattern, 'gu'), entries };
}

function isCapitals(term: string): boolean {
  return /\p{Lu}/u.test(term) && term === term.toUpperCase();
}

function spaced(text: string): string {
  return text.trim().replaceAll(/\s+/gu, ' ');
}

function primaryOf(language: string): string {
  return language.split('-', 1)[0]!.toLowerCase();
}
