import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { areaCodePlaces } from './tables/nanp-area-codes.ts';

const areas = statement('test.area_codes.areas', 'select area_code, region from area_codes');
const lonely = statement(
  'test.area_codes.lonely',
  `select region, neighbour from region_borders b where not exists (select from area_codes a where a.region = b.region)
     or not exists (select from region_borders c where c.region = b.neighbour and c.neighbour = b.region)`,
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

it('stores the area codes of the table with their regions', async () => {
  const rows = await world.db.query<{ area_code: string; region: string }>(areas);
  expect(new Map(rows.map(({ area_code, region }) => [area_code, region]))).toEqual(
    new Map([...areaCodePlaces].map(([areaCode, { region }]) => [areaCode, region])),
  );
});

it('has two sides for every border, each with area codes', async () => {
  expect(await world.db.query(lonely)).toEqual([]);
});
