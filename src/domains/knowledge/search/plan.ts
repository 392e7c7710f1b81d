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

/** How many chunks the condition may match, about. More candidates find hardly more: 0.270 instead of 0.265 at 100,000. */
const candidatesMax = 500;
/** The condition goes on where fewer chunks are expected. */
const candidatesMin = 50;
/** Of the lexemes that too many chunks have, the rarest are looked for together. */
const togetherMax = 4;
/** The most lexemes that count. Long questions have many that say nothing. */
const lexemesMax = 16;

/**
 * Returns how to search chunks for lexemes. The condition takes the rarest lexemes each by itself while few chunks have
 * them, then the others in pairs and threes.
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
  const lexemes = found.map(({ query, weight }) => ({ query, weight }));
  return { condition: conditionOf(found, total), lexemes, fullWeight: fullWeightOf(asked, total) };
}

/** A lexeme, or several that a chunk must have together. */
interface Combination {
  asked: string[];
  query: string;
  /** How many chunks have it, about: as if lexemes did not depend on each other. */
  count: number;
}

function conditionOf(found: readonly (AskedLexeme & { query: string })[], total: number): string | null {
  const singles = found.map(({ asked, query, chunkCount }) => ({ asked: [asked], query, count: chunkCount }));
  const rare = singles.filter(({ count }) => count <= candidatesMax);
  const common = singles.filter(({ count }) => count > candidatesMax).slice(0, togetherMax);
  const pairs = combined(common, common, total);
  const ordered = [rare, [...pairs, ...combined(pairs, common, total)], common].flatMap((some) =>
    some.toSorted((a, b) => a.count - b.count),
  );
  const taken: string[] = [];
  let expected = 0;
  for (const { query, count } of ordered) {
    if (expected >= candidatesMin && expected + count > candidatesMax) continue;
    expected += count;
    taken.push(query);
  }
  return taken.length === 0 ? null : taken.join('|');
}

/** Returns the combinations of each of the first with each later one of the second. */
function combined(
  first: readonly Combination[],
  second: readonly Combination[],
  total: number,
): Combination[] {
  return first.flatMap((one) =>
    second
      .slice(second.findIndex(({ asked }) => asked[0] === one.asked.at(-1)) + 1)
      .filter(({ asked }) => !one.asked.includes(asked[0]!))
      .map((other) => ({
        asked: [...one.asked, ...other.asked],
        query: `${one.query}&${other.query}`,
        count: (one.count * other.count) / total,
      })),
  );
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
