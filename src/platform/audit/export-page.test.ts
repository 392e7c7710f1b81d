import { expect, test } from 'vitest';
import { chunkEntries, openPage, type PageSource } from './export-page.ts';

/** A log of `total` entries, newest with the largest number, that counts its reads. */
function countedLog(total: number) {
  const reads: number[] = [];
  const source: PageSource = {
    async read(before, countMax) {
      const newest = before === null ? total : Number(before) - 1;
      const names = Array.from({ length: Math.min(countMax, newest) }, (_, index) => newest - index);
      reads.push(names.length);
      const oldest = names.length === 0 ? null : String(names.at(-1));
      const docs = names.length === 0 ? [] : [names.join(',')];
      return { count: names.length, docs, oldest, hasMore: newest > names.length };
    },
    nextPage: (before) => `below ${before}`,
  };
  return { source, reads };
}

const isOfEntries = (part: string) => /^(?:\{"auditLogs":\[|,)\d/.test(part);

async function textOf(page: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of page) text += part;
  return text;
}

test('holds exactly as many entries as asked for, at every edge of a chunk', async () => {
  for (const total of [0, 1, chunkEntries - 1, chunkEntries, chunkEntries + 1, 3 * chunkEntries]) {
    for (const size of [1, chunkEntries - 1, chunkEntries, chunkEntries + 1, 2 * chunkEntries, 10_000]) {
      const { source } = countedLog(total);
      const { auditLogs, metadata } = JSON.parse(await textOf(await openPage(source, size)));
      const count = Math.min(total, size);
      expect(auditLogs).toEqual(Array.from({ length: count }, (_, index) => total - index));
      expect(metadata).toEqual({ nextPage: total > size ? `below ${total - size + 1}` : null });
    }
  }
});

test('reads one chunk ahead of its reader and no more', async () => {
  const { source, reads } = countedLog(10 * chunkEntries);
  const page = await openPage(source, 10_000);
  expect(reads).toHaveLength(1);
  let entryParts = 0;
  for await (const part of page) {
    if (isOfEntries(part)) entryParts++;
    expect(reads.length).toBeLessThanOrEqual(entryParts + 1);
  }
  expect(entryParts).toBe(10);
});

test('stops reading when the reader goes away', async () => {
  const { source, reads } = countedLog(10 * chunkEntries);
  for await (const part of await openPage(source, 10_000)) if (isOfEntries(part)) break;
  expect(reads).toHaveLength(2);
});

test('fails before the first byte when the first chunk cannot be read, and breaks off later', async () => {
  const { source } = countedLog(10 * chunkEntries);
  const failure = new Error('away');
  const never: PageSource = { ...source, read: () => Promise.reject(failure) };
  await expect(openPage(never, 10)).rejects.toBe(failure);
  const once: PageSource = {
    ...source,
    read: (before, count) => (before === null ? source.read(before, count) : Promise.reject(failure)),
  };
  await expect(textOf(await openPage(once, 10_000))).rejects.toBe(failure);
});
