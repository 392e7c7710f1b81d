import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { type Dialing, setUpDialing } from '../../../test/world/dialing.ts';
import { fileCalls } from '../../../test/world/file-calls.ts';
import { statement } from '../../platform/db/index.ts';

const moveCall = statement(
  'test.campaigns.move_call',
  'update calls set status = $2, ended_reason = $3 where call_id = $1',
);
const endCall = statement(
  'test.campaigns.end_call',
  'update calls set status = $2, ended_reason = $3, ended_at = $4 where call_id = $1',
);
const recordDialer = statement(
  'test.campaigns.record_dialer',
  "insert into nodes (node_id, roles, version, schema_version) values ('node_before', '{calls,dialer}', '0.1.0', 74)",
);
const removeDialer = statement(
  'test.campaigns.remove_dialer',
  "delete from nodes where node_id = 'node_before'",
);
const loseTrunk = statement(
  'test.campaigns.lose_trunk',
  `insert into trunk_health (organization_id, trunk_id, status, reason, since, checked_at)
   select organization_id, trunk_id, 'down', 'no answer', now(), now() from trunks where trunk_id = $1`,
);
const allowOtherNumbers = statement(
  'test.campaigns.allow_other_numbers',
  `with c as (update calls set local_presence = true where campaign_id = $1)
   update queued_calls set is_local = true where campaign_id = $1`,
);
const addUp = statement('test.campaigns.add_up', 'select add_up_call_changes(10000)');

let world: ApiWorld;
let dialing: Dialing;
beforeAll(async () => {
  world = await createApiWorld();
  dialing = await setUpDialing(world.request);
});
afterAll(() => world.close());

const queue = async (campaignName: string, values: Record<string, unknown> = {}) => {
  const { scheduleId, phoneNumberId, agentId } = dialing;
  const body = {
    campaignName,
    scheduleId,
    phoneNumberId,
    phoneNumber: '+12125550123',
    variables: { firstName: 'A' },
  };
  return (
    await world.request('POST', `/api/agents/${agentId}/calls/campaign`, { body: { ...body, ...values } })
  ).body;
};
const move = (campaignId: string, verb: string, key?: string) =>
  world.request('POST', `/api/campaigns/${campaignId}/${verb}`, key === undefined ? {} : { key });
const get = (path: string, key?: string) => world.request('GET', path, key === undefined ? {} : { key });

it('changes cap and weight of a campaign that has not ended, with one audit entry', async () => {
  const { campaignId } = await queue('Weighed', { maxConcurrentCalls: 2, priority: 9 });
  const patch = (body: unknown, id = campaignId) => world.request('PATCH', `/api/campaigns/${id}`, { body });
  expect((await get(`/api/campaigns/${campaignId}`)).body.weight).toBe(1);
  const changed = await patch({ weight: 3 });
  expect(changed).toMatchObject({ status: 200, body: { campaignId, weight: 3, maxConcurrentCalls: 2 } });
  expect((await patch({ maxConcurrentCalls: null })).body).toMatchObject({
    weight: 3,
    maxConcurrentCalls: null,
  });
  expect((await patch({})).body).toMatchObject({ weight: 3 });
  const audit = (await get('/api/export/audit-logs?pageSize=10000')).body;
  const own = audit.auditLogs.filter(
    ({ resourceReferenceId, actionVerb }: { resourceReferenceId: string; actionVerb: string }) =>
      resourceReferenceId === campaignId && actionVerb === 'updated',
  );
  expect(own).toHaveLength(2);
  for (const [body, field] of [
    [{ weight: 0 }, 'weight'],
    [{ weight: 101 }, 'weight'],
    [{ maxConcurrentCalls: 11 }, 'maxConcurrentCalls'],
    [{ maxConcurrentCalls: 0 }, 'maxConcurrentCalls'],
  ] as const) {
    const refused = await patch(body);
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining(field)]);
  }
  expect((await patch({ weight: 2 }, 'campaign_none')).status).toBe(404);
  await move(campaignId, 'end');
  const ended = await patch({ weight: 2 });
  expect([ended.status, ended.body.code]).toEqual([409, 'campaign.ended']);
});

it('creates a paused campaign, whose calls wait until it is resumed for the first time', async () => {
  const { agentId, scheduleId, phoneNumberId } = dialing;
  const body = { name: 'Later', agentId, status: 'paused', callDefaults: { scheduleId, phoneNumberId } };
  const created = await world.request('POST', '/api/campaigns', { body });
  expect(created).toMatchObject({ status: 201, body: { status: 'paused', hasStarted: false } });
  const { campaignId } = created.body;
  const { callId } = await queue('Later');
  const { decisions } = (await get(`/api/calls/${callId}/why`)).body;
  expect(decisions.at(-1).reason).toBe('campaign-paused');
  expect(decisions.at(-1).message).toContain('The campaign has not been started.');
  for (const [verb, status] of [
    ['resume', 'running'],
    ['pause', 'paused'],
  ] as const) {
    await move(campaignId, verb);
    expect((await get(`/api/campaigns/${campaignId}`)).body).toMatchObject({ status, hasStarted: true });
  }
  const messages = (await get(`/api/calls/${callId}/why`)).body.decisions.map(
    ({ message }: { message: string }) => message,
  );
  expect(messages.at(-2)).toContain('The campaign had not been started.');
  expect(messages.at(-1)).toContain('The campaign was paused.');
});

it('says why most of its queued calls wait, and until when', async () => {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const soon = new Date(Date.now() + 2 * 3_600_000);
  const start = `${String(soon.getUTCHours()).padStart(2, '0')}:00`;
  const end = `${String(soon.getUTCHours()).padStart(2, '0')}:59`;
  const schedule = { name: 'In two hours', timeZone: 'UTC', windows: [{ start, end, days }] };
  const { scheduleId } = (await world.request('POST', '/api/schedules', { body: schedule })).body;
  const number = { phoneNumber: '+12025550177' };
  const { phoneNumberId } = (await world.request('POST', '/api/phone-numbers', { body: number })).body;
  const { campaignId } = await queue('Waiting', { phoneNumber: '+12125550130' });
  const hold = async () => (await get(`/api/campaigns/${campaignId}`)).body.hold;
  expect(await hold()).toBeNull();
  const opensAt = new Date(Math.floor(soon.getTime() / 3_600_000) * 3_600_000).toISOString();
  for (const phoneNumber of ['+12125550131', '+12125550132'])
    await queue('Waiting', { phoneNumber, scheduleId });
  const barriers = [
    { reason: 'schedule-closed', message: 'The schedule "In two hours" is closed.', scheduleId },
  ];
  const closed = { reason: 'schedule-closed', calls: 2, isMore: false, until: opensAt, barriers };
  expect(await hold()).toMatchObject(closed);
  for (const last of ['133', '134', '135'])
    await queue('Waiting', { phoneNumber: `+12125550${last}`, phoneNumberId });
  expect(await hold()).toMatchObject({ reason: 'no-trunk', calls: 3, until: null });
  for (const phoneNumber of ['+12125550136', '+12125550137'])
    await queue('Waiting', { phoneNumber, scheduleId });
  expect(await hold()).toMatchObject({ ...closed, calls: 4 });
  await world.request('PATCH', '/api/organization', { body: { dialing: 'off' } });
  const off = { reason: 'dialing-off', until: null, since: expect.any(String) };
  expect(await hold()).toMatchObject({
    ...off,
    barriers: [{ reason: 'dialing-off', scheduleId: null }, ...barriers],
  });
  await world.request('PATCH', '/api/organization', { body: { dialing: 'on' } });
  expect((await hold()).since).toBeNull();
  await move(campaignId, 'pause');
  expect(await hold()).toBeNull();
});

it('says before the start when the first of its customers can be called', async () => {
  const { agentId } = dialing;
  // It is between 3:00 and 4:00 there. `Etc/GMT-5` is five hours ahead of UTC.
  const now = new Date();
  const ahead = ((3 - now.getUTCHours() + 36) % 24) - 12;
  const timeZone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  const until = new Date(Math.floor(now.getTime() / 3_600_000 + 5) * 3_600_000).toISOString();
  const body = { name: 'Night', agentId, status: 'paused', daytimeOnly: true };
  const { campaignId } = (await world.request('POST', '/api/campaigns', { body })).body;
  const hold = async () => (await get(`/api/campaigns/${campaignId}`)).body.hold;
  expect(await hold()).toBeNull();
  const day = `Etc/GMT${ahead > 0 ? '+' : '-'}${12 - Math.abs(ahead)}`;
  await queue('Night', { phoneNumber: '+12125550141', timeZone: day });
  expect(await hold()).toBeNull();
  for (const phoneNumber of ['+12125550142', '+12125550143']) await queue('Night', { phoneNumber, timeZone });
  expect(await hold()).toMatchObject({ reason: 'calling-hours', calls: 2, isMore: false, until });
  await world.request('PATCH', `/api/campaigns/${campaignId}`, { body: { daytimeOnly: false } });
  expect(await hold()).toBeNull();
  await world.request('PATCH', '/api/organization', { body: { dialing: 'off' } });
  expect(await hold()).toMatchObject({ reason: 'dialing-off', until: null });
  await world.request('PATCH', '/api/organization', { body: { dialing: 'on' } });
  // A schedule that was open when the call came is closed since.
  const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  const hours = { start: '00:00', end: '24:00' };
  const open = { name: 'Later closed', timeZone: 'UTC', windows: [{ ...hours, days }] };
  const { scheduleId } = (await world.request('POST', '/api/schedules', { body: open })).body;
  await queue('Night', { phoneNumber: '+12125550144', timeZone: day, scheduleId });
  expect(await hold()).toBeNull();
  const windows = [{ ...hours, days: [days[(now.getUTCDay() + 3) % 7]!] }];
  await world.request('PATCH', `/api/schedules/${scheduleId}`, { body: { windows } });
  expect(await hold()).toMatchObject({ reason: 'schedule-closed', calls: 1 });
  // All hours that are closed are named at once.
  await world.request('PATCH', `/api/campaigns/${campaignId}`, { body: { daytimeOnly: true } });
  await world.request('PATCH', '/api/organization', { body: { rulePacks: ['us-federal'] } });
  expect(await hold()).toMatchObject({
    reason: 'schedule-closed',
    calls: 3,
    barriers: [
      { reason: 'schedule-closed', message: 'The schedule "Later closed" is closed.', scheduleId },
      { reason: 'daytime-only', scheduleId: null },
      {
        reason: 'calling-hours',
        message: expect.stringContaining('United States (47 CFR'),
        scheduleId: null,
      },
    ],
  });
  await world.request('PATCH', '/api/organization', { body: { rulePacks: [] } });
  await world.db.query(loseTrunk, [dialing.trunkId]);
  const callDefaults = { phoneNumberId: dialing.phoneNumberId };
  await world.request('PATCH', `/api/campaigns/${campaignId}`, { body: { callDefaults } });
  const reasons = async () => (await hold()).barriers.map(({ reason }: { reason: string }) => reason);
  expect(await reasons()).toEqual(['trunk-down', 'schedule-closed', 'daytime-only']);
  // With local presence, calls can use other numbers than the campaign's.
  await world.db.query(allowOtherNumbers, [campaignId]);
  expect(await reasons()).toEqual(['schedule-closed', 'daytime-only']);
});

it('creates a campaign without calls, whose files use its defaults', async () => {
  const { agentId, scheduleId, phoneNumberId } = dialing;
  const create = (body: unknown) => world.request('POST', '/api/campaigns', { body });
  const callDefaults = { scheduleId, phoneNumberId };
  const created = await create({ name: 'Empty', agentId, weight: 2, callDefaults });
  expect(created).toMatchObject({
    status: 201,
    body: {
      ...{ status: 'running', weight: 2, callDefaults: { ...callDefaults, callRetryConfigId: null } },
      daytimeOnly: false,
    },
  });
  const { campaignId } = created.body;
  const callByDay = () =>
    world.request('PATCH', `/api/campaigns/${campaignId}`, { body: { daytimeOnly: true } });
  await world.db.query(recordDialer);
  for (const refused of [
    await callByDay(),
    await create({ name: 'By day', agentId, daytimeOnly: true, callDefaults }),
  ])
    expect(refused).toMatchObject({
      ...{ status: 409, body: { code: 'upgrade.unfinished' } },
      text: expect.stringMatching(/node_before has version 0\.1\.0, which does not know `daytimeOnly`/),
    });
  await world.db.query(removeDialer);
  const byDay = await callByDay();
  expect([byDay.status, byDay.body.daytimeOnly]).toEqual([200, true]);
  const listed = async () =>
    (await get('/api/campaigns?search=Empty')).body.campaigns.map(({ calls }: { calls: unknown }) => calls);
  expect(await listed()).toEqual([{ total: 0, ended: 0 }]);
  const imported = await world.request('POST', `/api/campaigns/${campaignId}/import`, {
    body: 'phoneNumber,firstName\n+12125550124,Bo\n',
    headers: { 'content-type': 'text/csv' },
  });
  expect([imported.status, imported.text]).toEqual([202, expect.any(String)]);
  await expect.poll(listed).toEqual([{ total: 1, ended: 0 }]);

  // The first call by this name joins it, and a second campaign of the name is refused.
  expect((await queue('Empty')).campaignId).toBe(campaignId);
  const again = await create({ name: 'Empty', agentId });
  expect([again.status, again.body.code]).toEqual([409, 'campaign.exists']);
  for (const [body, status, words] of [
    [{ name: 'Wrong', agentId: 'agent_none' }, 400, 'agentId'],
    [{ name: 'Wrong', agentId, callDefaults: { scheduleId: 'none' } }, 400, 'callDefaults.scheduleId'],
    [
      { name: 'Wrong', agentId, callDefaults: { callRetryConfigId: 'none' } },
      400,
      'callDefaults.callRetryConfigId',
    ],
    [{ name: 'Wrong', agentId, maxConcurrentCalls: 11 }, 400, 'maxConcurrentCalls'],
    [{ name: 'Wrong', agentId, endCampaignAt: 1 }, 400, 'endCampaignAt'],
    [{ name: ' ', agentId }, 400, 'name'],
  ] as const) {
    const refused = await create(body);
    expect([refused.status, refused.body.error]).toEqual([status, expect.stringContaining(words)]);
  }
  const patch = (given: unknown) =>
    world.request('PATCH', `/api/campaigns/${campaignId}`, { body: { callDefaults: given } });
  expect((await patch({ phoneNumberId: 'none' })).status).toBe(400);
  expect((await patch({ phoneNumberId: null })).body.callDefaults).toMatchObject({
    scheduleId,
    phoneNumberId: null,
  });
});

it('refuses an unknown priority', async () => {
  for (const priority of [0, 10, 1.5])
    expect((await queue('Priority', { priority })).error).toContain('priority');
});

it('returns a campaign with its counts by status and outcome', async () => {
  const calls = [];
  for (let i = 0; i < 6; i++) calls.push(await queue('Counted', { maxConcurrentCalls: 2 }));
  const states = [
    ['dialing', null],
    ['in-progress', null],
    ['ended', 'customer-busy'],
    ['ended', 'customer-busy'],
    ['canceled', 'manually-canceled'],
  ] as const;
  for (const [i, [status, reason]] of states.entries()) {
    await world.db.query(moveCall, [calls[i].callId, status, reason]);
    await fileCalls(world.db);
  }
  const { status, body } = await get(`/api/campaigns/${calls[0].campaignId}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    campaignId: calls[0].campaignId,
    agentId: dialing.agentId,
    name: 'Counted',
    status: 'running',
    maxConcurrentCalls: 2,
    endCampaignAt: null,
    endedAt: null,
    counts: {
      byStatus: { queued: 2, 'in-progress': 1, ended: 2, canceled: 1 },
      byOutcome: { 'customer-busy': 2, 'manually-canceled': 1 },
    },
    customers: { total: 6, reached: 0, waiting: 3, givenUp: 3 },
    ...{ isDone: false, state: 'running' },
  });
  for (const i of [0, 1, 5])
    await world.db.query(moveCall, [calls[i].callId, 'ended', 'customer-ended-call']);
  await fileCalls(world.db);
  const done = {
    ...{ customers: { total: 6, reached: 3, waiting: 0, givenUp: 3 }, isDone: true, state: 'done' },
  };
  expect((await get(`/api/campaigns/${calls[0].campaignId}`)).body).toMatchObject({
    ...done,
    status: 'running',
  });
  const { campaigns } = (await get('/api/campaigns?pageSize=1')).body;
  expect(campaigns).toMatchObject([{ name: 'Counted', ...done }]);
});

it('shows how its calls ended over time, before and after they are added up, to its own organization', async () => {
  const calls = [];
  for (let i = 0; i < 5; i++) calls.push(await queue('Over time'));
  const { campaignId } = calls[0];
  const ends = [
    ['ended', 'customer-busy', '2026-03-02T10:59:59Z'],
    ['ended', 'customer-busy', '2026-03-02T10:00:00Z'],
    ['canceled', 'campaign-ended', '2026-03-02T10:30:00Z'],
    ['ended', 'voicemail', '2026-03-02T12:00:00Z'],
  ] as const;
  for (const [i, values] of ends.entries()) await world.db.query(endCall, [calls[i].callId, ...values]);
  const path = `/api/campaigns/${campaignId}/outcomes`;
  const period = 'from=2026-03-02T10:30:00Z&to=2026-03-02T12:00:01Z';
  const bucket = (hour: number, byOutcome: Record<string, number>) => ({
    from: `2026-03-02T${hour}:00:00.000Z`,
    to: `2026-03-02T${hour + 1}:00:00.000Z`,
    byOutcome,
  });
  const expected = {
    ...{ campaignId, interval: 'hour' },
    buckets: [
      bucket(10, { 'customer-busy': 2, 'campaign-ended': 1 }),
      bucket(11, {}),
      bucket(12, { voicemail: 1 }),
    ],
  };
  expect((await get(`${path}?${period}`)).body).toEqual(expected);
  await world.db.query(addUp);
  expect((await get(`${path}?${period}`)).body).toEqual(expected);
  await world.db.query(moveCall, [calls[3].callId, 'ended', 'customer-busy']);
  expect((await get(`${path}?${period}&interval=day`)).body.buckets).toMatchObject([
    { byOutcome: { 'customer-busy': 3, 'campaign-ended': 1 } },
  ]);
  // The range ends now when no call has ended.
  const { buckets } = (await get(path)).body;
  expect(buckets.map(({ byOutcome }: { byOutcome: object }) => byOutcome)).toContainEqual({});
  const refused = await get(`${path}?from=2026-03-02T10:30:00Z&to=2026-03-02T10:29:00Z`);
  expect([refused.status, refused.body.details[0].field]).toEqual([400, 'from']);
  const { key } = await world.foundOrganization('Other');
  expect((await get(path, key)).status).toBe(404);
});

it('changes status as its state allows, with an audit entry each', async () => {
  const { campaignId } = await queue('Moved');
  expect((await move(campaignId, 'resume')).body.code).toBe('campaign.running');
  expect((await move(campaignId, 'pause')).body.status).toBe('paused');
  expect([(await move(campaignId, 'pause')).status, (await move(campaignId, 'pause')).body.code]).toEqual([
    409,
    'campaign.paused',
  ]);
  expect((await move(campaignId, 'resume')).body.status).toBe('running');
  await move(campaignId, 'pause');
  const ended = await move(campaignId, 'end');
  expect(ended.body).toMatchObject({ status: 'ended', endedAt: expect.any(String) });
  for (const verb of ['pause', 'resume', 'end']) {
    const answer = await move(campaignId, verb);
    expect([answer.status, answer.body.code]).toEqual([409, 'campaign.ended']);
  }
  const audit = (await get('/api/export/audit-logs')).body.auditLogs;
  const own: { resourceReferenceId: string; actionVerb: string; resourceLabel: string }[] = audit.filter(
    (entry: { resourceReferenceId: string }) => entry.resourceReferenceId === campaignId,
  );
  expect(own.map(({ actionVerb, resourceLabel }) => `${actionVerb} ${resourceLabel}`).reverse()).toEqual([
    'created Moved',
    'started Moved',
    'paused Moved',
    'resumed Moved',
    'paused Moved',
    'ended Moved',
  ]);
});

it('lets one of two requests end it, and reports a conflict to the other', async () => {
  const { campaignId } = await queue('Raced');
  const answers = await Promise.all(Array.from({ length: 6 }, () => move(campaignId, 'end')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
});

it('lists campaigns newest first with filters and pages, and the calls of one', async () => {
  const first = await queue('Listed 1');
  const second = await queue('Listed 2');
  await move(first.campaignId, 'end');
  const names = async (query: string): Promise<string[]> =>
    (await get(`/api/campaigns?${query}`)).body.campaigns.map(({ name }: { name: string }) => name);
  expect((await names('pageSize=2')).slice(0, 2)).toEqual(['Listed 2', 'Listed 1']);
  expect(await names('status=ended')).toContain('Listed 1');
  expect(await names('status=running')).not.toContain('Listed 1');
  expect(await names('agentId=agent_none')).toEqual([]);
  const page = await get('/api/campaigns?pageSize=1');
  const next = await get(page.body.metadata.nextPage.replace(/^https?:\/\/[^/]+/, ''));
  expect(next.body.campaigns[0].name).toBe('Listed 1');
  expect(next.body.campaigns[0]).toMatchObject({
    customers: { total: 1, reached: 0, waiting: 1, givenUp: 0 },
    isDone: false,
  });
  const more = await queue('Listed 2');
  const calls = await get(`/api/campaigns/${second.campaignId}/calls`);
  expect(calls.body.calls.map(({ callId }: { callId: string }) => callId)).toEqual([
    more.callId,
    second.callId,
  ]);
  const queued = await get(`/api/campaigns/${second.campaignId}/calls?status=ended`);
  expect(queued.body).toEqual({ calls: [], metadata: { nextPage: null } });
});

it("answers 404 for another organization's campaign, and does not change it", async () => {
  const other = await world.foundOrganization();
  const { campaignId } = await queue('Mine');
  for (const path of [`/api/campaigns/${campaignId}`, `/api/campaigns/${campaignId}/calls`]) {
    expect((await get(path, other.key)).status).toBe(404);
  }
  for (const verb of ['pause', 'resume', 'end'])
    expect((await move(campaignId, verb, other.key)).status).toBe(404);
  expect((await get('/api/campaigns', other.key)).body.campaigns).toEqual([]);
  expect((await get(`/api/campaigns/${campaignId}`)).body.status).toBe('running');
});

it('forecasts the end of a campaign, the same for the same seed, and changes nothing', async () => {
  const { campaignId } = await queue('Forecast');
  const forecast = (body: unknown, id = campaignId) =>
    world.request('POST', `/api/campaigns/${id}/forecast`, { body });
  const before = (await get(`/api/campaigns/${campaignId}`)).body;
  const made = await forecast({ seed: 7 });
  expect(made).toMatchObject({ status: 200, body: { campaignId, seed: 7, waiting: 1, left: 0 } });
  const { finishesAt, attempts, hours, assumptions, startsAt } = made.body;
  expect(attempts).toBeGreaterThanOrEqual(1);
  expect(hours.reduce((sum: number, hour: { calls: number }) => sum + hour.calls, 0)).toBe(attempts);
  expect(
    finishesAt.p50 > startsAt && finishesAt.p10 <= finishesAt.p50 && finishesAt.p50 <= finishesAt.p90,
  ).toBe(true);
  expect(assumptions.join(' ')).toContain('is supposed');
  expect((await get(`/api/campaigns/${campaignId}`)).body).toEqual(before);
  expect((await forecast(undefined)).body).toMatchObject({ campaignId, seed: 1 });
  expect((await forecast({ seed: 0 })).body.error).toContain('seed');
  expect((await forecast({}, 'campaign_none')).status).toBe(404);
  await move(campaignId, 'pause');
  expect((await forecast({})).body.assumptions).toContain('Dialing goes on now.');
  await move(campaignId, 'end');
  const ended = await forecast({});
  expect([ended.status, ended.body.code]).toEqual([409, 'campaign.ended']);
});
