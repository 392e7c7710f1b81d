import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const path = '/api/workflows';
const webhook = { type: 'webhook' };
const end = (id: string) => ({ steps: [{ id, type: 'end' }] });
const create = async (definition: object = {}) =>
  (await world.request('POST', path, { body: { name: 'Follow up', trigger: webhook, definition } })).body;
const publish = (workflowId: string) => world.request('POST', `${path}/${workflowId}/publish`);
const check = (body: object) => world.request('POST', '/api/workflow-definition-check', { body });

describe('editing a workflow', () => {
  it('does not overwrite changes made since `updatedAt`', async () => {
    const { workflowId, updatedAt } = await create();
    const save = (body: object) => world.request('PATCH', `${path}/${workflowId}`, { body });
    const first = await save({ definition: end('first'), ifUpdatedAt: updatedAt });
    expect(first.status).toBe(200);
    expect(first.body).not.toHaveProperty('ifUpdatedAt');
    // Times have milliseconds, and both changes may fall within one.
    const before = new Date(Date.parse(updatedAt) - 1).toISOString();
    const second = await save({ definition: end('second'), ifUpdatedAt: before });
    expect([second.status, second.body.code]).toEqual([409, 'workflow.changed']);
    expect((await world.request('GET', `${path}/${workflowId}`)).body).toEqual(first.body);
    const again = await save({ definition: end('second'), ifUpdatedAt: first.body.updatedAt });
    expect(again.body.definition).toEqual(end('second'));
    expect((await save({ ifUpdatedAt: 'yesterday' })).body.details[0].field).toBe('ifUpdatedAt');
  });

  it('reports what publishing would refuse without storing anything', async () => {
    const wrong = {
      steps: [
        { id: 'ask', type: 'http', url: 'x' },
        { id: 'call', type: 'placeCall', agentId: 'agent_none', call: {} },
      ],
    };
    const { workflowId } = await create(wrong);
    const refused = await publish(workflowId);
    const checked = await check({ trigger: webhook, definition: wrong });
    expect(checked.body.problems).toEqual(refused.body.details);
    expect(checked.body.problems).toEqual([
      { field: 'definition.steps.0.url', message: 'must be an http or https URL (step ask)' },
    ]);
    expect((await check({ definition: { steps: [wrong.steps[1]] } })).body.problems).toEqual([
      { field: 'definition.steps.0.agentId', message: 'must be the id of an existing agent (step call)' },
    ]);
    const calls = { steps: [{ id: 'call', type: 'placeCall', agentId: '{{ input.id }}', call: {} }] };
    const onCall = { type: 'event', event: 'call.ended' };
    expect((await check({ trigger: onCall, definition: calls })).body.problems[0].field).toBe(
      'trigger.filter',
    );
    expect((await check({ trigger: webhook, definition: end('finish') })).body).toEqual({ problems: [] });
    expect((await check({ definition: { text: 'x'.repeat(131_072) } })).status).toBe(400);
  });

  it('shows every published version', async () => {
    const { workflowId } = await create(end('one'));
    await publish(workflowId);
    await world.request('PATCH', `${path}/${workflowId}`, { body: { definition: end('two') } });
    const second = (await publish(workflowId)).body.published;
    const list = async (query: string) =>
      (await world.request('GET', `${path}/${workflowId}/versions${query}`)).body;
    const numbers = ({ versions }: { versions: { version: number }[] }) =>
      versions.map(({ version }) => version);
    const page = await list('?pageSize=1');
    expect(numbers(page)).toEqual([2]);
    const next = new URL(page.metadata.nextPage);
    expect(numbers((await world.request('GET', `${next.pathname}${next.search}`)).body)).toEqual([1]);
    const { definition: _whole, ...summary } = second;
    expect(page.versions).toEqual([summary]);
    const one = await world.request('GET', `${path}/${workflowId}/versions/1`);
    expect(one.body).toMatchObject({ version: 1, definition: end('one'), trigger: webhook });
    for (const version of ['3', '0', 'x', '99999999999']) {
      const none = await world.request('GET', `${path}/${workflowId}/versions/${version}`);
      expect([none.status, none.body.code]).toEqual([404, 'workflow_version.not_found']);
    }
  });

  it('shows the status of the latest runs in the list', async () => {
    const { workflowId } = await create(end('one'));
    await publish(workflowId);
    const runs: string[] = [];
    for (let i = 0; i < 6; i++) {
      const { body } = await world.request('POST', `${path}/${workflowId}/trigger`, { body: {} });
      runs.unshift(body.workflowTriggeredId);
    }
    await world.request('POST', `/api/workflow-runs/${runs[0]}/cancel`);
    const { workflows } = (await world.request('GET', path)).body;
    const mine = workflows.find((one: { workflowId: string }) => one.workflowId === workflowId);
    expect(mine.lastRuns.map((run: { workflowRunId: string }) => run.workflowRunId)).toEqual(
      runs.slice(0, 5),
    );
    expect(mine.lastRuns[0]).toMatchObject({ status: 'canceled', endedAt: expect.stringMatching(/Z$/) });
    expect(mine.lastRuns[1]).toMatchObject({ status: 'waiting', endedAt: null });
  });
});
