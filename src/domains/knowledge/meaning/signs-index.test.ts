import { expect, it } from 'vitest';
import type { Queryable } from '../../../platform/db/index.ts';
import { signsCount } from './signs.ts';
import { SignsIndex } from './signs-index.ts';

interface Row {
  chunkId: string;
  sourceId: string;
  batch: number;
  signs: Buffer;
}

/** Signs of which the first `ones` are different from those of 0. */
function signs(ones: number): Buffer {
  const made = Buffer.alloc(signsCount / 8);
  for (let at = 0; at < ones; at++) made[at >> 3]! |= 1 << (at & 7);
  return made;
}

/** A table of vectors of each organization, and how many rows were read. */
function database() {
  const tables = new Map<string, Row[]>();
  const read: string[] = [];
  const query = async (_statement: unknown, values: unknown[]) => {
    const [organizationId, , batch, chunkId, limit] = values as [string, number, number, string, number];
    const rows = (tables.get(organizationId) ?? [])
      .filter((row) => row.batch > batch || (row.batch === batch && row.chunkId > chunkId))
      .sort((a, b) => a.batch - b.batch || (a.chunkId < b.chunkId ? -1 : 1))
      .slice(0, limit);
    read.push(...rows.map((row) => row.chunkId));
    return rows;
  };
  const put = (organizationId: string, ...rows: Row[]) =>
    tables.set(organizationId, [...(tables.get(organizationId) ?? []), ...rows]);
  return { db: { query } as unknown as Queryable, put, read };
}

const row = (chunkId: string, ones: number, more: Partial<Row> = {}): Row => ({
  ...{ chunkId, sourceId: 's1', batch: 1, signs: signs(ones) },
  ...more,
});
const asked = { organizationId: 'a', generation: 1, sourceIds: null, signs: signs(0) };

it('returns the nearest of the wanted sources, and reads only what is new', async () => {
  const { db, put, read } = database();
  const index = new SignsIndex();
  put('a', row('near', 10), row('far', 900), row('middle', 300, { sourceId: 's2' }));
  expect(await index.nearest(db, asked, 1)).toEqual(['near']);
  expect((await index.nearest(db, asked, 2)).toSorted()).toEqual(['middle', 'near']);
  put('a', row('nearest', 1, { batch: 2 }));
  expect(await index.nearest(db, asked, 1)).toEqual(['nearest']);
  expect(await index.nearest(db, { ...asked, sourceIds: ['s2'] }, 5)).toEqual(['middle']);
  expect(await index.nearest(db, { ...asked, sourceIds: ['s3'] }, 5)).toEqual([]);
  expect(await index.nearest(db, { ...asked, organizationId: 'b' }, 5)).toEqual([]);
  expect(read).toHaveLength(4);
});

it('reads anew for another model, and when many chunks are gone', async () => {
  const { db, put, read } = database();
  const index = new SignsIndex();
  put('a', row('one', 1), row('two', 2));
  await index.nearest(db, asked, 5);
  await index.nearest(db, { ...asked, generation: 2 }, 5);
  expect(read).toHaveLength(4);
  index.noteExisting(asked, 100, 80);
  await index.nearest(db, { ...asked, generation: 2 }, 5);
  expect(read).toHaveLength(4);
  index.noteExisting(asked, 100, 60);
  await index.nearest(db, { ...asked, generation: 2 }, 5);
  expect(read).toHaveLength(6);
});

it('holds a bounded number of vectors, those of organizations that asked last', async () => {
  const { db, put, read } = database();
  const index = new SignsIndex(5000);
  const many = (name: string) => Array.from({ length: 2400 }, (_, at) => row(`${name}${at}`, at % 1024));
  for (const name of ['a', 'b', 'c']) put(name, ...many(name));
  for (const organizationId of ['a', 'b', 'a', 'c', 'a'])
    expect(await index.nearest(db, { ...asked, organizationId }, 3)).toHaveLength(3);
  expect(index.count).toBe(4800);
  expect(read).toHaveLength(3 * 2400);
  // Several questions at once read once.
  await Promise.all([1, 2, 3].map(() => index.nearest(db, { ...asked, organizationId: 'b' }, 3)));
  expect(read).toHaveLength(4 * 2400);
});
