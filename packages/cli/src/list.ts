import { type CommandContext, countOf } from './command.ts';

/** The options of every list. */
export const listOptions = { limit: { type: 'string' } } as const;

const limitWithout = 50;

/**
 * Prints items as they arrive, `--limit` at most: as a table, or as JSON, one a line. After a table, `totals` of its items are
 * a note, and whether there are more.
 */
export async function printList<Item>(
  { values, output }: CommandContext,
  items: AsyncIterable<Item>,
  columns: Record<string, (item: Item) => unknown>,
  totals: (items: readonly Item[]) => string,
): Promise<undefined> {
  const limit = countOf('limit', values.limit) ?? limitWithout;
  const shown: Item[] = [];
  let count = 0;
  for await (const item of items) {
    if (output.isJson) output.json(item);
    else shown.push(item);
    // A table needs one more, which it does not show, to know whether there are more.
    if (++count >= (output.isJson ? limit : limit + 1)) break;
  }
  if (output.isJson) return;
  const hasMore = shown.length > limit;
  if (hasMore) shown.pop();
  const rows = shown.map((item) => Promise.all(Object.values(columns).map((column) => column(item))));
  output.table(Object.keys(columns), await Promise.all(rows));
  output.note(`${totals(shown)}${hasMore ? `. There are more: --limit ${limit * 2}` : ''}`);
}

/** Returns a count with its noun: `1 call`, `2 calls`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
