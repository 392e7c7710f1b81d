import type { MeantChunk } from './meaning-search.ts';
import type { KnowledgeQuestion } from './question.ts';
import { combined, type FoundChunk, findMeant, reranked, type SearchPlace, searchDeep } from './search.ts';
import { searchByWords, type WordsChunk } from './word-search.ts';

/** How a query came to be, and who gets what its words find. */
interface SearchOptions {
  isPartial?: boolean;
  onFound?: (passages: readonly FoundChunk[]) => void;
}

/** What the meaning of a turn's words so far has found. */
interface Meant {
  /** The words, in lower case. */
  words: string;
  finding: Promise<MeantChunk[] | null>;
  found: MeantChunk[] | null;
}

/** While the caller speaks, the next vector is asked for when the words have grown by so much. */
const growth = 1.5;

/**
 * Returns the search of one conversation. It finds chunks that say enough about a query, the best first. The words of a query
 * are searched for at once. Its meaning follows when the embedding model has answered; until then, the meaning of what
 * the caller has said before in the same turn stands in. Not every partial text is embedded.
 */
export function conversationSearch(
  place: SearchPlace,
  asked: Omit<KnowledgeQuestion, 'query'>,
): (query: string, options?: SearchOptions) => Promise<FoundChunk[]> {
  const { db, vectors } = place;
  const { limit, organizationId } = asked;
  /** A short turn has two queries, one of them with what was said before it in further lines. */
  const last: { alone: Meant | null; inContext: Meant | null } = { alone: null, inContext: null };
  const meaningOf = (query: string, isPartial: boolean) => {
    const way = query.includes('\n') ? 'inContext' : 'alone';
    const words = query.split('\n', 1)[0]!.toLowerCase();
    const before = last[way] && words.startsWith(last[way].words) ? last[way] : null;
    const isKnown = before && (isPartial ? !hasGrown(before.words, words) : before.words === words);
    const current = isKnown ? before : begin(words, findMeant(place, { ...asked, query }));
    last[way] = current;
    return { current, before };
  };
  return async (query, { isPartial = false, onFound } = {}) => {
    const question = { ...asked, query };
    if (!(await vectors?.isUsedBy(organizationId)))
      return enough(await searchByWords(db, question), null).slice(0, limit);
    const { current, before } = meaningOf(query, isPartial);
    const words = await searchDeep(db, question);
    const known = () => current.found ?? before?.found ?? null;
    onFound?.(enough(words, known()).slice(0, limit));
    await current.finding;
    const found = enough(words, known());
    // The words so far are searched for again in a moment.
    if (isPartial) return found.slice(0, limit);
    onFound?.(found.slice(0, limit));
    return (await reranked(place, question, found)).slice(0, limit);
  };
}

function begin(words: string, finding: Promise<MeantChunk[] | null>): Meant {
  const begun: Meant = { words, finding, found: null };
  void finding.then((found) => {
    begun.found = found;
  });
  return begun;
}

/** Returns the chunks of both ways that say enough. */
function enough(words: readonly WordsChunk[], meant: readonly MeantChunk[] | null): FoundChunk[] {
  return combined(words, meant).filter(({ isEnough }) => isEnough);
}

function hasGrown(from: string, to: string): boolean {
  const count = (words: string) => words.split(/\s+/).length;
  return count(to) >= growth * count(from);
}
