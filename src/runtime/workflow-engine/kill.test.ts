import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { killWorkflows } from '../../../test/kill/workflow-kills.ts';
import {
  createWorkflowWorld,
  type Recorded,
  type WorkflowWorld,
} from '../../../test/world/workflow-world.ts';

let world: WorkflowWorld;
let child: ChildProcess;
beforeEach(async () => {
  world = await createWorkflowWorld({ executes: false });
  child = fork(join(import.meta.dirname, '../../../test/world/workflow-process.ts'), [
    world.db.connectionString,
  ]);
}, 60_000);
afterEach(async () => {
  child.kill('SIGKILL');
  await world.close();
});

it("continues a killed process's runs elsewhere within seconds without repeating finished steps", async () => {
  const { base, server } = world;
  const post = (id: string, path: string) => ({
    id,
    type: 'http',
    method: 'POST',
    url: `${base}${path}/{{ input.i }}`,
    retries: { maxAttempts: 1 },
  });
  const steps = [
    post('first', '/first'),
    {
      id: 'both',
      type: 'parallel',
      branches: [
        [post('left', '/left')],
        [{ id: 'pause', type: 'delay', seconds: 1 }, post('right', '/right')],
      ],
    },
    { id: 'finish', type: 'end', output: '{{ steps.left.output.body.n }}' },
  ];
  // Requests in flight during the kill get no response.
  const held: Recorded[] = [];
  const isHeld = Promise.withResolvers<void>();
  const runsMax = 20;
  server.answer = (request, response) => {
    if (child.exitCode === null && child.signalCode === null && request.path.startsWith('/left')) {
      if (held.push(request) === runsMax) isHeld.resolve();
    } else response.setHeader('content-type', 'application/json').end('{"n":1}');
  };
  const workflowId = await world.publish(steps);
  const runIds = await Promise.all(
    Array.from({ length: runsMax }, (_, i) => world.trigger(workflowId, { i })),
  );
  await isHeld.promise;
  child.kill('SIGKILL');
  await once(child, 'exit');
  world.startEngine();
  for (const runId of runIds) {
    const run = await world.runWhen(runId, ({ endedAt }) => endedAt !== null);
    expect([run.status, run.output]).toEqual(['completed', 1]);
    const attempts = Object.fromEntries(
      run.steps.map(({ key, attempts }: { key: string; attempts: number }) => [key, attempts]),
    );
    expect(attempts).toMatchObject({ first: 1, left: 2 });
  }
  for (let i = 0; i < runsMax; i++) {
    expect(server.keysOf(`/first/${i}`)).toHaveLength(1);
    // The request in flight is repeated once, with the same key.
    expect(server.keysOf(`/left/${i}`)).toEqual([`${runIds[i]}:left`, `${runIds[i]}:left`]);
    expect(new Set(server.keysOf(`/right/${i}`))).toEqual(new Set([`${runIds[i]}:right`]));
  }
}, 90_000);

it('carries out random definitions completely and each effect once while processes are killed', async () => {
  const { db, request } = world;
  const { violations, outcomes } = await killWorkflows({
    ...{ connectionString: db.connectionString, request },
    ...{ runs: 10, kills: 2, seed: 20_261_122, say: () => undefined },
  });
  expect(violations).toEqual([]);
  expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(10);
}, 180_000);
