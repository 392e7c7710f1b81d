import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import { statement } from '../../../platform/db/index.ts';
import { findCampaign } from '../store/campaigns.ts';
import { readForecastInput } from './read-input.ts';

const setHealth = statement(
  'test.forecast.health',
  `insert into trunk_health (organization_id, trunk_id, status, since, checked_at) values ($1, 'trunk_a', $2, now(), now())
   on conflict (organization_id, trunk_id) do update set status = excluded.status`,
);
const openCircuit = statement(
  'test.forecast.circuit',
  `insert into circuits (organization_id, kind, subject_id, state, since, probe_at)
   values ($1, 'campaign', $2, 'open', now(), now() + interval '1 minute')`,
);
const otherTrunk = statement(
  'test.forecast.trunk',
  `with t as (insert into trunks (organization_id, trunk_id, name, host, port, transport, register, codecs, created_at,
       updated_at) values ($1, 'trunk_b', 'Other', '127.0.0.1', 5060, 'udp', false, '{PCMU}', now(), now())
     returning trunk_id)
   update phone_numbers set trunk_id = t.trunk_id from t where organization_id = $1 and phone_number_id = 'number_b'`,
);
const hourMs = 3_600_000;

let world: QueueWorld;
let organizationId: string;
let own: string;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  organizationId = await world.organization({ max: 12 });
  await world.db.query(otherTrunk, [organizationId]);
  own = await campaign({ phoneNumberId: 'number_b' });
});

async function campaign({
  status = 'running',
  endAt = null as string | null,
  dueInMs = -1000,
  phoneNumberId = 'number_a',
} = {}): Promise<string> {
  const campaignId = await world.campaign(organizationId, { status, endAt });
  await world.call(organizationId, { campaignId, dueInMs, phoneNumberId });
  return campaignId;
}
async function read() {
  const { input, assumptions } = await readForecastInput(
    world.db,
    organizationId,
    (await findCampaign(world.db, organizationId, own))!,
  );
  const caps = input.caps.map(({ fromMs, callsMax }) => [
    Math.round((fromMs - input.nowMs) / hourMs),
    callsMax,
  ]);
  return { caps, assumptions: assumptions.join(' ') };
}

it('campaigns that cannot dial take no share of the cap', async () => {
  await campaign({ status: 'paused' });
  await campaign({ status: 'ended' });
  await world.db.query(openCircuit, [organizationId, await campaign({ phoneNumberId: 'number_b' })]);
  await world.campaign(organizationId);
  expect(await read()).toMatchObject({ caps: [[0, 12]], assumptions: expect.not.stringContaining('shares') });
  await campaign();
  expect(await read()).toMatchObject({
    caps: [[0, 6]],
    assumptions: expect.stringContaining('1 other campaigns'),
  });
  await world.db.query(setHealth, [organizationId, 'down']);
  expect((await read()).caps).toEqual([[0, 12]]);
  await world.db.query(setHealth, [organizationId, 'up']);
  expect((await read()).caps).toEqual([[0, 6]]);
});

it('closed campaigns take their share from when they open until they end', async () => {
  await campaign({ dueInMs: 10 * hourMs });
  expect((await read()).caps).toEqual([
    [0, 12],
    [10, 6],
  ]);
  await campaign({ endAt: new Date(Date.now() + 2 * hourMs).toISOString() });
  expect((await read()).caps).toEqual([
    [0, 6],
    [2, 12],
    [10, 6],
  ]);
});
