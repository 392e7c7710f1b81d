import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld, type RequestOptions } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { fileCalls } from '../../../test/world/file-calls.ts';
import { scopesOfRole, signToken } from '../../platform/access/index.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';

const path = '/api/retry-configs';
const minimal = { name: 'Patient', maxAttempts: 3, delaysSeconds: [60, 3600] };

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const post = (body: unknown, options: RequestOptions = {}) =>
  world.request('POST', path, { body, ...options });
const patch = (id: string, body: unknown, options: RequestOptions = {}) =>
  world.request('PATCH', `${path}/${id}`, { body, ...options });
const read = async (id: string) => (await world.request('GET', `${path}/${id}`)).body;
const create = async (body: unknown = minimal) => (await post(body)).body;

describe('a retry configuration', () => {
  it('is created with defaults and audited', async () => {
    const { status, body, headers } = await post(minimal);
    expect(status).toBe(201);
    expect(body).toEqual({
      callRetryConfigId: expect.stringMatching(/^retry_/),
      ...minimal,
      outcomeDelaysSeconds: {},
      varyTimeOfDay: false,
      retryOn: ['no-answer', 'busy', 'failed', 'voicemail'],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await read(body.callRetryConfigId)).toEqual(body);
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      {
        actionVerb: 'created',
        resourceType: 'retry_configs',
        resourceReferenceId: body.callRetryConfigId,
        resourceLabel: 'Patient',
      },
    ]);
  });

  it('accepts values at the limits of every field', async () => {
    const most = { maxAttempts: 20, delaysSeconds: Array(20).fill(2_592_000), retryOn: ['voicemail'] };
    expect(await create({ ...minimal, ...most })).toMatchObject(most);
    const varied = { outcomeDelaysSeconds: { busy: [30], voicemail: [86_400] }, varyTimeOfDay: true };
    expect(await create({ ...minimal, ...varied })).toMatchObject(varied);
    const least = { maxAttempts: 1, delaysSeconds: [0] };
    expect(await create({ ...minimal, ...least })).toMatchObject(least);
  });

  it.each([
    ['name', { maxAttempts: 3, delaysSeconds: [60] }],
    ['name', { ...minimal, name: '' }],
    ['maxAttempts', { name: 'a', delaysSeconds: [60] }],
    ['maxAttempts', { ...minimal, maxAttempts: 0 }],
    ['outcomeDelaysSeconds.answered', { ...minimal, outcomeDelaysSeconds: { answered: [1] } }],
    ['outcomeDelaysSeconds.busy', { ...minimal, outcomeDelaysSeconds: { busy: [] } }],
    ['varyTimeOfDay', { ...minimal, varyTimeOfDay: 'yes' }],
    ['maxAttempts', { ...minimal, maxAttempts: 21 }],
    ['maxAttempts', { ...minimal, maxAttempts: 1.5 }],
    ['delaysSeconds', { name: 'a', maxAttempts: 3 }],
    ['delaysSeconds', { ...minimal, delaysSeconds: [] }],
    ['delaysSeconds', { ...minimal, delaysSeconds: 60 }],
    ['delaysSeconds', { ...minimal, delaysSeconds: Array(21).fill(1) }],
    ['delaysSeconds.1', { ...minimal, delaysSeconds: [60, -1] }],
    ['delaysSeconds.0', { ...minimal, delaysSeconds: [2_592_001] }],
    ['delaysSeconds.0', { ...minimal, delaysSeconds: [0.5] }],
    ['retryOn', { ...minimal, retryOn: [] }],
    ['retryOn', { ...minimal, retryOn: ['busy', 'busy'] }],
    ['retryOn.0', { ...minimal, retryOn: ['customer-busy'] }],
    ['jitter', { ...minimal, jitter: 5 }],
  ])('names %s when it is refused', async (field, body) => {
    const before = (await world.request('GET', path)).body.retryConfigs.length;
    const answer = await post(body);
    expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
    expect((await world.request('GET', path)).body.retryConfigs).toHaveLength(before);
  });

  it('is changed field by field, and audited', async () => {
    const config = await create();
    const { status, body, headers } = await patch(config.callRetryConfigId, { retryOn: ['busy'] });
    expect(status).toBe(200);
    expect(body).toEqual({ ...config, retryOn: ['busy'], updatedAt: body.updatedAt });
    expect((await patch(config.callRetryConfigId, { delaysSeconds: [] })).status).toBe(400);
    expect(await read(config.callRetryConfigId)).toEqual(body);
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      { actionVerb: 'updated', resourceReferenceId: config.callRetryConfigId, resourceLabel: 'Patient' },
    ]);
  });

  it('is deleted and audited, and unknown afterwards', async () => {
    const { callRetryConfigId } = await create();
    const { status, headers } = await world.request('DELETE', `${path}/${callRetryConfigId}`);
    expect(status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      const answer = await world.request(method, `${path}/${callRetryConfigId}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'retry_configuration.not_found']);
    }
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      { actionVerb: 'deleted', resourceReferenceId: callRetryConfigId, resourceLabel: 'Patient' },
    ]);
  });

  it.each(['queued', 'in-progress'])('is not deleted under a call that is %s', async (status) => {
    const { callRetryConfigId } = await create();
    const callId = newId('call');
    const { organizationId } = world.owner;
    await world.db.query(insertCall, [organizationId, callId, status, callRetryConfigId]);
    await fileCalls(world.db);
    const refused = await world.request('DELETE', `${path}/${callRetryConfigId}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'retry_configuration.in_use']);
    expect(refused.body.error).toContain(`call ${callId}`);
    await world.db.query(endCall, [callId]);
    await fileCalls(world.db);
    expect((await world.request('DELETE', `${path}/${callRetryConfigId}`)).status).toBe(204);
  });

  it('lists running campaigns that have a call with it, however many calls came later', async () => {
    const { organizationId } = world.owner;
    const { callRetryConfigId } = await create();
    const other = (await create()).callRetryConfigId;
    // Ids of one millisecond sort by chance.
    const [oldest, ended, newer] = [3, 2, 1].map((msAgo) => newId('campaign', Date.now() - msAgo)) as [
      string,
      string,
      string,
    ];
    const put = async (campaignId: string, status: string, used: string) => {
      const callId = newId('call');
      await world.db.query(insertCampaign, [organizationId, campaignId, status]);
      await world.db.query(insertCall, [organizationId, callId, 'queued', used]);
      await world.db.query(ofCampaign, [callId, campaignId]);
    };
    await put(oldest, 'running', callRetryConfigId);
    for (let n = 0; n < 100; n++) await put(oldest, 'running', other);
    await put(ended, 'ended', callRetryConfigId);
    for (let n = 0; n < 200; n++) await put(newId('campaign'), 'paused', other);
    await put(newer, 'paused', callRetryConfigId);
    await fileCalls(world.db);
    const list = `${path}/${callRetryConfigId}/campaigns`;
    const first = (await world.request('GET', `${list}?pageSize=1`)).body;
    const { pathname, search } = new URL(first.metadata.nextPage);
    const second = (await world.request('GET', `${pathname}${search}`)).body;
    expect([...first.campaigns, ...second.campaigns]).toEqual([
      { campaignId: newer, name: newer, status: 'paused', createdAt: expect.stringMatching(/Z$/) },
      { campaignId: oldest, name: oldest, status: 'running', createdAt: expect.stringMatching(/Z$/) },
    ]);
    expect(second.metadata.nextPage).toBe(null);
    const { key } = await world.foundOrganization('Curious');
    expect((await world.request('GET', list, { key })).status).toBe(404);
  });

  it('is created once for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId('req') };
    const [first, replay] = [await post(minimal, { headers }), await post(minimal, { headers })];
    expect([replay.status, replay.body]).toEqual([201, first.body]);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect((await post({ ...minimal, maxAttempts: 4 }, { headers })).status).toBe(409);
  });
});

const insertCall = statement(
  'test.retry_configs.insert_call',
  `insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
     call_retry_config_id, created_at)
   values ($1, $2, 'agent', 'outboundPhoneCall', $3, '+12025550199', 'number', '+12025550101', $4, now())`,
);
const insertCampaign = statement(
  'test.retry_configs.insert_campaign',
  `insert into campaigns (organization_id, campaign_id, agent_id, name, status, created_at, updated_at)
   values ($1, $2, 'agent', $2, $3, now(), now()) on conflict do nothing`,
);
const ofCampaign = statement(
  'test.retry_configs.of_campaign',
  'update calls set campaign_id = $2 where call_id = $1',
);
const endCall = statement(
  'test.retry_configs.end_call',
  `update calls set status = 'ended' where call_id = $1`,
);

describe('the list of retry configurations', () => {
  it('is newest first, in pages without loss or repetition', async () => {
    const { key } = await world.foundOrganization('Many configurations');
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await post(minimal, { key })).body.callRetryConfigId);
    const seen: string[] = [];
    for (let next: string | null = `${path}?pageSize=2`; next !== null; ) {
      const { body } = await world.request('GET', next, { key });
      seen.push(...body.retryConfigs.map((one: { callRetryConfigId: string }) => one.callRetryConfigId));
      const url: string | null = body.metadata.nextPage;
      next = url === null ? null : new URL(url).pathname + new URL(url).search;
    }
    expect(seen).toEqual(ids);
  });
});

describe('access', () => {
  it('is limited to the organization', async () => {
    const config = await create();
    const { key } = await world.foundOrganization('Strangers');
    for (const [method, body] of [['GET'], ['PATCH', { maxAttempts: 9 }], ['DELETE']] as const) {
      const answer = await world.request(method, `${path}/${config.callRetryConfigId}`, { key, body });
      expect([method, answer.status, answer.body.code]).toEqual([
        method,
        404,
        'retry_configuration.not_found',
      ]);
    }
    expect((await world.request('GET', path, { key })).body.retryConfigs).toEqual([]);
    expect(await read(config.callRetryConfigId)).toEqual(config);
  });

  it('needs the scope', async () => {
    const { callRetryConfigId } = await create();
    const claims = { ...world.owner, scopes: [...scopesOfRole.Viewer], expiresAtSeconds: null };
    const key = await signToken(world.secret, claims);
    expect((await post(minimal, { key })).status).toBe(403);
    expect((await patch(callRetryConfigId, { maxAttempts: 9 }, { key })).status).toBe(403);
    expect((await world.request('DELETE', `${path}/${callRetryConfigId}`, { key })).status).toBe(403);
    expect((await world.request('GET', `${path}/${callRetryConfigId}`, { key })).status).toBe(200);
  });
});
