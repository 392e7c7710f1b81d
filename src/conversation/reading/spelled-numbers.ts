import { createRequire } from 'node:module';
import { RuleBasedFormat, type RuleSets } from './rule-based-format.ts';

export type Gender = 'masculine' | 'feminine' | 'neuter';

const require = createRequire(import.meta.url);
/** The regions whose numbers differ from those of their language. */
const regional = new Set(['pt-PT', 'fr-BE', 'fr-CH', 'de-CH']);
/** Cardinals in the form of the subject, and the form for counting. */
const cardinal = /^%spellout-(?:numbering|cardinal(?:-(?:masculine|feminine|neuter|common|reale))?)$/u;

/** The words for numbers in one language, from Unicode's CLDR. */
export class NumberWords {
  readonly #format: RuleBasedFormat;
  readonly #cardinals: readonly string[];

  constructor(language: string, sets: RuleSets) {
    this.#format = new RuleBasedFormat(language, sets);
    this.#cardinals = this.#format.sets.filter((set) => cardinal.test(set));
  }

  /** Returns the word of each digit. */
  digits(digits: string): string[] {
    return [...digits].map((digit) => this.plain(Number(digit)) ?? digit);
  }

  /** Returns a whole number as it is counted. */
  plain(number: number): string | null {
    return this.#spell(number, '%spellout-numbering');
  }

  /** Returns a whole number in words; `null` when the words depend on a gender that is not given. */
  count(number: number, gender: Gender | null = null): string | null {
    const own = `%spellout-cardinal-${gender}`;
    if (gender !== null && this.#cardinals.includes(own)) return this.#spell(number, own);
    const forms = new Set(this.#cardinals.map((set) => this.#spell(number, set)));
    const [form = null] = forms;
    return forms.size === 1 ? form : null;
  }

  /** Returns a year in words. */
  year(year: number): string | null {
    return this.#format.spell(year, '%spellout-numbering-year');
  }

  /** Returns an ordinal in words; `null` without rules. */
  ordinal(number: number, form = ''): string | null {
    return this.#format.spell(number, `%spellout-ordinal${form}`);
  }

  /** Writes the Dutch "one" with accents. Without them it is also the article. */
  #spell(number: number, set: string): string | null {
    const words = this.#format.spell(number, set);
    return words === 'een' ? 'één' : words;
  }
}

interface Published {
  rbnf: { rbnf: { SpelloutRules: RuleSets } };
}

const loaded = new Map<string, NumberWords>();

/**
 * Returns the words for numbers in a language that CLDR has, with its regional differences. The first request of a
 * language reads a file: 1 to 4 ms.
 */
export function numberWordsOf(language: string, region: string | null): NumberWords {
  const tag = `${language}-${region}`;
  const file = regional.has(tag) ? tag : language === 'nb' ? 'no' : language;
  let words = loaded.get(file);
  if (!words) {
    const { rbnf } = require(`cldr-rbnf/rbnf/${file}.json`) as Published;
    words = new NumberWords(language, rbnf.rbnf.SpelloutRules);
    loaded.set(file, words);
  }
  return words;
}
