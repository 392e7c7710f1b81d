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

/** Returns the terms for `keywords` of models before Nova-3, which takes single words of letters. */
export function keywords({ keyTerms }: Pick<ListenOptions, 'keyTerms'>): string[] {
  const words = keyTerms.flatMap((term) => term.split(/\s+/)).filter((word) => /^\p{L}{2,}$/u.test(word));
  return [...new Set(words)].slice(0, keywordsMax);
}
