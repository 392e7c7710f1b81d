import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { DatabaseBatches, rowsGiven, statement } from './index.ts';

const divide = statement(
  'test.batches.divide',
  `with ${rowsGiven('given', { value: 'integer' })} select 12 / value as result from given order by place`,
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

it('rejects only the item that the database refuses, and writes all others', async () => {
  const sizes: number[] = [];
  const batches = new DatabaseBatches<number, number>({
    db: world.db,
    itemsMax: 3,
    batchesMax: 1,
    async run(db, items) {
      sizes.push(items.length);
      return (await db.query<{ result: number }>(divide, [items])).map(({ result }) => result);
    },
  });
  const settled = await Promise.allSettled([1, 2, 0, 3, 4].map((value) => batches.add(value)));
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
    12,
    6,
    'failed',
    4,
    3,
  ]);
  expect(sizes).toEqual([3, 1, 1, 1, 2]);
});

it('does not retry each item when the database is unreachable', async () => {
  let asked = 0;
  const batches = new DatabaseBatches<number, number>({
    db: world.db,
    itemsMax: 10,
    batchesMax: 1,
    async run() {
      asked++;
      throw new Error('connect ECONNREFUSED');
    },
  });
  const settled = await Promise.allSettled([1, 2, 3].map((value) => batches.add(value)));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(asked).toBe(1);
});
