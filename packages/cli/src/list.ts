import { type CommandContext, countOf } from './command.ts';

/** The options of every list. */
export const listOptions = { limit: { type: 'string' } } as const;

const limitWithout = 50;

/** Prints items as they arrive, `--limit` at most: as a table, or as JSON, one a line. */
export async function printList<Item>(
  { values, output }: CommandContext,
  items: AsyncIterable<Item>,
  columns: Record<string, (item: Item) => unknown>,
): Promise<undefined> {
  const limit = countOf('limit', values.limit) ?? limitWithout;
  const rows: unknown[][] = [];
  let count = 0;
  for await (const item of items) {
    if (output.isJson) output.json(item);
    else rows.push(Object.values(columns).map((column) => column(item)));
    if (++count >= limit) break;
  }
  if (!output.isJson) output.table(Object.keys(columns), rows);
}
