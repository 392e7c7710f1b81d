import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Answer,
  type ApiWorld,
  createApiWorld,
  type RequestOptions,
} from '../../../test/world/api-world.ts';
import {
  type Dialing,
  make,
  nearlyNeverOpen,
  newOwnNumber,
  setUpDialing,
} from '../../../test/world/dialing.ts';
import { statement } from '../../platform/db/index.ts';
import { endCall } from '../calls/index.ts';

const countCalls = statement('test.campaigns.count', 'select count(*) as calls from calls');
const take = statement(
  'test.campaigns.take',
  "update calls set status = 'dialing', node_id = 'node_a' where call_id = $1",
);
const busy = {
  ...({ status: 'ended', endedBy: null, endedReason: 'customer-busy', message: 'Busy.' } as const),
};
const dropDay = statement(
  'test.campaigns.yesterday',
  `update campaigns set last_active_on = last_active_on - 1 where campaign_id = $1`,
);

let world: ApiWorld;
let dialing: Dialing;
beforeAll(async () => {
  world = await createApiWorld();
  dialing = await setUpDialing(world.request);
});
afterAll(() => world.close());

const bodyOf = (values: Record<string, unknown> = {}) => ({
  campaignName: 'Spring',
  scheduleId: dialing.scheduleId,
  phoneNumber: '+12125550123',
  phoneNumberId: dialing.phoneNumberId,
  variables: { firstName: 'Ada' },
  ...values,
});
const queue = (
  values: Record<string, unknown> = {},
  options: RequestOptions & { agentId?: string } = {},
): Promise<Answer> => {
  const { agentId = dialing.agentId, ...rest } = options;
  return world.request('POST', `/api/agents/${agentId}/calls/campaign`, { body: bodyOf(values), ...rest });
};
const callsStored = async () => (await world.db.query<{ calls: number }>(countCalls))[0]!.calls;
const campaign = async (campaignId: string) =>
  (await world.request('GET', `/api/campaigns/${campaignId}`)).body;
/** Returns the audit entries of a campaign, oldest first. */
const trail = async (campaignId: string): Promise<string[]> => {
  const { body } = await world.request('GET', '/api/export/audit-logs?pageSize=10000');
  const entries: { actionVerb: string; resourceReferenceId: string }[] = body.auditLogs;
  const own = entries.filter((entry) => entry.resourceReferenceId === campaignId);
  return own.map(({ actionVerb }) => actionVerb).reverse();
};

it('queues a call into a new campaign, and another one into the same', async () => {
  const first = await queue({ campaignName: 'New' });
  expect(first.status).toBe(201);
  expect(first.body).toEqual({
    message: 'Campaign call queued successfully',
    callId: expect.stringMatching(/^call_/),
    campaignId: expect.stringMatching(/^campaign_/),
  });
  const second = await queue({
    campaignName: 'New',
    phoneNumber: '+12125550124',
    variables: { firstName: 'Bo', more: 1 },
  });
  expect(second.body.campaignId).toBe(first.body.campaignId);
  const call = await world.request('GET', `/api/calls/${second.body.callId}`);
  expect(call.body).toMatchObject({
    callId: second.body.callId,
    agentId: dialing.agentId,
    status: 'queued',
    type: 'outboundPhoneCall',
    campaignId: first.body.campaignId,
    campaignName: 'New',
    attempt: 1,
    customerNumber: '+12125550124',
    phoneNumber: dialing.phoneNumber,
    phoneNumberId: dialing.phoneNumberId,
    callVariables: { firstName: 'Bo', more: 1 },
    sessionVariables: {},
    startedAt: null,
    endedAt: null,
    endedReason: null,
    campaignParentCallIds: [],
    transcript: [],
  });
});

it.each<[string, Record<string, unknown>, string[]]>([
  ['an empty name', { campaignName: '' }, ['campaignName']],
  ['a name of white space', { campaignName: ' \t ' }, ['campaignName']],
  ['a name of 41 characters', { campaignName: 'x'.repeat(41) }, ['campaignName']],
  ['no name', { campaignName: undefined }, ['campaignName']],
  ['no schedule', { scheduleId: undefined }, ['scheduleId']],
  ['an unknown schedule', { scheduleId: 'schedule_none' }, ['scheduleId']],
  ['no number', { phoneNumber: undefined }, ['phoneNumber']],
  ['a number in national form', { phoneNumber: '(212) 555-0123' }, ['phoneNumber']],
  ['a number that is too long', { phoneNumber: '+1234567890123456' }, ['phoneNumber']],
  ['a number with a leading zero', { phoneNumber: '+0123456789' }, ['phoneNumber']],
  ['a number with a line after it', { phoneNumber: '+12125550123\n' }, ['phoneNumber']],
  ['no own number', { phoneNumberId: undefined }, ['phoneNumberId']],
  ['an unknown own number', { phoneNumberId: 'number_none' }, ['phoneNumberId']],
  ['no variables', { variables: undefined }, ['variables']],
  ['variables that are a list', { variables: [] }, ['variables']],
  ['a missing variable', { variables: {} }, ['variables.firstName']],
  ['a variable that is null', { variables: { firstName: null } }, ['variables.firstName']],
  ['an unknown retry configuration', { callRetryConfigId: 'retry_none' }, ['callRetryConfigId']],
  ['local presence without such numbers', { localPresenceEnabled: true }, ['localPresenceEnabled']],
  ['local presence in words', { localPresenceEnabled: 'yes' }, ['localPresenceEnabled']],
  ['a time zone that is none', { timeZone: 'Mars/Base' }, ['timeZone']],
  ['an offset for a time zone', { timeZone: '+02:00' }, ['timeZone']],
  ['a cap of 0', { maxConcurrentCalls: 0 }, ['maxConcurrentCalls']],
  ['a cap of 1.5', { maxConcurrentCalls: 1.5 }, ['maxConcurrentCalls']],
  ["a cap above the organization's", { maxConcurrentCalls: 11 }, ['maxConcurrentCalls']],
  ['an end in the past', { endCampaignAt: Date.now() - 1 }, ['endCampaignAt']],
  ['an end before 1970', { endCampaignAt: -8_000_000_000_000_000 }, ['endCampaignAt']],
  ['an end after the year 9999', { endCampaignAt: 8_640_000_000_000_000 }, ['endCampaignAt']],
  ['an end in words', { endCampaignAt: '2030-01-01T00:00:00Z' }, ['endCampaignAt']],
  ['a NUL in a variable', { variables: { firstName: 'A\0' } }, ['variables.firstName']],
  ['a NUL in a name of a variable', { variables: { firstName: 'A', 'a\0': 1 } }, ['variables']],
  ['half a surrogate pair', { variables: { firstName: '\ud800' } }, ['variables.firstName']],
  [
    'several shapes at once',
    { campaignName: '', phoneNumber: '12', variables: 7 },
    ['campaignName', 'phoneNumber', 'variables'],
  ],
  [
    'everything that is unknown at once',
    {
      scheduleId: 'schedule_none',
      phoneNumberId: 'number_none',
      variables: {},
      callRetryConfigId: 'retry_none',
      localPresenceEnabled: true,
      maxConcurrentCalls: 11,
      endCampaignAt: Date.now() - 1000,
    },
    [
      'callRetryConfigId',
      'endCampaignAt',
      'localPresenceEnabled',
      'maxConcurrentCalls',
      'phoneNumberId',
      'scheduleId',
      'variables.firstName',
    ],
  ],
])('%s is a 400 that names the field, and nothing is stored', async (_what, values, fields) => {
  const before = await callsStored();
  const answer = await queue(values);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('"details"')]);
  const named: string[] = answer.body.details.map(({ field }: { field: string }) => field);
  expect(named.toSorted()).toEqual(fields);
  expect(answer.body.error).toMatch(new RegExp(`^${named[0]!.replaceAll('.', '\\.')}: `));
  expect(await callsStored()).toBe(before);
});

it('accepts values at their limits', async () => {
  const values = {
    campaignName: '🚀'.repeat(40),
    maxConcurrentCalls: 10,
    endCampaignAt: Date.now() + 600_000,
    localPresenceEnabled: false,
    callRetryConfigId: null,
    unknownField: 'ignored',
    variables: { firstName: '', toString: { deep: [1, { x: null }] } },
  };
  const answer = await queue(values);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  const call = await world.request('GET', `/api/calls/${answer.body.callId}`);
  expect(call.body.callVariables).toEqual(values.variables);
  expect(call.body.campaignName).toBe(values.campaignName);
});

it('answers 404 for an unknown agent, whatever other references are wrong', async () => {
  const answer = await queue({ scheduleId: 'schedule_none', endCampaignAt: 1 }, { agentId: 'agent_none' });
  expect([answer.status, answer.body.code]).toEqual([404, 'agent.not_found']);
});

it("treats another organization's resources as absent", async () => {
  const other = await world.foundOrganization();
  const theirs = await setUpDialing(world.request, { key: other.key });
  const before = await callsStored();
  const { status, body } = await queue({ campaignName: 'Theirs' }, { key: other.key });
  expect([status, body.code]).toEqual([404, 'agent.not_found']);
  const mixed = await queue({ campaignName: 'Mixed' }, { key: other.key, agentId: theirs.agentId });
  expect(mixed.status).toBe(400);
  const fields: { field: string }[] = mixed.body.details;
  expect(fields.map(({ field }) => field).toSorted()).toEqual(['phoneNumberId', 'scheduleId']);
  expect(await callsStored()).toBe(before);
});

it('changes the cap and the end of the campaign when a later call gives them, and not when it leaves them out', async () => {
  const endAt = Date.now() + 3_600_000;
  const { campaignId } = (
    await queue({ campaignName: 'Capped', maxConcurrentCalls: 3, endCampaignAt: endAt })
  ).body;
  expect(await campaign(campaignId)).toMatchObject({
    maxConcurrentCalls: 3,
    endCampaignAt: endAt,
    status: 'running',
  });
  await queue({ campaignName: 'Capped' });
  await queue({ campaignName: 'Capped', maxConcurrentCalls: 3 });
  expect(await trail(campaignId)).toEqual(['created', 'started']);
  await queue({ campaignName: 'Capped', maxConcurrentCalls: 7 });
  expect(await campaign(campaignId)).toMatchObject({ maxConcurrentCalls: 7, endCampaignAt: endAt });
  await queue({ campaignName: 'Capped', endCampaignAt: endAt + 1 });
  expect(await campaign(campaignId)).toMatchObject({ maxConcurrentCalls: 7, endCampaignAt: endAt + 1 });
  expect(await trail(campaignId)).toEqual(['created', 'started', 'updated', 'updated']);
});

it('audits the start of a campaign once a day', async () => {
  const { campaignId } = (await queue({ campaignName: 'Daily' })).body;
  await queue({ campaignName: 'Daily' });
  expect(await trail(campaignId)).toEqual(['created', 'started']);
  await world.db.query(dropDay, [campaignId]);
  const answers = await Promise.all(Array.from({ length: 40 }, () => queue({ campaignName: 'Daily' })));
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  expect(await trail(campaignId)).toEqual(['created', 'started', 'started']);
});

it('starts a new campaign for a call by the name of an ended one', async () => {
  const first = (await queue({ campaignName: 'Twice' })).body.campaignId;
  expect((await world.request('POST', `/api/campaigns/${first}/end`)).status).toBe(200);
  const second = (await queue({ campaignName: 'Twice' })).body.campaignId;
  expect(second).not.toBe(first);
  expect((await queue({ campaignName: 'Twice' })).body.campaignId).toBe(second);
});

it('ends a campaign whose end has passed with the call that finds it, once', async () => {
  const endAt = Date.now() + 400;
  const first = (await queue({ campaignName: 'Due', endCampaignAt: endAt })).body.campaignId;
  await expect.poll(() => Date.now()).toBeGreaterThan(endAt + 5);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      queue({ campaignName: 'Due' }, i % 2 ? { headers: { 'idempotency-key': `due-${i}` } } : {}),
    ),
  );
  const ids = new Set(answers.map(({ body }) => body.campaignId));
  expect([ids.size, ids.has(first)]).toEqual([1, false]);
  expect(await campaign(first)).toMatchObject({ status: 'ended', endedAt: expect.any(String) });
  expect(await trail(first)).toEqual(['created', 'started', 'ended']);
  expect(await trail([...ids][0])).toEqual(['created', 'started']);
});

it('keeps campaigns of one name apart for two agents', async () => {
  const agent = await make(world.request, '/api/agents', { name: 'Bert', prompt: 'Say hello.' });
  const one = (await queue({ campaignName: 'Shared' })).body.campaignId;
  const two = (await queue({ campaignName: 'Shared' }, { agentId: agent.agentId })).body.campaignId;
  expect(two).not.toBe(one);
});

it('accepts calls to a paused campaign and to a number without a trunk', async () => {
  const { campaignId } = (await queue({ campaignName: 'Paused' })).body;
  await world.request('POST', `/api/campaigns/${campaignId}/pause`);
  expect((await queue({ campaignName: 'Paused' })).body.campaignId).toBe(campaignId);
  const { phoneNumberId } = await make(world.request, '/api/phone-numbers', { phoneNumber: newOwnNumber() });
  expect((await queue({ campaignName: 'Paused', phoneNumberId })).status).toBe(201);
});

it('makes a call due when its schedule next opens', async () => {
  const { scheduleId } = await make(world.request, '/api/schedules', nearlyNeverOpen);
  const { callId } = (await queue({ scheduleId })).body;
  const call = await world.request('GET', `/api/calls/${callId}`);
  expect(call.body.dueAt).toBe(`${new Date().getUTCFullYear() + 1}-01-01T12:00:00.000Z`);
});

it('uses the time zone that the call names instead of that of the number, also for its retries', async () => {
  const { scheduleId } = await make(world.request, '/api/schedules', {
    ...nearlyNeverOpen,
    timeZone: 'customer',
  });
  const { callRetryConfigId } = await make(world.request, '/api/retry-configs', {
    ...{ name: 'Soon', maxAttempts: 2, delaysSeconds: [0] },
  });
  const { body } = await queue({ scheduleId, callRetryConfigId, timeZone: 'asia/TOKYO' });
  const read = async (callId: string) => (await world.request('GET', `/api/calls/${callId}`)).body;
  const dueAt = `${new Date().getUTCFullYear() + 1}-01-01T03:00:00.000Z`;
  expect(await read(body.callId)).toMatchObject({ timeZone: 'Asia/Tokyo', dueAt });
  // A changed schedule changes the due time on the same clock.
  const [exception] = nearlyNeverOpen.exceptions;
  const windows = [{ start: '13:00', end: '14:00' }];
  const exceptions = [{ date: exception!.date, windows }];
  await world.request('PATCH', `/api/schedules/${scheduleId}`, { body: { exceptions } });
  const later = dueAt.replace('T03', 'T04');
  expect((await read(body.callId)).dueAt).toBe(later);
  await world.db.query(take, [body.callId]);
  const condition = { organizationId: world.owner.organizationId, callId: body.callId, nodeId: 'node_a' };
  await endCall(world.db, { ...condition, from: ['dialing'] }, busy);
  const { calls } = (await world.request('GET', `/api/calls?campaignId=${body.campaignId}`)).body;
  const retry = calls.find(({ campaignParentCallIds: [first] }: Answer['body']) => first === body.callId);
  expect(retry).toMatchObject({ timeZone: 'Asia/Tokyo', dueAt: later, attempt: 2 });
});

it('uses the current schedule, although it was changed a moment ago', async () => {
  const { scheduleId } = await make(world.request, '/api/schedules', nearlyNeverOpen);
  await queue({ scheduleId });
  const windows = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], start: '00:00', end: '24:00' }];
  await world.request('PATCH', `/api/schedules/${scheduleId}`, { body: { windows, exceptions: [] } });
  const { callId } = (await queue({ scheduleId })).body;
  const call = await world.request('GET', `/api/calls/${callId}`);
  expect(Date.parse(call.body.dueAt)).toBeLessThanOrEqual(Date.now());
});

it('returns the first answer for a repeated Idempotency-Key, also after the end of the campaign', async () => {
  const headers = { 'idempotency-key': 'once' };
  const endAt = Date.now() + 300;
  const first = await queue({ campaignName: 'Idem', endCampaignAt: endAt }, { headers });
  expect(first.status).toBe(201);
  await expect.poll(() => Date.now()).toBeGreaterThan(endAt);
  const before = await callsStored();
  const again = await queue({ campaignName: 'Idem', endCampaignAt: endAt }, { headers });
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await callsStored()).toBe(before);
  const other = await queue(
    { campaignName: 'Idem', phoneNumber: '+12125550199', endCampaignAt: endAt },
    { headers },
  );
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_key.reused']);
  expect(await callsStored()).toBe(before);
});

it('does not use up the Idempotency-Key of a refused call', async () => {
  const headers = { 'idempotency-key': 'refused-first' };
  expect((await queue({ variables: {} }, { headers })).status).toBe(400);
  expect((await queue({}, { headers })).status).toBe(201);
});

it('queues one call for the same key sent many times at once', async () => {
  const before = await callsStored();
  const headers = { 'idempotency-key': 'at-once' };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => queue({ campaignName: 'Many' }, { headers })),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.callId}`)).size).toBe(1);
  expect(await callsStored()).toBe(before + 1);
});

it('stores 500 concurrent calls durably in one campaign', async () => {
  const before = await callsStored();
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, i) =>
      queue({ campaignName: 'Crowd', phoneNumber: `+1212555${1000 + i}` }),
    ),
  );
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  expect(new Set(answers.map(({ body }) => body.campaignId)).size).toBe(1);
  expect(new Set(answers.map(({ body }) => body.callId)).size).toBe(500);
  expect(await callsStored()).toBe(before + 500);
  expect(await campaign(answers[0]!.body.campaignId)).toMatchObject({
    counts: { byStatus: { queued: 500 } },
  });
  expect(await trail(answers[0]!.body.campaignId)).toEqual(['created', 'started']);
});

it('does not fail or deadlock when many calls change the cap at once, with and without keys', async () => {
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, i) =>
      queue(
        { campaignName: `Changing ${i % 3}`, maxConcurrentCalls: 1 + (i % 10) },
        i % 4 ? {} : { headers: { 'idempotency-key': `changing-${i}` } },
      ),
    ),
  );
  expect(answers.filter(({ status }) => status !== 201).map(({ text }) => text)).toEqual([]);
  expect(new Set(answers.map(({ body }) => body.campaignId)).size).toBe(3);
});

it('stores the calls that share a statement with a bad one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      queue({ campaignName: 'Mixed bag', ...(i % 3 ? {} : { variables: {} }) }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 60 }, (_, i) => (i % 3 ? 201 : 400)),
  );
});
