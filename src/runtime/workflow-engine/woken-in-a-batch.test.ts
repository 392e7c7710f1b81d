import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkflowWorld, type WorkflowWorld } from '../../../test/world/workflow-world.ts';
import { statement } from '../../platform/db/index.ts';

const claim = statement(
  'test.woken.claim',
  `select organization_id as "organizationId", run_id as "runId", claim, wakes from workflow_claim('node_test', 10, '{}')`,
);
const advance = statement('test.woken.advance', `select workflow_advance('node_test', $1) as verdict`);
const adopt = statement('test.woken.adopt', 'update workflow_runs set parent_run_id = $2 where run_id = $1');
const ready = statement(
  'test.woken.ready',
  'select ready_at <= clock_timestamp() as is_ready, node_id from workflow_open_runs where run_id = $1',
);

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld({ executes: false });
});
afterAll(() => world.close());

it('makes a run ready when it is released in the statement that ends its wait', async () => {
  const { db } = world;
  const workflowId = await world.publish([{ id: 'end', type: 'end' }]);
  const [parent, child] = [await world.trigger(workflowId), await world.trigger(workflowId)];
  await db.query(adopt, [child, parent]);
  const claimed = await db.query<{ runId: string }>(claim);
  const of = (runId: string) => claimed.find((one) => one.runId === runId);
  const now = new Date().toISOString();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const nested = {
    ...{ key: 'nested', stepId: 'nested', type: 'workflow', status: 'waiting', position: 0, attempts: 1 },
    ...{ input: {}, output: null, error: null, wakeAt: tomorrow, wakeKey: `run:${child}`, startedAt: now },
  };
  const done = { status: 'completed', output: 'there', reason: null, failedStep: null };
  const items = [
    { ...of(parent), steps: [nested], readyAt: tomorrow },
    { ...of(child), steps: [], done },
  ];
  expect(await db.query(advance, [JSON.stringify(items)])).toEqual([{ verdict: 'ok' }, { verdict: 'ok' }]);
  expect(await db.query(ready, [parent])).toEqual([{ is_ready: true, node_id: null }]);
  expect((await world.run(parent)).steps).toMatchObject([{ key: 'nested', status: 'completed' }]);
});
