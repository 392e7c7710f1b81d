import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { loadDialableCalls } from './dialable-call.ts';
import { holdCall } from './gatekeeper.ts';
import { claimDueCalls } from './store.ts';

const publishNext = statement(
  'test.agent_version.publish',
  `with a as (update agents set version = version + 1 where organization_id = $1 returning *)
   insert into agent_versions (organization_id, agent_id, version, configuration, published_at, published_by)
   select organization_id, agent_id, version, json_build_object('name', 'A', 'prompt', 'Prompt ' || version), now(), 'm'
   from a`,
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

it('a call uses the version that is published when it is claimed', async () => {
  const organizationId = await world.organization();
  const callId = await world.call(organizationId);
  await world.db.query(publishNext, [organizationId]);
  expect((await claimDueCalls(world.db, organizationId, 'node_a', 10)).callIds).toEqual([callId]);
  await world.db.query(publishNext, [organizationId]);
  const claim = { organizationId, callIds: [callId], nodeId: 'node_a', claimedAtMs: 0 };
  const [dialable] = await loadDialableCalls(world.db, claim);
  expect(dialable?.agent).toMatchObject({ version: 2, prompt: 'Prompt 2', limits: { silenceSeconds: 10 } });

  const call = { organizationId, callId, nodeId: 'node_a' };
  await holdCall(world.db, call, { reason: 'no-trunk', message: 'No trunk.', untilMs: Date.now() - 1000 });
  expect(await world.read(callId)).toMatchObject({ status: 'queued', agent_version: null });
  expect((await claimDueCalls(world.db, organizationId, 'node_a', 10)).callIds).toEqual([callId]);
  const [again] = await loadDialableCalls(world.db, claim);
  expect(again?.agent).toMatchObject({ version: 3, prompt: 'Prompt 3' });
});
