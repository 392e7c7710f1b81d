import type { ListenOptions } from '../interfaces/index.ts';

/** Returns the key terms of a stream whose terms are fixed when it opens: without the phrases, which are those of a moment. */
export function fixedTerms({ keyTerms }: Pick<ListenOptions, 'keyTerms'>, charactersMax: number): string[] {
  return preferredTerms({ keyTerms, phrases: () => [] }, charactersMax);
}

/**
 * Returns the key terms of a stream, then the phrases that the caller is expected to say, each once and in at most
 * `charactersMax` characters together. Terms that do not fit are left out, and phrases without letters, which are keys.
 */
export function preferredTerms(
  { keyTerms, phrases }: Pick<ListenOptions, 'keyTerms' | 'phrases'>,
  charactersMax: number,
): string[] {
  const terms = new Set<string>();
  let left = charactersMax;
  const add = (term: string) => {
    if (term.length > left || terms.has(term)) return;
    terms.add(term);
    left -= term.length;
  };
  keyTerms.forEach(add);
  for (const phrase of phrases()) if (/\p{L}/u.test(phrase)) add(phrase);
  return [...terms];
}
