import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld, type RequestOptions } from '../../../test/world/api-world.ts';
import { auditOfRequest, readIntactAuditLog } from '../../../test/world/audit-chain.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';

const allRuns = statement(
  'test.trigger.runs',
  'select run_id, input, status from workflow_runs where request_id = any($1)',
);

const runsOf = statement('test.trigger.runs_of', 'select 1 from workflow_runs where workflow_id = $1');

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const schedule = { type: 'schedule', cron: '0 9 * * *', timeZone: 'UTC' };

async function create(actions: string[] = [], trigger: unknown = { type: 'webhook' }, key = world.owner.key) {
  const body = { name: 'Follow up', trigger, definition: {} };
  const { workflowId } = (await world.request('POST', '/api/workflows', { body, key })).body;
  for (const action of actions)
    await world.request('POST', `/api/workflows/${workflowId}/${action}`, { key });
  return workflowId as string;
}
const trigger = (workflowId: string, options: RequestOptions = {}) =>
  world.request('POST', `/api/workflows/${workflowId}/trigger`, options);
const runOf = async (answer: { body: { workflowTriggeredId?: string } }) =>
  (await world.request('GET', `/api/workflow-runs/${answer.body.workflowTriggeredId}`)).body;

describe('a trigger', () => {
  it('stores and audits a waiting run of a published workflow', async () => {
    const workflowId = await create(['publish']);
    const input = { orderId: 7, note: null, 'a key': 'é😀', deep: { er: [true] } };
    const answer = await trigger(workflowId, { body: input });
    expect([answer.status, Object.keys(answer.body)]).toEqual([202, ['workflowTriggeredId']]);
    const runId = answer.body.workflowTriggeredId;
    expect(await runOf(answer)).toEqual({
      workflowRunId: runId,
      workflowId,
      version: 1,
      status: 'waiting',
      reason: 'The run waits for its turn.',
      input,
      output: null,
      parentRunId: null,
      pausedAt: null,
      steps: [],
      hasMoreSteps: false,
      triggeredBy: world.owner.memberId,
      requestId: answer.headers['x-request-id'],
      createdAt: expect.stringMatching(/Z$/),
      endedAt: null,
    });
    expect(await auditOfRequest(world.db, answer.headers['x-request-id'])).toMatchObject([
      {
        actionVerb: 'triggered',
        resourceType: 'workflow_runs',
        resourceReferenceId: runId,
        resourceLabel: 'Follow up',
      },
    ]);
  });

  it('stores an ended run of an unpublished workflow, with the reason', async () => {
    const answer = await trigger(await create(), { body: { a: 1 } });
    expect(answer.status).toBe(202);
    const run = await runOf(answer);
    expect(run).toMatchObject({ status: 'unpublished', version: null, input: { a: 1 } });
    expect(run.reason).toContain('never published');
    expect(run.endedAt).toBe(run.createdAt);
  });

  it.each([
    ['[1,{"a":2}]', {}],
    ['"text"', {}],
    ['5', {}],
    ['null', {}],
    ['{}', {}],
    ['{"a":{"b":[]}}', { a: { b: [] } }],
  ])('turns the body %s into the input %j', async (body, input) => {
    expect((await runOf(await trigger(await create(['publish']), { body }))).input).toEqual(input);
  });

  it('turns a missing or empty body into an empty object', async () => {
    const workflowId = await create(['publish']);
    expect((await runOf(await trigger(workflowId))).input).toEqual({});
    const headers = { 'content-type': 'application/vnd.x+json; charset=utf-8' };
    expect((await runOf(await trigger(workflowId, { headers, body: '' }))).input).toEqual({});
  });

  it('accepts any JSON content type, and rejects others and invalid JSON', async () => {
    const workflowId = await create(['publish']);
    const of = (type: string) => trigger(workflowId, { headers: { 'content-type': type }, body: '{"a":1}' });
    expect((await of('application/cloudevents+json')).status).toBe(202);
    expect((await of('text/plain')).status).toBe(415);
    expect((await trigger(workflowId, { body: '{"a":' })).status).toBe(400);
  });

  it('accepts an input as large as a request may be', async () => {
    const input = { text: 'x'.repeat(1_000_000) };
    const answer = await trigger(await create(['publish']), { body: input });
    expect(answer.status).toBe(202);
    expect((await runOf(answer)).input).toEqual(input);
  });

  it.each([
    ['disabled', ['disable'], { type: 'webhook' }, 409, 'workflow.disabled'],
    ['disabled and published', ['publish', 'disable'], { type: 'webhook' }, 409, 'workflow.disabled'],
    ['started by a schedule', ['publish'], schedule, 409, 'workflow.no_webhook_trigger'],
    ['never published, of a schedule', [], schedule, 409, 'workflow.no_webhook_trigger'],
  ])('is refused without a trace for a workflow that is %s', async (_what, actions, by, status, code) => {
    const workflowId = await create(actions, by);
    for (const headers of [{}, { 'idempotency-key': newId('req') }]) {
      const answer = await trigger(workflowId, { body: {}, headers });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(await auditOfRequest(world.db, answer.headers['x-request-id'])).toEqual([]);
    }
    expect((await world.request('GET', `/api/workflows/${workflowId}/runs`)).body.runs).toEqual([]);
  });

  it('answers 404 for an unknown workflow', async () => {
    const answer = await trigger(newId('workflow'), { body: {} });
    expect([answer.status, answer.body.code]).toEqual([404, 'workflow.not_found']);
  });

  it("uses the published trigger, not the draft's", async () => {
    const workflowId = await create(['publish']);
    await world.request('PATCH', `/api/workflows/${workflowId}`, { body: { trigger: schedule } });
    expect((await trigger(workflowId)).status).toBe(202);
    await world.request('POST', `/api/workflows/${workflowId}/publish`);
    expect((await trigger(workflowId)).body.code).toBe('workflow.no_webhook_trigger');
  });

  it('stores one run and one audit entry under an idempotency key', async () => {
    const workflowId = await create(['publish']);
    const headers = { 'idempotency-key': newId('req') };
    const answers = await Promise.all([1, 2, 3].map(() => trigger(workflowId, { body: { a: 1 }, headers })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await world.request('GET', `/api/workflows/${workflowId}/runs`)).body.runs).toHaveLength(1);
    const entries = await Promise.all(
      answers.map((answer) => auditOfRequest(world.db, answer.headers['x-request-id'])),
    );
    expect(entries.flat()).toHaveLength(1);
    expect((await trigger(workflowId, { body: { a: 2 }, headers })).status).toBe(409);
  });
});

describe('runs', () => {
  it('are listed newest first without inputs, in pages and by status', async () => {
    const workflowId = await create();
    const unpublished = (await trigger(workflowId)).body.workflowTriggeredId;
    await world.request('POST', `/api/workflows/${workflowId}/publish`);
    const ids = [unpublished];
    for (let i = 0; i < 4; i++) ids.unshift((await trigger(workflowId)).body.workflowTriggeredId);
    const path = `/api/workflows/${workflowId}/runs`;
    const walked: string[] = [];
    let next: string | null = `${path}?pageSize=2`;
    while (next !== null) {
      const { body } = await world.request('GET', next.replace(/^https?:\/\/[^/]+/, ''));
      expect(body.runs.some((run: object) => 'input' in run)).toBe(false);
      walked.push(...body.runs.map(({ workflowRunId }: { workflowRunId: string }) => workflowRunId));
      next = body.metadata.nextPage;
    }
    expect(walked).toEqual(ids);
    const waiting = await world.request('GET', `${path}?status=waiting&pageSize=3`);
    expect(waiting.body.runs.every(({ status }: { status: string }) => status === 'waiting')).toBe(true);
    expect(waiting.body.metadata.nextPage).toContain('status=waiting');
    const over = await world.request('GET', `${path}?status=unpublished`);
    expect(over.body.runs.map(({ workflowRunId }: { workflowRunId: string }) => workflowRunId)).toEqual([
      unpublished,
    ]);
    const wrong = await world.request('GET', `${path}?status=done`);
    expect([wrong.status, wrong.body.error.split(':')[0]]).toEqual([400, 'status']);
  });
});

describe('500 triggers at once', () => {
  it('of two organizations and all kinds are judged, stored and audited individually', async () => {
    const base = `http://127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
    const other = await world.foundOrganization('Other');
    const kinds = [
      { id: await create(['publish']), key: world.owner.key, status: 202, run: 'waiting' },
      { id: await create(), key: world.owner.key, status: 202, run: 'unpublished' },
      { id: await create(['publish'], undefined, other.key), key: other.key, status: 202, run: 'waiting' },
      { id: await create(['disable']), key: world.owner.key, status: 409, run: null },
      { id: await create(['publish']), key: other.key, status: 404, run: null },
    ];
    const answers = await Promise.all(
      Array.from({ length: 500 }, async (_, i) => {
        const kind = kinds[i % kinds.length]!;
        const answer = await fetch(`${base}/api/workflows/${kind.id}/trigger`, {
          method: 'POST',
          headers: { authorization: `Bearer ${kind.key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ i }),
        });
        const body = (await answer.json()) as { workflowTriggeredId?: string };
        return {
          i,
          kind,
          status: answer.status,
          requestId: answer.headers.get('x-request-id'),
          runId: body.workflowTriggeredId,
        };
      }),
    );
    for (const { status, kind } of answers) expect(status).toBe(kind.status);
    const accepted = answers.filter(({ status }) => status === 202);
    const stored = await world.db.query<{ run_id: string; input: { i: number }; status: string }>(allRuns, [
      answers.map(({ requestId }) => requestId),
    ]);
    const byId = new Map(stored.map((run) => [run.run_id, run]));
    expect([accepted.length, stored.length, byId.size]).toEqual([300, 300, 300]);
    for (const { runId, i, kind } of accepted) {
      expect(byId.get(runId!)).toMatchObject({ input: { i }, status: kind.run });
    }
    const log = (await readIntactAuditLog(world.db)).filter(({ requestId }) =>
      answers.some((answer) => answer.requestId === requestId),
    );
    expect(log.map(({ resourceReferenceId }) => resourceReferenceId).sort()).toEqual(
      accepted.map(({ runId }) => runId).sort(),
    );
    for (const { organizationId, resourceReferenceId } of log) {
      const { kind } = accepted.find(({ runId }) => runId === resourceReferenceId)!;
      expect(organizationId).toBe(kind.key === other.key ? other.organizationId : world.owner.organizationId);
    }
  }, 60_000);

  it('leave no open run when the workflow is deleted at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const workflowId = await create(['publish']);
      const before = Array.from({ length: round }, () => trigger(workflowId));
      const deletion = world.request('DELETE', `/api/workflows/${workflowId}`);
      const after = Array.from({ length: 5 }, () => trigger(workflowId));
      const statuses = (await Promise.all([...before, ...after])).map(({ status }) => status);
      const stored = await world.db.query(runsOf, [workflowId]);
      expect(stored).toHaveLength(statuses.filter((status) => status === 202).length);
      expect(statuses.every((status) => status === 202 || status === 404)).toBe(true);
      expect((await deletion).status).toBe(stored.length === 0 ? 204 : 409);
    }
  });
});
