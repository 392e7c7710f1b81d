import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type ApiWorld,
  createApiWorld,
  type RequestOptions,
} from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { scopesOfRole, signToken } from '../../platform/access/index.ts';
import { newId } from '../../platform/kernel/index.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const path = '/api/workflows';
const webhook = { name: 'Follow up', trigger: { type: 'webhook' }, definition: { steps: [] } };
const schedule = { type: 'schedule', cron: '0 9 * * mon-fri', timeZone: 'Europe/Berlin' };

const create = (body: unknown = webhook, options: RequestOptions = {}) =>
  world.request('POST', path, { body, ...options });
const act = (workflowId: string, action: string, options: RequestOptions = {}) =>
  world.request('POST', `${path}/${workflowId}/${action}`, options);
const patch = (workflowId: string, body: unknown) =>
  world.request('PATCH', `${path}/${workflowId}`, { body });
const read = async (workflowId: string) => (await world.request('GET', `${path}/${workflowId}`)).body;
const audited = async (answer: { headers: Record<string, unknown> }) =>
  (await auditOfRequest(world.db, answer.headers['x-request-id'])).map(
    ({ actionVerb, resourceType, resourceReferenceId, resourceLabel }) =>
      [actionVerb, resourceType, resourceReferenceId, resourceLabel].join(' '),
  );

const keyOf = (scopes: readonly string[]) =>
  signToken(world.secret, { ...world.owner, scopes: [...scopes], expiresAtSeconds: null });

describe('publishing', () => {
  const ofWorkflows = ['workflows:read', 'workflows:write', 'workflows:trigger'];
  const call = { phoneNumber: '+12125550123', phoneNumberId: '{{ input.from }}' };
  const inLoop = (step: object) => ({ id: 'each', type: 'loop', over: [1], steps: [step] });
  const webhookTrigger = { type: 'webhook' };

  it.each([
    [{ id: 'a', type: 'queueCall', agentId: '{{ input.agent }}', call }, 'campaigns:write'],
    [{ id: 'a', type: 'placeCall', agentId: '{{ input.agent }}', call }, 'calls:write'],
    [{ id: 'a', type: 'sendChatMessage', chatId: '{{ input.chat }}', content: 'x' }, 'chats:write'],
    [{ id: 'a', type: 'pushPersonalization', phoneNumber: '+1', data: {} }, 'personalization:write'],
    [
      { id: 'a', type: 'languageModel', model: { provider: 'openai', model: 'm' }, prompt: 'x' },
      'agents:write',
    ],
    [{ id: 'a', type: 'searchKnowledge', query: '{{ input.question }}' }, 'agents:read'],
  ])('requires the scopes of its steps: %j', async (step, scope) => {
    const key = await keyOf(ofWorkflows);
    const definition = { steps: [inLoop(step)] };
    const { workflowId } = (await create({ ...webhook, definition }, { key })).body;
    const refused = await act(workflowId, 'publish', { key });
    expect([refused.status, refused.body.code]).toEqual([403, 'scope.missing']);
    expect(refused.body.error).toContain(
      `lacks the scope ${scope}, which the publisher needs for step a (${step.type})`,
    );
    expect((await read(workflowId)).published).toBeNull();
    const published = await act(workflowId, 'publish', { key: await keyOf([...ofWorkflows, scope]) });
    expect([published.status, published.body.code]).toEqual([200, undefined]);
  });

  it('requires the scopes to read calls and events and to trigger the workflows it starts', async () => {
    const waiting = {
      id: 'a',
      type: 'placeCall',
      agentId: '{{ 1 }}',
      call,
      waitForEnd: { timeoutSeconds: 60 },
    };
    const target = (await create()).body.workflowId;
    const event = { type: 'event', event: 'chat.ended' };
    for (const [trigger, steps, held, lacks] of [
      [webhookTrigger, [waiting], [...ofWorkflows, 'calls:write'], 'calls:read'],
      [event, [], ofWorkflows, 'events:read'],
      [
        webhookTrigger,
        [{ id: 'a', type: 'workflow', workflowId: target }],
        ['workflows:write'],
        'workflows:trigger',
      ],
    ] as const) {
      const { workflowId } = (await create({ name: 'x', trigger, definition: { steps } })).body;
      const refused = await act(workflowId, 'publish', { key: await keyOf(held) });
      expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining(lacks)]);
      expect((await act(workflowId, 'publish', { key: await keyOf([...held, lacks]) })).status).toBe(200);
    }
  });
});

describe('a workflow', () => {
  it('is created enabled and unpublished, and audited by its name', async () => {
    const answer = await create();
    const { workflowId } = answer.body;
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...webhook,
      workflowId: expect.stringMatching(/^workflow_/),
      enabled: true,
      triggerFailure: null,
      published: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await read(workflowId)).toEqual(answer.body);
    expect(await audited(answer)).toEqual([`created workflows ${workflowId} Follow up`]);
  });

  it('accepts a schedule and steps with their own fields', async () => {
    const definition = {
      steps: [
        { id: 'a', type: 'http', url: 'x' },
        { id: 'b', type: 'end' },
      ],
      note: 1,
    };
    const { status, body } = await create({ name: 'Nightly', trigger: schedule, definition });
    expect([status, body.trigger, body.definition]).toEqual([201, schedule, definition]);
  });

  it.each([
    ['name', { ...webhook, name: ' ' }],
    ['name', { ...webhook, name: 'x'.repeat(101) }],
    ['trigger', { name: 'a', definition: {} }],
    ['trigger', { ...webhook, trigger: 'webhook' }],
    ['trigger.type', { ...webhook, trigger: {} }],
    ['trigger.type', { ...webhook, trigger: { type: 'email' } }],
    ['trigger.cron', { ...webhook, trigger: { type: 'webhook', cron: '* * * * *' } }],
    ['trigger.cron', { ...webhook, trigger: { ...schedule, cron: '0 9 31 2 *' } }],
    ['trigger.cron', { ...webhook, trigger: { type: 'schedule', timeZone: 'UTC' } }],
    ['trigger.timeZone', { ...webhook, trigger: { ...schedule, timeZone: 'Europe/Atlantis' } }],
    ['trigger.timeZone', { ...webhook, trigger: { ...schedule, timeZone: '+02:00' } }],
    ['definition', { name: 'a', trigger: { type: 'webhook' } }],
    ['definition', { ...webhook, definition: [] }],
    ['definition', { ...webhook, definition: { text: 'x'.repeat(131_072) } }],
    ['definition.steps', { ...webhook, definition: { steps: {} } }],
    ['definition.steps.0.type', { ...webhook, definition: { steps: [{ id: 'a' }] } }],
    [
      'definition.steps.1.id',
      {
        ...webhook,
        definition: {
          steps: [
            { id: 'a', type: 'x' },
            { id: 'a', type: 'y' },
          ],
        },
      },
    ],
    ['enabled', { ...webhook, enabled: false }],
  ])('reports %s when its creation is rejected', async (field, body) => {
    const answer = await create(body);
    expect([answer.status, answer.body.details?.[0].field]).toEqual([400, field]);
    expect(answer.body.error).not.toMatch(/Invalid|undefined/);
  });

  it('is created once under an idempotency key', async () => {
    const headers = { 'idempotency-key': newId('req') };
    const first = await create(webhook, { headers });
    expect((await create(webhook, { headers })).body).toEqual(first.body);
    expect((await create({ ...webhook, name: 'Other' }, { headers })).status).toBe(409);
  });

  it('is listed newest first, in pages', async () => {
    const other = await world.foundOrganization('Lister');
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await create(webhook, { key: other.key })).body.workflowId);
    const walked: string[] = [];
    let next: string | null = `${path}?pageSize=2`;
    while (next !== null) {
      const { body } = await world.request('GET', next.replace(/^https?:\/\/[^/]+/, ''), { key: other.key });
      walked.push(...body.workflows.map(({ workflowId }: { workflowId: string }) => workflowId));
      next = body.metadata.nextPage;
    }
    expect(walked).toEqual(ids);
  });

  it('keeps the published version while its draft changes', async () => {
    const { workflowId } = (await create()).body;
    const publish = await act(workflowId, 'publish');
    expect([publish.status, publish.body.published]).toEqual([
      200,
      {
        version: 1,
        trigger: webhook.trigger,
        definition: webhook.definition,
        publishedAt: expect.stringMatching(/Z$/),
        publishedBy: world.owner.memberId,
      },
    ]);
    expect(await audited(publish)).toEqual([`published workflows ${workflowId} Follow up`]);
    const definition = { steps: [{ id: 'a', type: 'end' }] };
    const changed = await patch(workflowId, { name: 'Renamed', trigger: schedule, definition });
    expect(changed.body).toMatchObject({ name: 'Renamed', trigger: schedule, definition });
    expect(changed.body.published).toEqual(publish.body.published);
    expect(await audited(changed)).toEqual([`updated workflows ${workflowId} Renamed`]);
    const again = (await act(workflowId, 'publish')).body.published;
    expect(again).toMatchObject({ version: 2, trigger: schedule, definition });
    expect((await patch(workflowId, { enabled: false })).body.details[0].field).toBe('enabled');
  });

  it('is not published when invalid, with the problems listed', async () => {
    const definition = {
      steps: [
        { id: 'a', type: 'http', url: 'x' },
        { id: 'b', type: 'later' },
      ],
    };
    const { workflowId } = (await create({ ...webhook, definition })).body;
    const answer = await act(workflowId, 'publish');
    expect([answer.status, answer.body.error]).toEqual([
      400,
      expect.stringMatching(/^definition\.steps\.1\.type: must be one of .*\(step b\)$/),
    ]);
    expect((await read(workflowId)).published).toBeNull();
    expect(await audited(answer)).toEqual([]);
    await patch(workflowId, { definition: { steps: [definition.steps[0]] } });
    expect((await act(workflowId, 'publish')).body.details).toEqual([
      { field: 'definition.steps.0.url', message: 'must be an http or https URL (step a)' },
    ]);
  });

  it('is not published when it names missing resources', async () => {
    const other = await world.foundOrganization('Elsewhere');
    const foreign = (await create(webhook, { key: other.key })).body.workflowId;
    const call = {
      phoneNumberId: 'number_none',
      scheduleId: '{{ input.schedule }}',
      callRetryConfigId: 'retry_none',
    };
    const model = { provider: 'openai', model: 'gpt', key: 'none' };
    const send = {
      ...{ id: 'send', type: 'http', url: 'https://api.example.com/', headers: { a: { secret: 'none' } } },
      body: { list: [{ secret: 'neither' }] },
    };
    const steps = [
      { id: 'call', type: 'queueCall', agentId: 'agent_none', call },
      { id: 'given', type: 'placeCall', agentId: '{{ input.agent }}', call: {} },
      {
        ...{ id: 'each', type: 'loop', over: [1] },
        steps: [
          {
            ...{
              id: 'send',
              type: 'http',
              url: 'https://api.example.com/',
              headers: { a: { secret: 'none' } },
            },
            body: { list: [{ secret: 'neither' }] },
          },
        ],
      },
      { id: 'next', type: 'workflow', workflowId: foreign },
      { id: 'ask', type: 'languageModel', model, prompt: 'Well?' },
      { id: 'say', type: 'sendChatMessage', chatId: 'chat_none', content: 'Hello' },
      { id: 'find', type: 'searchKnowledge', query: 'Hours?', sourceIds: ['source_none'] },
    ];
    const { workflowId } = (await create({ ...webhook, definition: { steps } })).body;
    const refused = await act(workflowId, 'publish');
    const problem = (field: string, message: string) => ({ field: `definition.steps.${field}`, message });
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [
        problem('0.agentId', 'must be the id of an existing agent (step call)'),
        problem('0.call.phoneNumberId', 'must be the id of an existing phone number (step call)'),
        problem('0.call.callRetryConfigId', 'must be the id of an existing retry configuration (step call)'),
        problem('2.steps.0.headers.a.secret', 'must be the name of an existing secret (step send)'),
        problem('2.steps.0.body.list.0.secret', 'must be the name of an existing secret (step send)'),
        problem('3.workflowId', 'must be the id of an existing workflow (step next)'),
        problem('4.model.key', 'must be the name of an existing provider key (step ask)'),
        problem('5.chatId', 'must be the id of an existing chat (step say)'),
        problem('6.sourceIds.0', 'must be the id of an existing source of knowledge (step find)'),
      ],
    ]);
    const body = { name: 'none', value: 'secret', allowedOrigins: ['https://api.example.com'] };
    await world.request('POST', '/api/workflow-secrets', { body });
    const rest = { ...steps[2], steps: [{ ...send, body: {} }] };
    const own = { id: 'own', type: 'workflow', workflowId };
    await patch(workflowId, { definition: { steps: [rest, own] } });
    expect((await act(workflowId, 'publish')).status).toBe(200);
  });

  it('has a JSON Schema for its definition', async () => {
    const { status, body } = await world.request('GET', '/api/workflow-definition-schema');
    expect([status, body.title, Object.keys(body.properties)]).toEqual([
      200,
      'Definition of a workflow',
      ['$schema', 'version', 'steps'],
    ]);
  });

  it('gets two versions from two simultaneous publications', async () => {
    const { workflowId } = (await create()).body;
    const answers = await Promise.all([1, 2, 3].map(() => act(workflowId, 'publish')));
    expect(answers.map(({ body }) => body.published.version).sort()).toEqual([1, 2, 3]);
  });

  it('is disabled and enabled, with audit entries only for changes', async () => {
    const { workflowId } = (await create()).body;
    const steps = [
      ['disable', false, 'disabled'],
      ['disable', false, null],
      ['enable', true, 'enabled'],
      ['enable', true, null],
    ] as const;
    for (const [action, enabled, verb] of steps) {
      const answer = await act(workflowId, action);
      expect([answer.status, answer.body.enabled]).toEqual([200, enabled]);
      expect(await audited(answer)).toEqual(verb ? [`${verb} workflows ${workflowId} Follow up`] : []);
    }
  });

  it('is deleted once its runs have ended, which stay readable', async () => {
    const { workflowId } = (await create()).body;
    await act(workflowId, 'publish');
    const runId = (await act(workflowId, 'trigger')).body.workflowTriggeredId;
    const refused = await world.request('DELETE', `${path}/${workflowId}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'workflow.in_use']);
    expect(refused.body.error).toContain(runId);
    const canceled = await world.request('POST', `/api/workflow-runs/${runId}/cancel`);
    expect(canceled.body).toMatchObject({ status: 'canceled', endedAt: expect.stringMatching(/Z$/) });
    expect(await audited(canceled)).toEqual([`canceled workflow_runs ${runId} `]);
    const again = await world.request('POST', `/api/workflow-runs/${runId}/cancel`);
    expect([again.status, again.body.code]).toEqual([409, 'workflow_run.ended']);
    const deleted = await world.request('DELETE', `${path}/${workflowId}`);
    expect(deleted.status).toBe(204);
    expect(await audited(deleted)).toEqual([`deleted workflows ${workflowId} Follow up`]);
    expect((await read(workflowId)).code).toBe('workflow.not_found');
    expect((await world.request('GET', `/api/workflow-runs/${runId}`)).body.status).toBe('canceled');
  });

  it('lists its runs with all others, by status, workflow and time', async () => {
    const other = await world.foundOrganization('Lister');
    const options = { key: other.key };
    const ids: string[] = [];
    for (const enabled of [true, false]) {
      const { workflowId } = (await create(webhook, options)).body;
      if (enabled) await world.request('POST', `${path}/${workflowId}/publish`, options);
      for (let i = 0; i < 2; i++) {
        const answer = await world.request('POST', `${path}/${workflowId}/trigger`, { ...options, body: {} });
        ids.unshift(answer.body.workflowTriggeredId);
      }
    }
    const list = async (query: string) =>
      (await world.request('GET', `/api/workflow-runs?${query}`, options)).body;
    const listed = async (query: string) =>
      (await list(query)).runs.map(({ workflowRunId }: { workflowRunId: string }) => workflowRunId);
    expect(await listed('')).toEqual(ids);
    expect(await listed('status=unpublished')).toEqual(ids.slice(0, 2));
    expect(await listed('status=waiting')).toEqual(ids.slice(2));
    for (const status of ['running', 'completed', 'failed', 'canceled'])
      expect(await listed(`status=${status}`)).toEqual([]);
    const { runs } = await list('pageSize=1');
    const [{ createdAt, workflowId }] = runs;
    expect(await listed(`workflowId=${workflowId}&status=unpublished`)).toEqual(ids.slice(0, 2));
    expect(await listed(`workflowId=${workflowId}&status=waiting`)).toEqual([]);
    expect(await listed(`createdAtGt=${createdAt}`)).toEqual([]);
    const before = new Date(Date.parse(createdAt) + 1).toISOString();
    expect(await listed(`createdAtLt=${before}`)).toEqual(ids);
    expect(await listed(`createdAtGt=${before}&status=failed`)).toEqual([]);
    const paged: string[] = [];
    for (let next: string | null = '/api/workflow-runs?pageSize=3'; next !== null; ) {
      const { body }: Answer = await world.request('GET', next.replace(/^https?:\/\/[^/]+/, ''), options);
      for (const { workflowRunId } of body.runs) paged.push(workflowRunId);
      next = body.metadata.nextPage;
    }
    expect(paged).toEqual(ids);
    expect(await listed('workflowId=workflow_none')).toEqual([]);
    expect((await world.request('GET', '/api/workflow-runs?status=odd', options)).status).toBe(400);
  });

  it('is limited to its organization, and requires scopes', async () => {
    const { workflowId } = (await create()).body;
    await act(workflowId, 'publish');
    const runId = (await act(workflowId, 'trigger')).body.workflowTriggeredId;
    const other = await world.foundOrganization('Other');
    const claims = { ...world.owner, scopes: [...scopesOfRole.Viewer], expiresAtSeconds: null };
    const viewer = await signToken(world.secret, claims);
    const before = await read(workflowId);
    const one = `${path}/${workflowId}`;
    for (const [method, address, body] of [
      ['GET', one, undefined],
      ['PATCH', one, { name: 'Taken' }],
      ['DELETE', one, undefined],
      ['POST', `${one}/publish`, undefined],
      ['POST', `${one}/enable`, undefined],
      ['POST', `${one}/disable`, undefined],
      ['POST', `${one}/trigger`, {}],
      ['GET', `${one}/runs`, undefined],
      ['GET', `/api/workflow-runs/${runId}`, undefined],
      ...['cancel', 'pause', 'resume', 'retry'].map(
        (verb) => ['POST', `/api/workflow-runs/${runId}/${verb}`, undefined] as const,
      ),
      ['GET', `/api/workflow-runs/${runId}/steps`, undefined],
    ] as const) {
      const foreign = await world.request(method, address, { body, key: other.key });
      expect([foreign.status, foreign.body.code]).toEqual([
        404,
        address.includes('runs/') ? 'workflow_run.not_found' : 'workflow.not_found',
      ]);
      const { status } = await world.request(method, address, { body, key: viewer });
      expect(status).toBe(method === 'GET' ? 200 : 403);
    }
    expect(await read(workflowId)).toEqual(before);
    expect((await world.request('GET', `/api/workflow-runs/${runId}`)).body.status).toBe('waiting');
  });
});
