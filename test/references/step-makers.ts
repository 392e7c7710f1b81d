import { vi } from 'vitest';
import { statement } from '../../src/platform/db/index.ts';
import { newId } from '../../src/platform/kernel/index.ts';
import type { Answer } from '../world/api-world.ts';
import { campaignCall, type Maker, post, singleCall } from './maker.ts';
import type { Place } from './things.ts';

const bring = statement(
  'test.references.bring',
  `select workflow_bring_event($1, $2, 'event:go', '{}', 60) as answered`,
);
const storeRun = statement(
  'test.references.run',
  `insert into workflow_runs (organization_id, run_id, workflow_id, version, status, input, triggered_by, request_id,
     created_at, ended_at, failed_step) values ($1, $2, $3, 1, 'failed', '{}', 'member_a', 'req_a', now(), now(), 'end')`,
);

/**
 * Starts a run that waits for an event and then executes the step. The returned function sends the event, and resolves
 * when the run has ended.
 */
async function runWith(place: Place, step: object): Promise<() => Promise<string>> {
  const steps = [{ id: 'wait', type: 'waitForEvent', key: 'go' }, step];
  const definition = { version: 1, steps };
  const workflowId = await place.make('workflow', { definition });
  const triggered = await place.request('POST', `/api/workflows/${workflowId}/trigger`, { body: {} });
  const path = `/api/workflow-runs/${triggered.body.workflowTriggeredId}`;
  const runWhen = (fits: (run: Answer['body']) => boolean): Promise<Answer['body']> =>
    vi.waitFor(
      async () => {
        const { body } = await place.request('GET', path);
        if (!fits(body)) throw new Error(`the run is ${JSON.stringify(body)}`);
        return body;
      },
      { timeout: 15_000, interval: 5 },
    );
  await runWhen(({ steps: [first] }) => first?.status === 'waiting');
  return async () => {
    await place.world.db.query(bring, [place.organizationId, newId('wevent')]);
    place.world.engine.wake();
    const { status, reason } = await runWhen(({ endedAt }) => endedAt !== null);
    return status === 'completed' ? 'made' : reason;
  };
}

/** Makers that are workflow runs and their steps. */
export const stepMakers: readonly Maker[] = [
  {
    name: 'the step of a workflow that queues a call',
    loses: {
      agent: 'There is no agent with this id.',
      number: 'phoneNumberId: there is no phone number with this id',
      schedule: 'scheduleId: there is no schedule with this id',
      retryConfig: 'callRetryConfigId: there is no retry configuration with this id',
    },
    prepare: (place, things) =>
      runWith(place, {
        ...{ id: 'queue', type: 'queueCall', agentId: things.agent, call: campaignCall(things) },
      }),
  },
  {
    name: 'the step of a workflow that places a call',
    loses: { agent: 'agent', number: 'phoneNumberId' },
    prepare: (place, things) =>
      runWith(place, {
        ...{ id: 'place', type: 'placeCall', agentId: things.agent, call: singleCall(things) },
      }),
  },
  {
    name: 'the step of a workflow that starts another one',
    loses: { workflow: 'workflow' },
    prepare: (place, things) =>
      runWith(place, {
        ...{ id: 'start', type: 'workflow', workflowId: things.workflow, wait: false },
      }),
  },
  {
    name: 'a run',
    loses: { workflow: '404 workflow.not_found' },
    prepare: async (place, things) => post(place, `/api/workflows/${things.workflow}/trigger`, {}),
  },
  {
    name: 'a failed run that is taken up again',
    loses: { workflow: '409 workflow.deleted' },
    async prepare(place, things) {
      const runId = newId('run');
      await place.world.db.query(storeRun, [place.organizationId, runId, things.workflow]);
      return post(place, `/api/workflow-runs/${runId}/retry`);
    },
  },
];
