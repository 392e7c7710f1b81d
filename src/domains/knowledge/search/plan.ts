/** A lexeme of the sources that a question asks for. */
export interface AskedLexeme {
  lexeme: string;
  /** The lexeme of the question that it stands for: the same one, or one that is written much alike. */
  asked: string;
  /** The text search configurations that make it of the question. */
  configurations: readonly string[];
  /** From 0 to 1; 1 for the same lexeme. */
  similarity: number;
  /** In how many chunks it is. */
  chunkCount: number;
}

/** What a statement looks for, and how it scores what it finds. */
export interface SearchPlan {
  /** A tsquery that few chunks match. Null when nothing can be found. */
  condition: string | null;
  /** The lexemes as tsqueries, with the score of a chunk that has them. */
  lexemes: { query: string; weight: number }[];
  /** The weights of all lexemes of the question in its language, also of those that no chunk has. */
  fullWeight: number;
}

/** How many chunks the condition may match, about. A chunk costs some 5 µs to score. */
const candidatesMax = 500;
/** The most lexemes that count. Long questions have many that say nothing. */
const lexemesMax = 16;

/**
 * Returns how to search chunks for lexemes. The condition takes the rarest lexemes each by itself while few chunks have
 * them, then the others in pairs.
 */
export function planSearch(asked: readonly AskedLexeme[], total: number): SearchPlan {
  const found = asked
    .filter(({ chunkCount }) => chunkCount > 0)
    .map((one) => ({
      ...one,
      query: quoted(one.lexeme),
      weight: one.similarity * rarity(one.chunkCount, total),
    }))
    .sort((a, b) => a.chunkCount - b.chunkCount)
    .slice(0, lexemesMax);
  const conditions: string[] = [];
  let expected = 0;
  const take = (condition: string, count: number): boolean => {
    if (conditions.length > 0 && expected + count > candidatesMax) return false;
    expected += count;
    conditions.push(condition);
    return true;
  };
  const common = found.filter(({ query, chunkCount }) => !take(query, chunkCount));
  const pairs = common.flatMap((first, index) =>
    common.slice(index + 1).flatMap((second) =>
      first.asked === second.asked
        ? []
        : [
            {
              query: `${first.query}&${second.query}`,
              count: (first.chunkCount * second.chunkCount) / total,
            },
          ],
    ),
  );
  for (const { query, count } of pairs.sort((a, b) => a.count - b.count)) take(query, count);
  return {
    condition: conditions.length === 0 ? null : conditions.join('|'),
    lexemes: found.map(({ query, weight }) => ({ query, weight })),
    fullWeight: fullWeightOf(asked, total),
  };
}

function fullWeightOf(asked: readonly AskedLexeme[], total: number): number {
  const weights = new Map<string, number>();
  const configurations = new Map<string, Set<string>>();
  for (const { asked: lexeme, chunkCount, configurations: of } of asked) {
    // A lexeme that is written much alike stands for it.
    weights.set(lexeme, Math.min(weights.get(lexeme) ?? Number.POSITIVE_INFINITY, rarity(chunkCount, total)));
    for (const one of of) configurations.set(one, (configurations.get(one) ?? new Set()).add(lexeme));
  }
  const sums = configurations
    .values()
    .map((lexemes) => lexemes.values().reduce((sum, lexeme) => sum + weights.get(lexeme)!, 0));
  // Other languages know neither the stop words nor the word forms of the question.
  return Math.min(...sums);
}

/** Returns how much a lexeme says about a chunk that has it: the inverse document frequency of BM25. */
function rarity(chunkCount: number, total: number): number {
  return Math.log(1 + (Math.max(0, total - chunkCount) + 0.5) / (chunkCount + 0.5));
}

/** Returns a lexeme as a tsquery. */
function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
