import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Answer,
  type ApiWorld,
  createApiWorld,
  type RequestOptions,
} from '../../../test/world/api-world.ts';
import { type Dialing, make, setUpDialing } from '../../../test/world/dialing.ts';
import { Database, statement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { queueMany } from './queue-many.ts';
import { ScheduleCache } from './schedule-cache.ts';
import { CampaignCall } from './schemas.ts';

const countCalls = statement(
  'test.batch.count',
  'select count(*) as calls from calls where organization_id = $1',
);

const lockAgents = statement('test.batch.lock_agents', 'lock table agents in access exclusive mode');

let world: ApiWorld;
let dialing: Dialing;
let sent = 0;
beforeAll(async () => {
  world = await createApiWorld();
  dialing = await setUpDialing(world.request);
});
afterAll(() => world.close());

const defaults = (values: Record<string, unknown> = {}) => ({
  campaignName: 'Spring',
  scheduleId: dialing.scheduleId,
  phoneNumberId: dialing.phoneNumberId,
  ...values,
});
const number = (n: number) => `+1212555${String(n).padStart(4, '0')}`;
const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ phoneNumber: number(i), variables: { firstName: `N${i}` } }));
const batch = (
  body: unknown,
  { agentId = dialing.agentId, ...options }: RequestOptions & { agentId?: string } = {},
) => world.request('POST', `/api/agents/${agentId}/calls/campaign/batch`, { body, ...options });
const single = (body: unknown) =>
  world.request('POST', `/api/agents/${dialing.agentId}/calls/campaign`, { body });
const callsStored = async (organizationId = world.owner.organizationId) =>
  (await world.db.query<{ calls: number }>(countCalls, [organizationId]))[0]!.calls;
const freshKey = () => ({ 'idempotency-key': `batch-${sent++}` });

it('queues ten thousand calls in one request, in order', async () => {
  const before = await callsStored();
  const { status, body } = await batch({ defaults: defaults(), calls: rows(10_000) });
  expect([status, body.accepted, body.refused, body.results.length]).toEqual([200, 10_000, 0, 10_000]);
  expect(new Set(body.results.map(({ callId }: { callId: string }) => callId)).size).toBe(10_000);
  expect(body.results.every(({ index }: { index: number }, i: number) => index === i)).toBe(true);
  expect(await callsStored()).toBe(before + 10_000);
  const { callId, campaignId } = body.results[7654];
  const call = await world.request('GET', `/api/calls/${callId}`);
  expect(call.body).toMatchObject({
    campaignId,
    status: 'queued',
    customerNumber: number(7654),
    callVariables: { firstName: 'N7654' },
  });
});

it('accepts or refuses each call by itself, with the errors of the single operation', async () => {
  const wrong: Record<string, unknown>[] = [
    { phoneNumber: '(212) 555-0123' },
    { variables: undefined },
    { variables: { firstName: null } },
    { variables: 7 },
    { scheduleId: 'schedule_none' },
    { phoneNumberId: 'number_none' },
    { callRetryConfigId: 'retry_none' },
    { localPresenceEnabled: true },
    { campaignName: '', phoneNumber: '12' },
    { maxConcurrentCalls: 11 },
    { endCampaignAt: 1 },
  ];
  const good = { ...defaults(), phoneNumber: number(1), variables: { firstName: 'Ada' }, unknown: 1 };
  const calls = wrong.flatMap((values) => [good, { ...good, ...values }]);
  const { status, body } = await batch({ calls: [...calls, null, [], 'a'] });
  expect([status, body.accepted, body.refused]).toEqual([200, wrong.length, wrong.length + 3]);
  for (const [i, values] of wrong.entries()) {
    const { error, details } = (await single({ ...good, ...values })).body;
    expect(body.results[2 * i]).toEqual({
      index: 2 * i,
      callId: expect.stringMatching(/^call_/),
      campaignId: expect.stringMatching(/^campaign_/),
    });
    expect(body.results[2 * i + 1]).toEqual({ index: 2 * i + 1, error, details });
  }
  expect(body.results.slice(-3).map(({ error }: { error: string }) => error)).toEqual(
    Array(3).fill('call: must be an object'),
  );
});

it('lets a call override the defaults, and merges variables', async () => {
  const common = defaults({ variables: { firstName: 'Someone', company: 'Acme' } });
  const calls = [
    { phoneNumber: number(1) },
    { phoneNumber: number(2), variables: { firstName: 'Bo' } },
    { phoneNumber: number(3), campaignName: 'Autumn' },
  ];
  const { body } = await batch({ defaults: common, calls });
  expect(body.accepted).toBe(3);
  const read = await Promise.all(
    body.results.map(({ callId }: { callId: string }) => world.request('GET', `/api/calls/${callId}`)),
  );
  expect(read.map((answer) => [answer.body.campaignName, answer.body.callVariables])).toEqual([
    ['Spring', { firstName: 'Someone', company: 'Acme' }],
    ['Spring', { firstName: 'Bo', company: 'Acme' }],
    ['Autumn', { firstName: 'Someone', company: 'Acme' }],
  ]);
});

it.each<[string, () => unknown, string]>([
  ['no calls', () => ({ defaults: defaults() }), 'calls'],
  ['an empty list', () => ({ calls: [] }), 'calls'],
  ['a call too many', () => ({ calls: Array(10_001).fill(0) }), 'calls'],
  [
    'defaults of the wrong kind',
    () => ({ defaults: defaults({ campaignName: 7 }), calls: [{}] }),
    'defaults.campaignName',
  ],
  ['a list', () => [], 'body'],
])('%s is a 400 that changes nothing', async (_what, body, field) => {
  const before = await callsStored();
  const { status, body: answer } = await batch(body());
  expect([status, answer.details[0].field]).toEqual([400, field]);
  expect(await callsStored()).toBe(before);
});

it('is executed once for an Idempotency-Key, and repeats its answer', async () => {
  const headers = freshKey();
  const body = { defaults: defaults(), calls: [...rows(1500), { phoneNumber: 'none' }] };
  const first = await batch(body, { headers });
  const stored = await callsStored();
  const again = await batch(body, { headers });
  expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([200, 'true', first.text]);
  expect(await callsStored()).toBe(stored);
  const other = await batch({ ...body, calls: rows(1) }, { headers });
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_key.reused']);
  const together = { headers: freshKey() };
  const answers = await Promise.all([batch(body, together), batch(body, together), batch(body, together)]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await callsStored()).toBe(stored + 1500);
});

it('is audited once for each campaign and day', async () => {
  const { body } = await batch({ defaults: defaults({ campaignName: 'Audited' }), calls: rows(2000) });
  const { campaignId } = body.results[0];
  await batch({ defaults: defaults({ campaignName: 'Audited' }), calls: rows(10) });
  const log = (await world.request('GET', '/api/export/audit-logs?pageSize=10000')).body.auditLogs;
  const own = log.filter(
    (entry: { resourceReferenceId: string }) => entry.resourceReferenceId === campaignId,
  );
  expect(own.map(({ actionVerb }: { actionVerb: string }) => actionVerb)).toEqual(['started', 'created']);
});

it('refuses ids of another organization, and answers 404 for its agent', async () => {
  const other = await world.foundOrganization('Other');
  const theirs = await setUpDialing((method, path, options) =>
    world.request(method, path, { ...options, key: other.key }),
  );
  const call = { phoneNumber: number(1), variables: { firstName: 'Ada' } };
  const foreign = { scheduleId: theirs.scheduleId, phoneNumberId: theirs.phoneNumberId };
  const { body } = await batch({ defaults: defaults(foreign), calls: [call] });
  expect(body.results[0].details.map(({ field }: { field: string }) => field)).toEqual([
    'scheduleId',
    'phoneNumberId',
  ]);
  const answer = await batch({ defaults: defaults(), calls: [call] }, { agentId: theirs.agentId });
  expect([answer.status, answer.body.code]).toEqual([404, 'agent.not_found']);
  expect(await callsStored(other.organizationId)).toBe(0);
});

it('computes due times again when another process changed the schedule', async () => {
  const windows = [{ days: ['mon'], start: '00:00', end: '24:00' }];
  const { scheduleId } = await make(world.request, '/api/schedules', {
    name: 'Moved',
    timeZone: 'UTC',
    windows,
  });
  const body = { defaults: defaults({ scheduleId }), calls: rows(3) };
  expect((await batch(body)).body.accepted).toBe(3);
  await world.request('PATCH', `/api/schedules/${scheduleId}`, { body: { timeZone: 'Asia/Tokyo' } });
  expect((await batch(body)).body.accepted).toBe(3);
});

it('needs one connection, so that batches never wait for each other', async () => {
  const { connectionString } = world.db;
  const db = new Database({ connectionString, applicationName: 'test', connectionsMax: 1, log: silentLog });
  try {
    const { organizationId, memberId } = world.owner;
    const call = CampaignCall.parse({
      ...defaults(),
      phoneNumber: number(1),
      variables: { firstName: 'Ada' },
    });
    const outcomes = await db.transaction((tx) =>
      queueMany(tx, {
        ...{
          actor: { organizationId, memberId, requestId: 'req_one' },
          agentId: dialing.agentId,
          inputs: [call],
        },
        ...{ schedules: new ScheduleCache(db), nowMs: Date.now() },
      }),
    );
    expect(outcomes).toEqual([{ callId: expect.any(String), campaignId: expect.any(String) }]);
  } finally {
    await db.close();
  }
});

it('has its own limit for bodies', async () => {
  const call = { phoneNumber: number(1), variables: { firstName: 'x'.repeat(1_100_000) } };
  expect((await batch({ defaults: defaults(), calls: [call] })).body.accepted).toBe(1);
  const tooLarge = { ...call, variables: { firstName: 'x'.repeat(8_388_608) } };
  const { status, body } = await batch({ calls: [tooLarge] });
  expect([status, body.error]).toEqual([
    413,
    'The body is larger than 8 MB, the most that this operation takes.',
  ]);
});

it('bounds the concurrent batches of a key', async () => {
  const other = await world.foundOrganization('Busy');
  const send = () => batch({ calls: [{}] }, { key: other.key, agentId: 'agent_none' });
  const refused: Answer[] = [];
  const allRefused = Promise.withResolvers<void>();
  const answers = await world.db.transaction(async (tx) => {
    // Requests that look up an agent wait until this transaction ends.
    await tx.query(lockAgents);
    const sending = Array.from({ length: 12 }, async () => {
      const answer = await send();
      if (answer.status === 429 && refused.push(answer) === 8) allRefused.resolve();
      return answer;
    });
    await allRefused.promise;
    return { sending };
  });
  const statuses = (await Promise.all(answers.sending)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 404)).toHaveLength(4);
  expect(refused.map(({ body, headers }) => [body.code, headers['retry-after']])).toEqual(
    Array(8).fill(['operation.busy', '1']),
  );
  for (let i = 0; i < 10; i++) expect((await send()).status).toBe(404);
});
