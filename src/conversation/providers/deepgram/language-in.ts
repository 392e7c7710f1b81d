import { asArray, asText } from '../kit/index.ts';

/**
 * Returns the language of most words of a result. Models that detect languages send `languages`, the most frequent one
 * first; the object is empty for others.
 */
export function languageIn({ languages }: Record<string, unknown>): { language?: string } {
  const language = asText(asArray(languages)[0]);
  return language === '' ? {} : { language };
}
