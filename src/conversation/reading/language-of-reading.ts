import { type NumberWords, numberWordsOf } from './spelled-numbers.ts';
import { type SymbolWords, spelledLanguages, symbolsOf } from './symbols.ts';

/** The facts about one language that the rules need. */
export interface ReadingLanguage {
  /** BCP 47, as the agent has it. */
  tag: string;
  /** The primary language. */
  primary: string;
  /** The region; the most likely one when the tag has none. */
  region: string | null;
  words: NumberWords;
  symbols: SymbolWords;
  /** Whether numbers in sentences are written in words. */
  isSpelled: boolean;
  /** The signs that separate decimals and groups of three digits. */
  decimal: string;
  group: string;
}

const known = new Map<string, ReadingLanguage | null>();

/** Returns the language of a BCP 47 tag; `null` when its texts are not read. */
export function readingLanguage(tag: string): ReadingLanguage | null {
  let language = known.get(tag);
  if (language === undefined) {
    language = create(tag);
    known.set(tag, language);
  }
  return language;
}

function create(tag: string): ReadingLanguage | null {
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
  const primary = locale.language === 'no' ? 'nb' : locale.language;
  const symbols = symbolsOf[primary];
  if (!symbols) return null;
  const region = locale.region ?? null;
  const parts = new Intl.NumberFormat(tag, { useGrouping: true }).formatToParts(1_234_567.8);
  const sign = (type: string, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  return {
    tag,
    primary,
    region,
    words: numberWordsOf(primary, region),
    symbols,
    isSpelled: spelledLanguages.has(primary),
    decimal: sign('decimal', '.'),
    group: sign('group', ','),
  };
}
