import { groupOf } from './outcome-groups.ts';

const hourMs = 3_600_000;
const columnsMax = 48;

/** One column of the picture: how many calls ended in it, by the group of their outcome. */
export interface TimeColumn {
  title: string;
  values: Record<string, number>;
}

/**
 * Calls by when they ended, in columns of so many whole hours that there are at most 48 of them; columns without calls
 * are among them, so that pauses show.
 */
export function overTime(
  calls: readonly { endedAt: string | null; endedReason: string | null }[],
  titleOf: (startMs: number) => string,
): TimeColumn[] {
  const ended = calls.flatMap(({ endedAt, endedReason }) =>
    endedAt === null ? [] : [{ atMs: Date.parse(endedAt), group: groupOf(endedReason ?? '') }],
  );
  if (ended.length === 0) return [];
  const times = ended.map(({ atMs }) => atMs);
  const [firstMs, lastMs] = [Math.min(...times), Math.max(...times)];
  const columnMs = hourMs * Math.max(1, Math.ceil((lastMs - firstMs) / hourMs / (columnsMax - 1)));
  const startMs = Math.floor(firstMs / columnMs) * columnMs;
  const columns = Array.from({ length: Math.floor((lastMs - startMs) / columnMs) + 1 }, (_, index) => ({
    title: titleOf(startMs + index * columnMs),
    values: {} as Record<string, number>,
  }));
  for (const { atMs, group } of ended) {
    const { values } = columns[Math.floor((atMs - startMs) / columnMs)]!;
    values[group] = (values[group] ?? 0) + 1;
  }
  return columns;
}
