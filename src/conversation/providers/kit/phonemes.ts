import type { SpeechRequest } from '../interfaces/index.ts';

/**
 * Returns the text of a request in the markup of a vendor. `mark` writes a part with its pronunciation in the International
 * Phonetic Alphabet; `escaped` writes the text between.
 */
export function markPhonemes(
  { text, phonemes = [] }: Pick<SpeechRequest, 'text' | 'phonemes'>,
  mark: (part: string, ipa: string) => string,
  escaped: (text: string) => string = (same) => same,
): string {
  let marked = '';
  let at = 0;
  for (const { start, end, ipa } of phonemes) {
    marked += escaped(text.slice(at, start)) + mark(text.slice(start, end), ipa);
    at = end;
  }
  return marked + escaped(text.slice(at));
}

/** Escapes a text for XML content and for attributes in double quotes. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
