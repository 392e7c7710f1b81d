import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createWorkflowWorld, type WorkflowWorld } from '../../../test/world/workflow-world.ts';
import { configurationOf } from '../../domains/agents/index.ts';
import { Egress } from '../../platform/egress/index.ts';
import { openToolRunner } from './index.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld();
});
afterAll(() => world.close());

/** Runs the tool `go` of an agent created through the API. */
async function open(workflowId: string, values: object = {}) {
  const tool = { type: 'workflow', name: 'go', description: 'Goes', workflowId, ...values };
  const made = await world.request('POST', '/api/agents', {
    body: { name: 'A', prompt: 'B', tools: [tool] },
  });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const problems: string[] = [];
  const runner = openToolRunner(
    { db: world.db, secret: world.secret, egress: async () => new Egress({ allow: [] }) },
    {
      ...{ organizationId: world.owner.organizationId, callId: 'call_1', customerNumber: '+12025550199' },
      ...{ variables: {}, agent: { agentId: made.body.agentId, ...configurationOf(made.body) } },
    },
    { signal: new AbortController().signal, onProblem: ({ tool: name }) => problems.push(name) },
  );
  const run = (input = {}, signal = new AbortController().signal) =>
    runner.run({ id: '1', name: 'go', arguments: input }, { signal });
  return { run, problems };
}
const waits = { id: 'wait', type: 'delay', seconds: 3600 };
const runsOf = async (workflowId: string) =>
  (await world.request('GET', `/api/workflows/${workflowId}/runs`)).body.runs;

it('starts a run with the arguments and returns its output to the model', async () => {
  const steps = [{ id: 'finish', type: 'end', output: { total: '{{ input.count * 2 }}' } }];
  const workflowId = await world.publish(steps);
  const { run } = await open(workflowId, { timeoutMs: 30_000 });
  expect(await run({ count: 4 })).toEqual({ result: { output: { total: 8 } } });
  expect(await runsOf(workflowId)).toMatchObject([{ triggeredBy: 'system', status: 'completed' }]);
});

it('validates the output by its schema', async () => {
  const workflowId = await world.publish([{ id: 'finish', type: 'end', output: '{{ input }}' }]);
  const responseSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  const { run, problems } = await open(workflowId, { responseSchema, timeoutMs: 30_000 });
  expect(await run({ n: 7 })).toEqual({ result: { output: { n: 7 } } });
  expect(problems).toEqual([]);
  expect(await run({ n: 'seven' })).toEqual({
    result: { error: expect.stringMatching(/^the output does not match the schema: n: /) },
  });
  expect(problems).toEqual(['go']);
});

it('reports why a run failed, was canceled or could not start', async () => {
  const failing = await open(
    await world.publish([{ id: 'finish', type: 'end', status: 'failed', reason: 'no such order' }]),
    { timeoutMs: 30_000 },
  );
  expect(await failing.run()).toEqual({ result: { error: 'no such order' } });

  const long = await world.publish([waits]);
  const { run } = await open(long, { timeoutMs: 30_000 });
  const answer = run();
  const { workflowRunId } = await vi.waitFor(
    async () => {
      const [begun] = await runsOf(long);
      if (!begun) throw new Error('the run has not begun');
      return begun;
    },
    { timeout: 30_000, interval: 25 },
  );
  await world.act(workflowRunId, 'cancel');
  expect(await answer).toEqual({ result: { error: expect.stringMatching(/cancel/i) } });

  await world.request('POST', `/api/workflows/${long}/disable`);
  expect(await run()).toEqual({ result: { error: expect.stringContaining('disabled') } });

  const definition = { version: 1, steps: [waits] };
  const body = { name: 'Draft', trigger: { type: 'webhook' }, definition };
  const { workflowId } = (await world.request('POST', '/api/workflows', { body })).body;
  const draft = await open(workflowId);
  expect(await draft.run()).toEqual({ result: { error: expect.stringContaining('never published') } });
});

it('reports a run that takes longer and lets it continue', async () => {
  const workflowId = await world.publish([waits]);
  const { run, problems } = await open(workflowId, { timeoutMs: 0 });
  const { result } = await run();
  expect(result).toMatchObject({ status: 'running', message: expect.any(String) });
  const { workflowTriggeredId } = result as { workflowTriggeredId: string };
  expect(await world.run(workflowTriggeredId)).toMatchObject({ workflowId, endedAt: null });
  expect(problems).toEqual([]);
});

it('stops waiting when the tool call is aborted', async () => {
  const { run } = await open(await world.publish([waits]), { timeoutMs: 30_000 });
  expect(await run({}, AbortSignal.abort())).toEqual({ result: { error: 'it was aborted' } });
});

it('refuses a timeout of more than 30 s', async () => {
  const workflowId = await world.publish([waits]);
  const tool = { type: 'workflow', name: 'go', description: 'Goes', workflowId, timeoutMs: 30_001 };
  const made = await world.request('POST', '/api/agents', {
    body: { name: 'A', prompt: 'B', tools: [tool] },
  });
  expect([made.status, made.text]).toEqual([400, expect.stringContaining('tools.0.timeoutMs')]);
});
