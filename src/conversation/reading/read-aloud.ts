import { type ReadingLanguage, readingLanguage } from './language-of-reading.ts';
import type { Pronunciation } from './pronunciation.ts';
import { abbreviationRules } from './rules/abbreviations.ts';
import { codeRules } from './rules/codes.ts';
import { dateRules } from './rules/dates.ts';
import { measureRules } from './rules/measures.ts';
import { moneyRules } from './rules/money.ts';
import { numberRules, ordinalRules } from './rules/numbers.ts';
import { phoneRules } from './rules/phone-numbers.ts';
import type { ReadingRule, RulesOf } from './rules/rule.ts';
import { timeRules } from './rules/times.ts';
import { addressRules } from './rules/web-addresses.ts';
import { SpokenText } from './spoken-text.ts';
import { pronouncedParts } from './terms.ts';

/** How texts are read aloud. */
export interface Reading {
  /** BCP 47. */
  language: string;
  pronunciations: readonly Pronunciation[];
  /** Whether numbers, dates, addresses and abbreviations are written out; otherwise the voice reads them. */
  readsNumbers: boolean;
}

/** The first rule that fits a part of the text reads it. */
const kinds: readonly RulesOf[] = [
  addressRules,
  dateRules,
  timeRules,
  moneyRules,
  measureRules,
  phoneRules,
  codeRules,
  ordinalRules,
  abbreviationRules,
  numberRules,
];

/** Texts without any of these have nothing to write out. */
const mayNeedReading = /[\p{N}@]|\p{L}\.|\b(?:Mme|Mlle|Dr|ca|nr)\b/u;

/**
 * Returns the text that a voice speaks for a written one. The dictionary is applied first, and its results are not read
 * again. What is ambiguous, and texts in other languages than those of `symbolsOf`, stay as they are.
 */
export function readAloud(text: string, { language, pronunciations, readsNumbers }: Reading): SpokenText {
  const parts = pronouncedParts(text, pronunciations, language);
  if (!readsNumbers || !mayNeedReading.test(text)) return new SpokenText(text, parts);
  for (const { pattern, read } of rulesOf(language)) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (parts.some((part) => part.start < end && start < part.end)) continue;
      const spoken = read(match);
      if (spoken !== null) parts.push({ start, end, spoken, ipa: null });
    }
  }
  return new SpokenText(
    text,
    parts.toSorted((a, b) => a.start - b.start),
  );
}

const compiled = new Map<string, readonly ReadingRule[]>();

/** A text that most rules read. */
const sample = '€ 1,50 or $1.50, 2026-11-23, 14:30, 5 km, 5 %, +12025550123, a@b.de';

/**
 * Loads a language, so that its first sentence does not wait. This reads the words of its numbers, compiles its patterns
 * and opens its formats: 10 to 60 ms, once in a process.
 */
export function prepareReading(language: string): void {
  if (!compiled.has(language)) readAloud(sample, { language, pronunciations: [], readsNumbers: true });
}

function rulesOf(tag: string): readonly ReadingRule[] {
  let rules = compiled.get(tag);
  if (!rules) {
    const language: ReadingLanguage | null = readingLanguage(tag);
    rules = language ? kinds.flatMap((rulesOfKind) => rulesOfKind(language)) : [];
    compiled.set(tag, rules);
  }
  return rules;
}
