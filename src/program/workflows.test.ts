import { expect, it, vi } from 'vitest';
import { createWorkflowWorld } from '../../test/world/workflow-world.ts';
import { Listener } from '../platform/db/index.ts';
import { silentLog } from '../platform/kernel/index.ts';
import { Node } from '../platform/nodes/index.ts';
import { Workflows } from './workflows.ts';

it('loads the engine when an event triggers a workflow', async () => {
  const world = await createWorkflowWorld({ executes: false });
  const { db, secret } = world;
  const options = { connectionString: db.connectionString, applicationName: 'parley test', log: silentLog };
  const listener = new Listener(options);
  const node = new Node('node_a', { db, roles: ['workflows'], log: silentLog });
  await node.start();
  const { nodeId } = node;
  const workflows = new Workflows({ db, listener, secret, egressAllow: [], log: silentLog, nodeId });
  try {
    const steps = [{ id: 'note', type: 'end', output: '{{ input.data.phoneNumber }}' }];
    const trigger = { type: 'event', event: 'suppression.added' };
    const workflowId = await world.publish(steps, { trigger });
    const body = { phoneNumber: '+12025550177' };
    expect((await world.request('POST', '/api/suppressions', { body })).status).toBe(201);
    workflows.start();
    await vi.waitFor(
      async () => {
        const { runs } = (await world.request('GET', `/api/workflows/${workflowId}/runs`)).body;
        expect(runs).toMatchObject([{ status: 'completed' }]);
      },
      { timeout: 30_000, interval: 50 },
    );
  } finally {
    await workflows.close();
    await node.close();
    await world.close();
  }
});
