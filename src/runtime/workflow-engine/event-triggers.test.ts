import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Dialing, make, setUpDialing } from '../../../test/world/dialing.ts';
import { createWorkflowWorld, type WorkflowWorld } from '../../../test/world/workflow-world.ts';
import { CallWriter, endCall } from '../../domains/calls/index.ts';
import { statement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { startByEvents } from './event-triggers.ts';
import { Pace } from './pace.ts';

let world: WorkflowWorld;
let dialing: Dialing;
beforeAll(async () => {
  world = await createWorkflowWorld({ executes: false });
  dialing = await setUpDialing(world.request);
});
afterAll(() => world.close());

const claim = statement(
  'test.event_triggers.claim',
  "update calls set status = 'dialing', node_id = 'node_a', agent_version = 1 where call_id = $1",
);
const consumers = statement(
  'test.event_triggers.consumers',
  'select consumer from event_consumers where organization_id = $1',
);
const refuseRuns = statement(
  'test.event_triggers.refuse',
  'alter table workflow_runs add constraint no_runs check (false) not valid',
);
const allowRuns = statement('test.event_triggers.allow', 'alter table workflow_runs drop constraint no_runs');

/** Queues, answers and ends a call. */
async function callThrough(): Promise<string> {
  const { scheduleId, phoneNumberId, agentId } = dialing;
  const call = { campaignName: 'Spring', scheduleId, phoneNumberId, phoneNumber: '+12125550123' };
  const { callId } = await make(world.request, `/api/agents/${agentId}/calls/campaign`, {
    ...call,
    variables: { firstName: 'Ada' },
  });
  await world.db.query(claim, [callId]);
  const held = { organizationId: world.owner.organizationId, callId, nodeId: 'node_a' };
  await new CallWriter(world.db).answered(held, { recordingFile: null, agoMs: 0, dialog: null });
  const ending = { endedBy: null, endedReason: 'customer-ended-call', message: 'Over.' } as const;
  await endCall(world.db, { ...held, from: ['in-progress'] }, { status: 'ended', ...ending });
  return callId;
}

const start = () =>
  startByEvents({ db: world.db, log: silentLog, pace: new Pace() }, new AbortController().signal);
const by = (filter?: string, event = 'call.ended') => ({ trigger: { type: 'event', event, filter } });
const noted = [{ id: 'note', type: 'end', output: '{{ input.data.callId }}' }];
const runsOf = async (workflowId: string) =>
  (await world.request('GET', `/api/workflows/${workflowId}/runs`)).body.runs;
const disable = (workflowId: string) => world.request('POST', `/api/workflows/${workflowId}/disable`);
const subscribed = () => world.db.query(consumers, [world.owner.organizationId]);

describe('a workflow with an event trigger', () => {
  it('starts once for each matching event even if several processes try, with the event as input', async () => {
    const meant = await world.publish(
      noted,
      by('event.data.endedReason == "customer-ended-call" && event.data.nothing.more == null'),
    );
    const every = await world.publish(noted, by());
    const none = await world.publish(noted, by('event.data.attempt > 1'));
    const broken = await world.publish(noted, by('event.data.callId + 1 > 2'));
    const textual = await world.publish(noted, by('event.data.callId'));
    const other = await world.publish(noted, by(undefined, 'chat.ended'));
    const callId = await callThrough();
    await Promise.all([1, 2, 3].map(start));
    await start();
    const [run, ...more] = await runsOf(meant);
    expect(more).toEqual([]);
    const { input } = await world.run(run.workflowRunId);
    expect(input).toEqual({
      ...{ eventId: run.requestId, type: 'call.ended', timestamp: expect.any(String) },
      data: expect.objectContaining({ callId, endedReason: 'customer-ended-call' }),
    });
    expect(run).toMatchObject({ triggeredBy: 'system', version: 1 });
    const { body } = await world.request('GET', '/api/events?types=call.ended');
    expect(body.events).toMatchObject([{ eventId: input.eventId }]);
    expect(await runsOf(every)).toHaveLength(1);
    const failureOf = async (workflowId: string) =>
      (await world.request('GET', `/api/workflows/${workflowId}`)).body.triggerFailure;
    expect(await failureOf(broken)).toEqual({
      ...{ at: expect.stringMatching(/Z$/), eventId: input.eventId },
      message: expect.stringContaining('no such overload'),
    });
    expect(await failureOf(textual)).toMatchObject({ message: 'filter must yield true or false' });
    for (const workflowId of [meant, none]) expect(await failureOf(workflowId)).toBeNull();
    await world.request('PATCH', `/api/workflows/${broken}`, { body: by('event.data.attempt > 7') });
    const mended = await world.request('POST', `/api/workflows/${broken}/publish`);
    expect([mended.status, mended.body.triggerFailure]).toEqual([200, null]);
    for (const workflowId of [none, broken, textual, other]) expect(await runsOf(workflowId)).toEqual([]);
    for (const workflowId of [meant, every, none, broken, textual, other]) await disable(workflowId);
  });

  it('loses no event when its runs cannot be stored', async () => {
    const workflowId = await world.publish(noted, by());
    const callId = await callThrough();
    await world.db.query(refuseRuns);
    await expect(start()).rejects.toThrow('could not consume events');
    await world.db.query(allowRuns);
    expect(await start()).toBe(1);
    expect(await start()).toBe(0);
    const [run] = await runsOf(workflowId);
    expect((await world.run(run.workflowRunId)).input.data.callId).toBe(callId);
    await disable(workflowId);
  });

  it('starts while enabled, by its published trigger', async () => {
    expect(await subscribed()).toEqual([]);
    const workflowId = await world.publish(noted, by());
    const second = await world.publish(noted, by(undefined, 'chat.ended'));
    expect(await subscribed()).toEqual([{ consumer: 'workflow-triggers' }]);
    await disable(workflowId);
    expect(await subscribed()).toHaveLength(1);
    await callThrough();
    expect(await start()).toBe(0);
    await world.request('POST', `/api/workflows/${workflowId}/enable`);
    expect(await start()).toBe(0);

    const path = `/api/workflows/${workflowId}`;
    await world.request('PATCH', path, { body: { trigger: { type: 'webhook' } } });
    await callThrough();
    expect(await start()).toBe(1);
    await world.request('POST', `${path}/publish`);
    await world.request('DELETE', `/api/workflows/${second}`);
    expect(await subscribed()).toEqual([]);
  });

  it('is executed by a running process', async () => {
    const workflowId = await world.publish(noted, by());
    world.startEngine();
    const callId = await callThrough();
    const { workflowRunId } = await vi.waitFor(
      async () => {
        const [begun] = await runsOf(workflowId);
        if (!begun) throw new Error('no run has begun');
        return begun;
      },
      { timeout: 30_000, interval: 50 },
    );
    const run = await world.runWhen(workflowRunId, ({ endedAt }) => endedAt !== null);
    expect([run.status, run.output]).toEqual(['completed', callId]);
    expect((await world.request('POST', `/api/workflows/${workflowId}/trigger`)).status).toBe(409);
  });
});

const call = { id: 'again', type: 'queueCall', agentId: 'agent_1', call: {} };
it.each([
  ['an event that runs bring about', by(undefined, 'workflow.run.completed'), noted, 'trigger.event'],
  ['an entry of the audit log', by(undefined, 'audit.entry'), noted, 'trigger.event'],
  ['an event that steps bring about', by(undefined, 'chat.message'), noted, 'trigger.event'],
  ['an empty filter', by(''), noted, 'trigger.filter'],
  ['what is no expression', by('event.type =='), noted, 'trigger.filter'],
  ['a filter that speaks of something else', by('input.type == "x"'), noted, 'trigger.filter'],
  ['a filter that refers to steps', by('steps.note.output == "x"'), noted, 'trigger.filter'],
  [
    'calls that would start it again',
    by(),
    [{ id: 'all', type: 'parallel', branches: [[call]] }],
    'trigger.filter',
  ],
])('rejects the trigger %s', async (_what, { trigger }, steps, field) => {
  const body = { name: 'Flow', trigger, definition: { version: 1, steps } };
  const created = await world.request('POST', '/api/workflows', { body });
  const answer =
    created.status === 400
      ? created
      : await world.request('POST', `/api/workflows/${created.body.workflowId}/publish`);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`"${field}"`)]);
});
