import { afterEach, beforeEach, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../db/index.ts';
import { DeadNodes } from './index.ts';

const insert = statement(
  'test.nodes.insert',
  `insert into nodes (node_id, roles, heartbeat_at)
   values ($1, '{calls}', clock_timestamp() - make_interval(secs => $2))`,
);
const beat = statement(
  'test.nodes.beat',
  'update nodes set heartbeat_at = clock_timestamp() where node_id = $1',
);

let world: QueueWorld;
beforeEach(async () => {
  world = await QueueWorld.open();
});
afterEach(() => world.close());

it('are found 5 s after their last heartbeat', async () => {
  await world.db.query(insert, ['node_dead', 4]);
  await world.db.query(insert, ['node_alive', 4]);
  const watch = new DeadNodes();
  for (const nowMs of [0, 1000, 2000]) expect(await watch.find(world.db, nowMs)).toEqual([]);
  await world.db.query(beat, ['node_alive']);
  await expect.poll(() => watch.find(world.db, 3000), { timeout: 10_000 }).toEqual(['node_dead']);
});

it('exclude processes that send a heartbeat within 3 s of the first look', async () => {
  await world.db.query(insert, ['node_back', 60]);
  const watch = new DeadNodes();
  for (const nowMs of [0, 1000, 2000]) expect(await watch.find(world.db, nowMs)).not.toContain('node_back');
  await world.db.query(beat, ['node_back']);
  expect(await watch.find(world.db, 3000)).not.toContain('node_back');
  // An observer that looks too seldom has not watched.
  const other = new DeadNodes();
  await world.db.query(insert, ['node_gone', 60]);
  for (const nowMs of [0, 2600, 5200]) expect(await other.find(world.db, nowMs)).not.toContain('node_gone');
  expect(await other.find(world.db, 7700)).not.toContain('node_gone');
  expect(await other.find(world.db, 8200)).toContain('node_gone');
});
