/** An entry that is found by its title, by what it is about, and by further words that people type for it. */
interface Findable {
  title: string;
  about: string;
  words?: string | undefined;
}

/**
 * Returns the entries in which a word begins with each word of the question, best first: the title counts most, then the
 * further words, then what the entry is about. An empty question finds everything, in the given order.
 */
export function bestMatches<Entry extends Findable>(entries: readonly Entry[], question: string): Entry[] {
  const asked = wordsOf(question);
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, asked) }))
    .filter(({ rank }) => rank < none)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

const none = 1_000;

function rankOf({ title, about, words = '' }: Findable, asked: readonly string[]): number {
  const places = [title, words, about].map(wordsOf);
  return asked.reduce((sum, word) => {
    const whole = places.findIndex((own) => own.includes(word));
    const begun = places.findIndex((own) => own.some((one) => one.startsWith(word)));
    const place = [whole < 0 ? none : 2 * whole, begun < 0 ? none : 2 * begun + 1];
    return sum + Math.min(...place);
  }, 0);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}?]+/gu) ?? [];
}
