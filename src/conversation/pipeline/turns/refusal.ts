import type { LanguageWords } from '../languages/vocabulary.ts';
import { plainWords, wordsOf } from '../languages.ts';

/** The first words of an answer that may refuse. Later ones are rarely about the question. */
const wordsMax = 4;

/**
 * Returns whether an answer to a question clearly refuses in one of these BCP 47 languages. After a yes only the next words
 * count: "yes, I do not object" agrees, and "ja, nein" does not. In doubt an answer refuses, because the question can be asked
 * again.
 */
export function isRefusal(text: string, languages: readonly string[]): boolean {
  const plain = ` ${plainWords(text)} `;
  return languages.some((tag) => refuses(plain, wordsOf(tag)));
}

function refuses(plain: string, { hums, agreements, refusals, excuses }: LanguageWords): boolean {
  const unexcused = without(excuses, plain);
  const spoken = afterAll(hums, unexcused);
  const rest = afterAll([...hums, ...agreements], spoken);
  if (rest !== spoken) return refusals.some((phrase) => rest.startsWith(` ${phrase} `));
  const beginning = ` ${rest.trim().split(' ').slice(0, wordsMax).join(' ')} `;
  return refusals.some((phrase) => beginning.includes(` ${phrase} `));
}

function without(phrases: readonly string[], plain: string): string {
  return phrases.reduce((text, phrase) => text.replaceAll(` ${phrase} `, ' '), plain);
}

/** Returns a text after the phrases with which it begins. */
function afterAll(phrases: readonly string[], plain: string): string {
  let rest = plain;
  for (;;) {
    const first = phrases.find((phrase) => rest.startsWith(` ${phrase} `));
    if (first === undefined) return rest;
    rest = rest.slice(first.length + 1);
  }
}
