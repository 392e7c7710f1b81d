import type { OperationTool } from './operation-tools.ts';

const foundMax = 12;
/** Scores of a matching word in an operation's name, subject and title, and in its description and arguments. */
const worthOfPlaces = [8, 4, 4, 2];

/**
 * Returns up to `foundMax` operations that match a question, best first. A word scores by its place in an operation,
 * and higher when fewer operations contain it.
 */
export function findOperations(operations: Iterable<OperationTool>, question: string): OperationTool[] {
  const candidates = [...operations].map((operation) => ({ operation, places: placesOf(operation) }));
  const scores = new Map(candidates.map(({ operation }) => [operation, 0]));
  for (const word of new Set(stems(question))) {
    const worths = candidates.map(({ operation, places }) => ({ operation, worth: worthOf(word, places) }));
    const having = worths.filter(({ worth }) => worth > 0);
    const rarity = Math.log(candidates.length / having.length);
    for (const { operation, worth } of having) scores.set(operation, scores.get(operation)! + worth * rarity);
  }
  return [...scores]
    .filter(([, score]) => score > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, foundMax)
    .map(([operation]) => operation);
}

/** Names of scopes, which say nothing of the task. */
const scopes = /`[a-z-]+:[a-z]+`/g;

function placesOf({ tool, subject }: OperationTool): string[][] {
  const args = Object.keys(tool.inputSchema.properties ?? {}).join(' ');
  const description = tool.description?.replaceAll(scopes, '') ?? '';
  return [tool.name, subject, tool.title ?? '', `${description} ${args}`].map(stems);
}

/** Returns the best score of a word in an operation. A prefix of a longer word scores half. */
function worthOf(word: string, places: readonly string[][]): number {
  const worths = places.map((words, i) => {
    if (words.includes(word)) return worthOfPlaces[i]!;
    return word.length > 3 && words.some((other) => other.startsWith(word)) ? worthOfPlaces[i]! / 2 : 0;
  });
  return Math.max(...worths);
}

/** Returns the words of a text in lower case, without a plural s. `listAllChats` has three words. */
function stems(text: string): string[] {
  const words =
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\d]+/gu) ?? [];
  return words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}
