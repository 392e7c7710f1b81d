import { czech } from './languages/cs.ts';
import { danish } from './languages/da.ts';
import { german } from './languages/de.ts';
import { english } from './languages/en.ts';
import { spanish } from './languages/es.ts';
import { finnish } from './languages/fi.ts';
import { french } from './languages/fr.ts';
import { hungarian } from './languages/hu.ts';
import { italian } from './languages/it.ts';
import { norwegian } from './languages/nb.ts';
import { dutch } from './languages/nl.ts';
import { polish } from './languages/pl.ts';
import { portuguese } from './languages/pt.ts';
import { romanian } from './languages/ro.ts';
import { russian } from './languages/ru.ts';
import { swedish } from './languages/sv.ts';
import { turkish } from './languages/tr.ts';
import { ukrainian } from './languages/uk.ts';
import type { LanguageWords } from './languages/vocabulary.ts';

const languages: Record<string, LanguageWords> = {
  cs: czech,
  da: danish,
  de: german,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nb: norwegian,
  nl: dutch,
  no: norwegian,
  pl: polish,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
};

/**
 * Returns the words of a BCP 47 language. For an unknown language it returns common hums, and neither fillers nor an
 * apology, because a voice should not speak another language's words.
 */
export function wordsOf(language: string): LanguageWords {
  return languages[language.split('-', 1)[0]!.toLowerCase()] ?? unknown;
}

const unknown: LanguageWords = {
  abbreviations: new Set(),
  hasOrdinals: false,
  hums: ['mhm', 'hm', 'hmm', 'mm', 'ah', 'oh', 'aha'],
  agreements: ['ok', 'okay'],
  // A caller whose language is unknown may say no in English.
  refusals: english.refusals,
  excuses: english.excuses,
  greetings: ['hello', 'allo'],
  dangling: new Set(),
  mayDangle: new Set(),
  openers: new Set(),
  answers: new Set(),
  endings: [],
  digits: new Set(),
  fillers: [],
  silencePrompt: '',
  apology: '',
  memberLost: '',
  goodbye: '',
};

/** Returns a text for comparison: lower case, letters and digits only, single spaces. */
export function plainWords(text: string): string {
  // The lower case of the Turkish "İ" has a second dot (U+0307).
  return text
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}
