import type { OperationTool } from './operation-tools.ts';

const foundMax = 12;
/** What a word of the question is worth by where an operation has it: from its name to its description and arguments. */
const worthOfPlaces = [8, 4, 4, 2];

/**
 * The operations that a question in words is likely about, best first, a dozen at most. A word counts by where an operation
 * has it, and the more the fewer operations have it at all.
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

function placesOf({ tool, subject }: OperationTool): string[][] {
  const args = Object.keys(tool.inputSchema.properties ?? {}).join(' ');
  return [tool.name, subject, tool.title ?? '', `${tool.description} ${args}`].map(stems);
}

/** Half of it where the operation has a longer word that begins so. */
function worthOf(word: string, places: readonly string[][]): number {
  const worths = places.map((words, i) => {
    if (words.includes(word)) return worthOfPlaces[i]!;
    return word.length > 3 && words.some((other) => other.startsWith(word)) ? worthOfPlaces[i]! / 2 : 0;
  });
  return Math.max(...worths);
}

/** The words of a text in small letters, without the s of the plural; `listAllChats` has three. */
function stems(text: string): string[] {
  const words =
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\d]+/gu) ?? [];
  return words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}
