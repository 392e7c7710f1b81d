/** How a search found a chunk. */
export type FoundBy = 'words' | 'meaning';

/** A chunk in the results of one way of searching. */
interface Ranked {
  chunkId: string;
}

/** Damps the first ranks, as in the paper on reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
const rankOffset = 60;

/**
 * Returns the chunks of both lists, the best first, by reciprocal rank fusion: the ranks count and not the scores, which
 * cannot be compared. A chunk that both ways have found is before those that one has found at the same rank.
 */
export function fuse<Words extends Ranked, Meaning extends Ranked>(
  words: readonly Words[],
  meaning: readonly Meaning[],
): { words: Words | null; meaning: Meaning | null; score: number }[] {
  const fused = new Map<string, { words: Words | null; meaning: Meaning | null; score: number }>();
  const placeOf = ({ chunkId }: Ranked) => {
    const place = fused.get(chunkId) ?? { words: null, meaning: null, score: 0 };
    fused.set(chunkId, place);
    return place;
  };
  for (const [rank, chunk] of words.entries()) {
    const place = placeOf(chunk);
    place.words = chunk;
    place.score += 1 / (rankOffset + rank + 1);
  }
  for (const [rank, chunk] of meaning.entries()) {
    const place = placeOf(chunk);
    place.meaning = chunk;
    place.score += 1 / (rankOffset + rank + 1);
  }
  return [...fused.values()].sort((a, b) => b.score - a.score);
}
