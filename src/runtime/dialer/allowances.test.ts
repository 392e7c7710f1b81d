import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../test/world/eventually.ts';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { organizationsToPace, refreshAllowances } from '../../domains/campaigns/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { claimDueCalls } from './store.ts';

const addTeam = statement(
  'test.allowances.team',
  `with t as (
     insert into teams (organization_id, team_id, name, ring_seconds, wait_seconds_max, wrap_up_seconds, says_position)
     values ($1, 'team_a', 'Sales', 20, 300, 10, false)
   ), m as (
     insert into members (organization_id, member_id, role)
     select $1, 'member_' || n, 'operator' from generate_series(1, $2::int) n
   ), j as (
     insert into team_members (organization_id, team_id, member_id)
     select $1, 'team_a', 'member_' || n from generate_series(1, $2::int) n
   )
   insert into member_presence (organization_id, member_id, wanted, lease_until, idle_since)
   select $1, 'member_' || n, 'available', clock_timestamp() + interval '1 hour', clock_timestamp()
   from generate_series(1, $2::int) n`,
);
const pace = statement(
  'test.allowances.pace',
  `with c as (update campaigns set dialing_mode = 'progressive', dialing_team_id = 'team_a'
     where organization_id = $1 and campaign_id = $2)
   insert into campaign_pacing (organization_id, campaign_id) values ($1, $2)`,
);
const joinOther = statement(
  'test.allowances.join_other',
  `with t as (
     insert into teams (organization_id, team_id, name, ring_seconds, wait_seconds_max, wrap_up_seconds, says_position)
     values ($1, 'team_b', 'Service', 20, 300, 10, false)
   ), j as (
     insert into team_members (organization_id, team_id, member_id)
     select $1, 'team_b', 'member_' || n from generate_series(1, $3::int) n
   ), c as (update campaigns set dialing_mode = 'progressive', dialing_team_id = 'team_b'
     where organization_id = $1 and campaign_id = $2)
   insert into campaign_pacing (organization_id, campaign_id) values ($1, $2)`,
);
const age = statement(
  'test.allowances.age',
  `update campaign_pacing set refreshed_at = refreshed_at - interval '1 second' where organization_id = $1`,
);
const expire = statement(
  'test.allowances.expire',
  `update campaign_pacing set allowed_until = clock_timestamp() where organization_id = $1`,
);
const endOne = statement(
  'test.allowances.end_one',
  `with e as (delete from live_calls where ctid in (select ctid from live_calls where organization_id = $1 limit 1) returning call_id)
   update calls set status = 'ended', ended_at = clock_timestamp() where organization_id = $1 and call_id in (select call_id from e)`,
);
const pause = statement(
  'test.allowances.pause',
  `update campaigns set status = 'paused' where organization_id = $1 and campaign_id = $2`,
);
const inAir = statement(
  'test.allowances.in_air',
  'select count(*)::int as calls from live_calls where organization_id = $1',
);

const liveCampaigns = statement(
  'test.allowances.live_campaigns',
  'select distinct campaign_id as "campaignId" from live_calls where organization_id = $1',
);

const resume = statement(
  'test.allowances.resume',
  `update campaigns set status = 'running' where organization_id = $1 and campaign_id = $2`,
);
const claimWithin = statement(
  'test.allowances.claim_within',
  `select count(*)::int as calls from claim_due_calls($1, 'node_a', 50)`,
);
const hold = statement(
  'test.allowances.hold',
  'select from campaign_pacing where organization_id = $1 for update',
);
const blocked = statement(
  'test.allowances.blocked',
  `select count(*)::int as sessions from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock'`,
);

const freeMembers = 4;
let world: QueueWorld;
let organizationId: string;
let campaignId: string;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  organizationId = await world.organization({ max: 1000 });
  campaignId = await world.campaign(organizationId);
  await world.db.query(addTeam, [organizationId, freeMembers]);
  await world.db.query(pace, [organizationId, campaignId]);
  for (let call = 0; call < 30; call++) await world.call(organizationId, { campaignId });
});

const refresh = (db: Database = world.db) => refreshAllowances(db, organizationId);
const claim = async (nodeId: string, max = 50) =>
  (await claimDueCalls(world.db, organizationId, nodeId, max)).callIds.length;
const live = async () => (await world.db.query<{ calls: number }>(inAir, [organizationId]))[0]!.calls;
const waiting = async () => (await world.db.query<{ sessions: number }>(blocked))[0]!.sessions;
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

it('dials nothing for a team without an allowance, nor when the allowance is too old', async () => {
  expect(await claim('node_a')).toBe(0);
  expect(await refresh()).toBe(freeMembers);
  await world.db.query(expire, [organizationId]);
  expect(await claim('node_a')).toBe(0);
});

it('lets two processes claim one call for each free member together', async () => {
  expect(await organizationsToPace(world.db)).toContain(organizationId);
  await refresh();
  expect(sum(await Promise.all([claim('node_a', 3), claim('node_b', 3)]))).toBe(freeMembers);
  expect(await claim('node_a')).toBe(0);
});

it('counts the calls in the air of campaigns of the team that were paused', async () => {
  const other = await world.campaign(organizationId);
  await world.db.query(pace, [organizationId, other]);
  await world.call(organizationId, { campaignId: other });
  await refresh();
  expect(await claim('node_a')).toBe(freeMembers);
  await world.db.query(pause, [organizationId, campaignId]);
  await world.db.query(age, [organizationId]);
  expect(await refresh()).toBe(0);
});

it('is refreshed by one process at a time, once a second', async () => {
  expect(sum(await Promise.all([refresh(), refresh(), refresh()]))).toBe(freeMembers);
  expect(await refresh()).toBe(0);
  expect(await organizationsToPace(world.db)).not.toContain(organizationId);
});

it('counts calls that were claimed after the facts of a new allowance were read', async () => {
  await refresh();
  await world.db.query(age, [organizationId]);
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = world.db.transaction(async (tx) => {
    await tx.query(hold, [organizationId]);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  // The claim waits for the row before it commits. The refresh then reads facts without its calls.
  const claiming = claim('node_a');
  await eventually(async () => String(await waiting()), '1');
  const refreshing = refresh();
  await eventually(async () => String(await waiting()), '2');
  released.resolve();
  await holding;
  expect([await claiming, await refreshing]).toEqual([freeMembers, freeMembers]);
  expect(await claim('node_b')).toBe(0);
});

it('never lets more calls into the air than members are free, whatever happens at the same time', async () => {
  for (let round = 0; round < 12; round++) {
    await world.db.query(age, [organizationId]);
    const moves = [refresh(), claim('node_a', 2), claim('node_b', 3), refresh()];
    if (round % 3 === 2) moves.push(world.db.query(endOne, [organizationId]).then(() => 0));
    await Promise.all(moves);
    expect(await live()).toBeLessThanOrEqual(freeMembers);
  }
  expect(await live()).toBeGreaterThan(0);
});

it('counts a member of two teams once, whatever happens at the same time', async () => {
  const other = await world.campaign(organizationId);
  await world.db.query(joinOther, [organizationId, other, freeMembers]);
  for (let call = 0; call < 10; call++) await world.call(organizationId, { campaignId: other });
  expect(await refresh()).toBe(freeMembers);
  const ofCampaigns = new Set<string>();
  for (let round = 0; round < 12; round++) {
    await world.db.query(age, [organizationId]);
    const moves = [refresh(), claim('node_a', 2), refresh(), claim('node_b', 3)];
    if (round % 3 === 2) moves.push(world.db.query(endOne, [organizationId]).then(() => 0));
    await Promise.all(moves);
    expect(await live()).toBeLessThanOrEqual(freeMembers);
    for (const { campaignId: id } of await world.db.query<{ campaignId: string }>(liveCampaigns, [
      organizationId,
    ]))
      ofCampaigns.add(id);
  }
  await world.db.query(age, [organizationId]);
  await refresh();
  await claim('node_a');
  expect(await live()).toBe(freeMembers);
  expect(ofCampaigns).toEqual(new Set([campaignId, other]));
});

it('gives no member of two teams away whom a call needs that is being claimed', async () => {
  const other = await world.campaign(organizationId);
  await world.db.query(joinOther, [organizationId, other, freeMembers]);
  for (let call = 0; call < 10; call++) await world.call(organizationId, { campaignId: other });
  await world.db.query(pause, [organizationId, other]);
  expect(await refresh()).toBe(freeMembers);
  await world.db.query(resume, [organizationId, other]);
  await world.db.query(age, [organizationId]);
  const released = Promise.withResolvers<void>();
  const claimed = Promise.withResolvers<number>();
  const holding = world.db.transaction(async (tx) => {
    const [row] = await tx.query<{ calls: number }>(claimWithin, [organizationId]);
    claimed.resolve(row!.calls);
    await released.promise;
  });
  expect(await claimed.promise).toBe(freeMembers);
  const refreshing = refresh();
  await eventually(async () => String(await waiting()), '1');
  released.resolve();
  await holding;
  expect(await refreshing).toBe(0);
  expect(await claim('node_b')).toBe(0);
  expect(await live()).toBe(freeMembers);
});
