import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkflowWorld, type WorkflowWorld } from '../../../test/world/workflow-world.ts';
import { nextTime } from '../../domains/workflows/index.ts';
import { statement } from '../../platform/db/index.ts';
import { startScheduled } from './schedules.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld({ executes: false });
});
afterAll(() => world.close());

const nextAt = statement(
  'test.schedules.next',
  'select next_at from workflow_schedules where workflow_id = $1',
);
const at = (text: string) => Date.parse(text);
const runsOf = async (workflowId: string) =>
  (await world.request('GET', `/api/workflows/${workflowId}/runs`)).body.runs;
const timesOf = async (workflowId: string) => {
  const runs = await runsOf(workflowId);
  const whole = await Promise.all(
    runs.map(({ workflowRunId }: { workflowRunId: string }) => world.run(workflowRunId)),
  );
  return whole.map(({ input }) => input.scheduledAt);
};

it.each([
  ['0 9 * * mon-fri', 'Europe/Berlin', '2026-11-20T12:00:00Z', '2026-11-23T08:00:00.000Z'],
  ['*/15 * * * *', 'UTC', '2026-11-20T12:00:00Z', '2026-11-20T12:15:00.000Z'],
  ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['0 0 13 * fri', 'UTC', '2026-11-21T00:00:00Z', '2026-11-27T00:00:00.000Z'],
  ['0 12 * * 7', 'UTC', '2026-11-21T00:00:00Z', '2026-11-22T12:00:00.000Z'],
  ['0 9 29 feb *', 'UTC', '2026-11-21T00:00:00Z', '2028-02-29T09:00:00.000Z'],
])('returns for %s in %s the time %s after %s', (cron, zone, now, next) => {
  expect(new Date(nextTime(cron, zone, at(now))!).toISOString()).toBe(next);
});

describe('a workflow with a schedule', () => {
  const trigger = { type: 'schedule', cron: '0 * * * *', timeZone: 'UTC' };
  const hour = (n: number) => at(`2040-01-01T${String(n).padStart(2, '0')}:00:00Z`);

  it('starts once at each time even if several processes try, and once for missed times', async () => {
    const workflowId = await world.publish([], { trigger });
    // The first time is computed at the first call.
    await startScheduled(world.db, hour(1) + 1);
    expect(await runsOf(workflowId)).toEqual([]);
    await Promise.all([1, 2, 3, 4].map(() => startScheduled(world.db, hour(2))));
    expect(await timesOf(workflowId)).toEqual(['2040-01-01T02:00:00.000Z']);
    await startScheduled(world.db, hour(2) + 3_599_999);
    expect(await timesOf(workflowId)).toHaveLength(1);
    await startScheduled(world.db, hour(7) + 60_000);
    await startScheduled(world.db, hour(7) + 120_000);
    expect(await timesOf(workflowId)).toEqual(['2040-01-01T07:00:00.000Z', '2040-01-01T02:00:00.000Z']);
    const [run] = await runsOf(workflowId);
    expect([run.triggeredBy, run.version]).toEqual(['system', 1]);
  });

  it('does not start while disabled, and uses the published schedule', async () => {
    const workflowId = await world.publish([], { trigger });
    await startScheduled(world.db, hour(1));
    await world.request('POST', `/api/workflows/${workflowId}/disable`);
    expect(await world.db.query(nextAt, [workflowId])).toEqual([]);
    await startScheduled(world.db, hour(2));
    await world.request('POST', `/api/workflows/${workflowId}/enable`);
    await startScheduled(world.db, hour(3) + 1);
    expect(await runsOf(workflowId)).toEqual([]);
    const daily = { ...trigger, cron: '0 0 * * *' };
    await world.request('PATCH', `/api/workflows/${workflowId}`, { body: { trigger: daily } });
    await world.request('POST', `/api/workflows/${workflowId}/publish`);
    await startScheduled(world.db, hour(3) + 2);
    expect(await world.db.query(nextAt, [workflowId])).toEqual([{ next_at: '2040-01-02T00:00:00.000Z' }]);
    await world.request('PATCH', `/api/workflows/${workflowId}`, { body: { trigger: { type: 'webhook' } } });
    await world.request('POST', `/api/workflows/${workflowId}/publish`);
    expect(await world.db.query(nextAt, [workflowId])).toEqual([]);
  });
});
