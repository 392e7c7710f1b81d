import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { statement } from '../../platform/db/index.ts';

const insertCalls = statement(
  'test.call_analytics.calls',
  `insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
     ended_reason, ended_at, created_at)
   select $1, 'call_' || md5($2 || n), 'agent_a', $3, $4, '+12025550199', 'number_a', '+12025550100', $5, $6, $2::timestamptz
   from generate_series(1, $7::integer) as n`,
);
const end = statement(
  'test.call_analytics.end',
  `update calls set status = 'canceled', ended_reason = 'campaign-ended', ended_at = $2
   where organization_id = $1 and status = 'queued'`,
);
const addUp = statement('test.call_analytics.add_up', 'select add_up_call_changes(1000)');
const path = '/api/analytics/calls';

let world: ApiWorld;
beforeEach(async () => {
  world = await createApiWorld();
});
afterEach(() => world.close());

it('counts current calls, and created and ended ones by hour, before and after they are added up', async () => {
  const { organizationId } = world.owner;
  const add = (at: string, type: string, values: [string, string | null, string | null], calls: number) =>
    world.db.query(insertCalls, [organizationId, at, type, ...values, calls]);
  await add(
    '2026-03-02T09:59:59Z',
    'outboundPhoneCall',
    ['ended', 'customer-busy', '2026-03-02T10:00:00Z'],
    3,
  );
  await add('2026-03-02T10:10:00Z', 'outboundPhoneCall', ['queued', null, null], 4);
  await add(
    '2026-03-02T10:20:00Z',
    'inboundPhoneCall',
    ['ended', 'customer-ended-call', '2026-03-02T11:00:00Z'],
    5,
  );
  const other = await world.foundOrganization('Other');
  const ask = async (from: string, to: string, key?: string) => {
    const query = `${path}?from=2026-03-02T${from}:00Z&to=2026-03-02T${to}:00Z`;
    return (await world.request('GET', query, key === undefined ? {} : { key })).body;
  };
  const figures = async () => [
    await ask('10:30', '10:31'),
    await ask('09:00', '10:00'),
    await ask('11:00', '11:00'),
    await ask('09:00', '12:00', other.key),
  ];
  const nothing = { now: {}, created: {}, byStatus: {}, byOutcome: {} };
  const expected = [
    {
      ...{ from: '2026-03-02T10:00:00.000Z', to: '2026-03-02T11:00:00.000Z', now: { queued: 4 } },
      created: { outboundPhoneCall: 4, inboundPhoneCall: 5 },
      ...{ byStatus: { ended: 3 }, byOutcome: { 'customer-busy': 3 } },
    },
    { created: { outboundPhoneCall: 3 }, byStatus: {}, byOutcome: {} },
    { now: { queued: 4 }, created: {}, byStatus: {} },
    nothing,
  ];
  expect(await figures()).toMatchObject(expected);
  await world.db.query(addUp);
  expect(await figures()).toMatchObject(expected);

  await world.db.query(end, [organizationId, '2026-03-02T10:50:00Z']);
  expect(await ask('10:00', '12:00')).toMatchObject({
    now: {},
    ...{ byStatus: { ended: 8, canceled: 4 } },
    byOutcome: { 'customer-busy': 3, 'campaign-ended': 4, 'customer-ended-call': 5 },
  });
});

it('refuses a period that is too long', async () => {
  const { status, body } = await world.request(
    'GET',
    `${path}?from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z`,
  );
  expect([status, body.details[0].field]).toEqual([400, 'from']);
});
