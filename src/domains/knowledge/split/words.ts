/** Scripts that are written without spaces between words. */
const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const unspacedClass = `[${unspacedScripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
const unspaced = new RegExp(unspacedClass, 'gu');
const unspacedRun = new RegExp(`${unspacedClass}+`, 'gu');
/** How many characters of such a script make a word, about. */
const unspacedPerWord = 2;

/** Returns how many words a text has, about: in scripts without spaces, a word for two characters. */
export function countWords(text: string): number {
  const tokens = text.replace(unspaced, ' ').split(/\s+/);
  const spaced = tokens.filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
  const others = text.match(unspaced)?.length ?? 0;
  return spaced + Math.ceil(others / unspacedPerWord);
}

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns a Markdown text as a search reads it: without the targets of links, and with spaces between the words of
 * scripts that have none.
 */
export function searchableText(text: string): string {
  return text.replace(/\]\([^()\s]*\)/g, '] ').replace(unspacedRun, (run) => {
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
    return ` ${Array.from(segmenter.segment(run), ({ segment }) => segment).join(' ')} `;
  });
}
