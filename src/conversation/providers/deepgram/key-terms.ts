import type { ListenOptions } from '../interfaces/index.ts';
import { preferredTerms } from '../kit/index.ts';

/** The service takes 500 tokens of key terms. Names have at least two characters a token. */
const charactersMax = 1_000;
const keywordsMax = 100;

/** Returns the terms for `keyterm`, which takes phrases but no punctuation that separates terms. */
export function keyterms(listening: Pick<ListenOptions, 'keyTerms' | 'phrases'>): string[] {
  const plain = (term: string) => term.replace(/[,;:\s]+/g, ' ').trim();
  const keyTerms = listening.keyTerms.map(plain).filter((term) => term !== '');
  return preferredTerms({ keyTerms, phrases: () => listening.phrases().map(plain) }, charactersMax);
}

/**
 * Returns the terms for `keywords` of models before Nova-3, which takes single words of letters, each with an intensifier
 * if it has a boost. The service's usual intensifier is 1, and high ones make it hear the word in others.
 */
export function keywords({ keyTerms, boosts }: Pick<ListenOptions, 'keyTerms' | 'boosts'>): string[] {
  const found = new Map<string, string>();
  for (const term of keyTerms) {
    const boost = boosts?.get(term);
    for (const word of term.split(/\s+/)) {
      if (!/^\p{L}{2,}$/u.test(word) || found.has(word)) continue;
      found.set(word, boost === undefined ? word : `${word}:${Math.round(boost * 20) / 10}`);
    }
  }
  return [...found.values()].slice(0, keywordsMax);
}
