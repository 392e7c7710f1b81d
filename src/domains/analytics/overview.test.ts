import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { type Dialing, make, setUpDialing } from '../../../test/world/dialing.ts';
import { fileCalls } from '../../../test/world/file-calls.ts';
import { statement } from '../../platform/db/index.ts';
import { startOfDay } from '../schedules/index.ts';

let world: ApiWorld;
let dialing: Dialing;
beforeAll(async () => {
  world = await createApiWorld();
  dialing = await setUpDialing(world.request);
});
afterAll(() => world.close());

const read = async (query = '', key = world.owner.key) => {
  const { status, body, text } = await world.request('GET', `/api/overview${query}`, { key });
  expect(status, text).toBe(200);
  return body;
};

test('shows zeros for an organization without calls', async () => {
  const other = await world.foundOrganization('Quiet');
  expect(await read('', other.key)).toMatchObject({
    timeZone: 'UTC',
    live: { calls: 0, byStatus: {} },
    queue: { waiting: 0, due: 0, isWhole: true },
    today: { created: {}, byStatus: {}, byOutcome: {} },
    latency: { calls: 0, turns: 0, waited: { count: 0, p50Ms: null } },
    attention: [],
  });
});

const move = statement(
  'test.overview.move',
  `update calls set status = $2, node_id = 'node_x', agent_version = 1, started_at = now() where call_id = $1`,
);

test('shows what is live, what waits and what has ended today', async () => {
  const place = async (index: number) => {
    const body = { phoneNumber: `+1212555010${index}`, phoneNumberId: dialing.phoneNumberId };
    const variables = { firstName: 'Ada' };
    return (await make(world.request, `/api/agents/${dialing.agentId}/calls`, { ...body, variables })).callId;
  };
  const [talking, over] = [await place(1), await place(2), await place(3)];
  await world.db.query(move, [talking, 'in-progress']);
  await fileCalls(world.db);
  expect((await world.request('POST', `/api/calls/${over}/cancel`)).status).toBeLessThan(300);
  const overview = await read('?timeZone=asia/kolkata');
  expect(overview.timeZone).toBe('Asia/Kolkata');
  expect(overview.live).toEqual({ calls: 1, byStatus: { 'in-progress': 1 } });
  expect(overview.queue).toEqual({ waiting: 1, due: 1, isWhole: true });
  expect(overview.today.created).toEqual({ outboundPhoneCall: 3 });
  expect(overview.today.byStatus).toEqual({ canceled: 1 });
  expect(Date.parse(overview.today.from)).toBeGreaterThan(Date.now() - 26 * 3_600_000);
});

test('shows what needs attention in the own organization, to readers with the scope', async () => {
  const { organizationId } = world.owner;
  const { trunkId } = (await world.request('GET', '/api/trunks')).body.trunks[0];
  const run = (name: string, text: string, values: unknown[]) =>
    world.db.query(statement(`test.overview.${name}`, text), values);
  await run(
    'down',
    `insert into trunk_health (organization_id, trunk_id, status, reason, since, checked_at)
     values ($1, $2, 'down', 'no answer', now() - interval '1 hour', now())
     on conflict (organization_id, trunk_id) do update set status = 'down', reason = 'no answer', since = excluded.since`,
    [organizationId, trunkId],
  );
  await run(
    'open',
    `insert into circuits (organization_id, kind, subject_id, state, since) values ($1, 'trunk', $2, 'open', now())
     on conflict (organization_id, kind, subject_id) do update set state = 'open', since = excluded.since`,
    [organizationId, trunkId],
  );
  const { webhookEndpointId } = (
    await world.request('POST', '/api/webhook-endpoints', {
      body: { url: 'https://example.com/hook', events: ['call.ended'] },
    })
  ).body;
  await run(
    'disabled',
    `update webhook_endpoints set enabled = false, disabled_reason = 'gone', disabled_at = now() - interval '1 day'
     where organization_id = $1`,
    [organizationId],
  );
  await run(
    'lost',
    `insert into nodes (node_id, roles, heartbeat_at) values ('node_lost', '{calls}', now() - interval '2 days')`,
    [],
  );
  await run(
    'held',
    `insert into holds (organization_id, campaign_id, reason, since)
     values ($1, '', 'organization-limit', now() - interval '59 minutes'), ($1, 'campaign_a', 'campaign-paused', now()),
       ($1, 'campaign_b', 'campaign-limit', now())`,
    [organizationId],
  );
  const found = async () =>
    (await read()).attention.map(({ kind, id, reason }: Record<string, string>) => [kind, id, reason]);
  const others = [
    ['circuit-open', trunkId, 'trunk'],
    ['trunk-down', trunkId, 'no answer'],
    ['webhook-disabled', webhookEndpointId, 'gone'],
    ['process-lost', 'node_lost', 'calls'],
  ];
  expect(await found()).toEqual(others);
  // A queue at the limit is normal, unless it lasts.
  await run(
    'lasting',
    `update holds set since = now() - interval '61 minutes' where organization_id = $1 and campaign_id = ''`,
    [organizationId],
  );
  expect(await found()).toEqual(
    expect.arrayContaining([...others, ['calls-held', null, 'organization-limit']]),
  );
  const body = { name: 'Calls', scopes: ['calls:read', 'telephony:read'] };
  const { key } = (await world.request('POST', '/api/api-keys', { body })).body;
  const kinds = (await read('', key)).attention.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(['trunk-down', 'process-lost']);
  // A trunk that answers, and whose calls have no audio.
  const ofTrunk = async () =>
    (await read('', key)).attention.find(({ id }: { id: string }) => id === trunkId) ?? null;
  const problem = 'a call was answered 488 Not Acceptable Here';
  const audio = `update trunk_health set status = 'up', audio_problem = $2, peer_codecs = $3 where trunk_id = $1`;
  await run('refused', audio, [trunkId, problem, null]);
  expect(await ofTrunk()).toMatchObject({ kind: 'trunk-without-audio', reason: problem, since: null });
  await run('listed', audio, [trunkId, null, ['G729']]);
  expect(await ofTrunk()).toMatchObject({ reason: 'the carrier lists only G729' });
  await run('common', audio, [trunkId, null, ['G729', 'PCMU']]);
  expect(await ofTrunk()).toBeNull();
  const other = await world.foundOrganization('Other');
  expect((await read('', other.key)).attention).toMatchObject([{ kind: 'process-lost' }]);
});

const turnAway = statement(
  'test.overview.turn_away',
  `insert into turned_away_hours (organization_id, hour, phone_number_id, reason, phone_number, calls, last_at)
   select organization_id, date_trunc('hour', now() - ago), number, reason, '+1202555010' || right(number, 1), calls,
     now() - ago
   from (values ('number_1', 'organization-limit', 5, interval '0'),
     ('number_2', 'organization-limit', 7, interval '2 hours'), ('number_2', 'no-agent', 3, interval '1 hour'),
     ('number_1', 'trunk-limit', 9, interval '3 days')) as v (number, reason, calls, ago)
     cross join (select organization_id from organizations order by created_at limit 1) o`,
);

test('counts the callers who were turned away, of the own organization alone', async () => {
  await world.db.query(turnAway);
  const turned = ({ attention }: { attention: { kind: string }[] }) =>
    attention.filter(({ kind }) => kind === 'callers-turned-away');
  const since = expect.any(String);
  // A number without an agent refuses calls because its settings say so.
  expect(turned(await read())).toMatchObject([
    { id: null, name: null, reason: 'organization-limit', count: 12, since },
  ]);
  const counted = async (search: string, key?: string) =>
    (await world.request('GET', `/api/analytics/turned-away${search}`, key ? { key } : {})).body;
  expect(await counted('')).toMatchObject({
    total: 24,
    byReason: { 'organization-limit': 12, 'no-agent': 3, 'trunk-limit': 9 },
    numbers: [
      { phoneNumberId: 'number_1', total: 14, byReason: { 'organization-limit': 5, 'trunk-limit': 9 } },
      { phoneNumberId: 'number_2', phoneNumber: '+12025550102', total: 10, lastAt: since },
    ],
    hours: [{ calls: 9 }, { calls: 7 }, { calls: 3 }, { calls: 5 }],
  });
  expect(await counted('?phoneNumberId=number_2')).toMatchObject({ total: 10, hours: [{}, {}] });
  const other = await world.foundOrganization('Untroubled');
  expect(await counted('', other.key)).toMatchObject({ total: 0, byReason: {}, numbers: [], hours: [] });
});

const removeNodes = statement('test.overview.remove_nodes', 'delete from nodes');
const addNodes = statement(
  'test.overview.add_nodes',
  `insert into nodes (node_id, roles, version, started_at, heartbeat_at, fenced_at, refusal, refused_calls,
       refused_reason, refused_at) values
       ('node_a', '{api}', '0.1.0', '2026-11-01', now() + interval '1 hour', null, null, 0, null, null),
       ('node_b', '{calls,dialer}', null, '2026-11-02', now() - interval '6 seconds', null, 'overloaded', 3, 'process-full',
         now() - interval '1 minute'),
       ('node_settled', '{calls}', '0.1.0', '2026-11-03', now() - interval '1 hour', now(), null, 1, 'overloaded', now())`,
);

test('lists the processes of the installation with their versions', async () => {
  await world.db.query(removeNodes);
  await world.db.query(addNodes);
  const { body } = await world.request('GET', '/api/processes');
  const [first, second] = [
    {
      ...{ processId: 'node_a', roles: ['api'], version: '0.1.0', state: 'running' },
      ...{ refusal: null, refusedCalls: 0, refusedAt: null },
    },
    {
      ...{ processId: 'node_b', roles: ['calls', 'dialer'], version: null, state: 'lost' },
      ...{ refusal: 'overloaded', refusedCalls: 3, refusedAt: expect.any(String) },
    },
  ];
  expect(body.processes).toEqual([
    { ...first, startedAt: '2026-11-01T00:00:00.000Z' },
    { ...second, startedAt: '2026-11-02T00:00:00.000Z' },
  ]);
  const { attention } = await read();
  expect(attention.filter(({ kind }: { kind: string }) => kind === 'calls-refused')).toMatchObject([
    { id: 'node_b', reason: 'process-full', since: expect.any(String) },
  ]);
});

test('refuses an unknown time zone', async () => {
  const { status, body } = await world.request('GET', '/api/overview?timeZone=Mars/Olympus');
  expect([status, body.error]).toEqual([400, 'timeZone: must be an IANA time zone such as America/New_York']);
});

describe('a day begins', () => {
  test.each([
    ['UTC', '2026-11-21T23:59:59.999Z', '2026-11-21T00:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-21T18:29:59.999Z', '2026-11-20T18:30:00.000Z'],
    ['Asia/Kolkata', '2026-11-21T18:30:00.000Z', '2026-11-21T18:30:00.000Z'],
    // The clocks are changed in the night before.
    ['America/New_York', '2026-03-08T20:00:00.000Z', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-11-01T20:00:00.000Z', '2026-11-01T04:00:00.000Z'],
    // The clocks go from 24:00 to 1:00.
    ['Africa/Cairo', '2026-04-24T10:00:00.000Z', '2026-04-23T22:00:00.000Z'],
  ])('in %s, of %s, at %s', (zone, now, start) => {
    expect(new Date(startOfDay(zone, Date.parse(now))).toISOString()).toBe(start);
  });
});
