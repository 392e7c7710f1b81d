import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../../test/world/api-world.ts';
import { dropPartitions, type Queryable, statement } from '../../../platform/db/index.ts';
import { newId } from '../../../platform/kernel/index.ts';
import { addUpCallSums } from '../../calls/index.ts';
import { breakdowns } from '../schemas.ts';
import { type Counted, selectBreakdown, selectRubrics } from './breakdown.ts';

const insert = statement(
  'test.rolled.insert',
  `insert into calls (organization_id, call_id, agent_id, agent_version, campaign_id, type, status, customer_number,
     phone_number_id, agent_number, trunk_id, ended_reason, started_at, ended_at, created_at, cost, qa)
   select $1, id, agent, version, campaign, 'outboundPhoneCall', 'ended', '+12025550199', 'number_a', '+12025550100', trunk, reason,
     case when seconds > 0 then at end, at + make_interval(secs => seconds), at, json_build_object('total', cost), qa
   from json_to_recordset($2) as c (id text, agent text, version int, campaign text, trunk text, reason text, seconds float,
     at timestamptz, cost text, qa json)`,
);
const analyze = statement(
  'test.rolled.analyze',
  'update calls set qa = $2, cost = $3 where call_id = any($1)',
);
const remove = statement('test.rolled.remove', 'delete from calls where call_id = any($1)');
const addSome = statement('test.rolled.add_some', 'select add_up_call_sums($1)');
const fillSome = statement('test.rolled.fill_some', 'select fill_call_sum_gap($1)');
/** Removes sums of days too, so that a reader that ignores the gap is wrong. */
const leaveGap = statement(
  'test.rolled.gap',
  `with held as materialized (select pg_advisory_xact_lock(hashtextextended($1, 5901))),
     gone as (delete from call_day_sums s using held where s.organization_id = $1 and s.day >= $2 and s.day < $3)
   insert into call_sum_gaps (organization_id, from_day, to_day) select $1, $2, $3 from held`,
);
/** Skips days without a match, as their sums say, once the newest call was read. */
const find = statement(
  'test.rolled.find',
  'select s.call_id from find_calls($1, $2, $3, 1, $4) as s (call_id) order by 1 desc',
);
const list = statement(
  'test.rolled.list',
  `select f.call_id from call_facts f, json_to_record($4) as w ("agentId" text, "agentVersion" int, "campaignId" text, "trunkId" text,
     "endedReasons" text[], sentiments text[], rubrics text[])
   where f.organization_id = $1 and f.call_id < $2 and f.agent_id = coalesce(w."agentId", f.agent_id)
     and (w."agentVersion" is null or f.agent_version = w."agentVersion")
     and f.campaign_id = coalesce(w."campaignId", f.campaign_id) and (w."trunkId" is null or f.trunk_id = w."trunkId")
     and (w."endedReasons" is null or f.ended_reason = any(w."endedReasons"))
     and (w.sentiments is null or f.sentiment = any(w.sentiments)) and (w.rubrics is null or f.rubrics && w.rubrics)
   order by 1 desc limit $3`,
);
const left = statement(
  'test.rolled.left',
  `select (select count(*)::int from call_sums) + (select count(*)::int from call_day_sums)
       + (select count(*)::int from call_time_sums) + (select count(*)::int from call_hour_sums) as sums, (select count(*)::int from call_sum_changes) as changes,
     (select count(*)::int from call_sum_gaps) as gaps, (select sum(calls)::int from call_sums) as calls,
     (select count(*)::int from call_facts) as ended`,
);

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

/** Pseudo-random numbers, the same for each run. */
let state = 7;
const random = (below: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * below);
};
const oneOf = <Value>(values: readonly Value[]): Value => values[random(values.length)]!;

const minuteMs = 60_000;
const startMs = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 40 * 86_400_000;
const qa = () =>
  oneOf([
    null,
    { sentiment: oneOf(['positive', 'negative']), rubricOutcomes: { Polite: { passed: random(2) === 0 } } },
    { sentiment: 'neutral', rubricOutcomes: { Polite: { passed: true }, 'Says: why': { passed: false } } },
  ]);
const madeCall = () => {
  const atMs = startMs + random(6 * 24 * 60) * minuteMs + random(minuteMs);
  return {
    id: newId('call', atMs),
    at: new Date(atMs).toISOString(),
    agent: oneOf(['agent_a', 'agent_b']),
    version: oneOf([null, 1, 2]),
    campaign: oneOf(['', 'campaign_a', 'campaign_b']),
    trunk: oneOf([null, 'trunk_a']),
    reason: oneOf(['customer-ended-call', 'customer-busy', 'voicemail']),
    seconds: oneOf([0, 12.5, 61]),
    cost: oneOf(['0', '0.0107', '12.5']),
    qa: qa(),
  };
};

/** Undoes the gap with which each call is counted. */
class Undone extends Error {}

/** Counts each call, as without sums. */
async function counted<Value>(
  organizationId: string,
  count: (db: Queryable) => Promise<Value>,
): Promise<Value> {
  let value: Value | undefined;
  const counting = world.db.transaction(async (tx) => {
    await tx.query(leaveGap, [organizationId, 0, 20_000_000]);
    value = await count(tx);
    throw new Undone();
  });
  await expect(counting).rejects.toBeInstanceOf(Undone);
  return value!;
}

/** Reads the sums of however few calls. */
const none = 0;

/** Compares the sums with the calls, for all groups of a period with random bounds and filters. */
async function compare(organizationId: string): Promise<number> {
  const fromMs = startMs - 3_600_000 + random(48 * 60) * minuteMs + random(2) * 1234;
  const period: Counted = {
    organizationId,
    from: new Date(fromMs).toISOString(),
    to: new Date(fromMs + random(3 * 24 * 60) * minuteMs).toISOString(),
    timeZone: oneOf(['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Europe/Berlin']),
    agentId: oneOf([null, null, 'agent_a']),
    campaignId: oneOf([null, null, 'campaign_b']),
    trunkId: oneOf([null, null, 'trunk_a']),
    type: null,
  };
  let calls = 0;
  for (const by of breakdowns) {
    const [summed, each] = [
      await selectBreakdown(world.db, by, period, none),
      await counted(organizationId, (db) => selectBreakdown(db, by, period)),
    ];
    const comparable = (rows: typeof summed) =>
      rows.map((row) => JSON.stringify({ ...row, cost: Number(row.cost) }, Object.keys(row).sort())).sort();
    expect([by, comparable(summed)]).toEqual([by, comparable(each)]);
    calls = each.reduce((sum, row) => sum + row.calls, 0);
  }
  expect(await selectRubrics(world.db, period, none)).toEqual(
    await counted(organizationId, (db) => selectRubrics(db, period)),
  );
  return calls;
}

/** Compares the calls that a search finds with those that match. */
async function compareFound(organizationId: string): Promise<number> {
  let calls = 0;
  for (let search = 0; search < 6; search++) {
    const filters = {
      agentId: oneOf([undefined, 'agent_a']),
      agentVersion: oneOf([undefined, undefined, 2]),
      campaignId: oneOf([undefined, 'campaign_a', '']),
      trunkId: oneOf([undefined, 'trunk_a']),
      endedReasons: oneOf([undefined, undefined, ['voicemail'], ['customer-busy', 'nothing']]),
      sentiments: oneOf([undefined, undefined, ['neutral']]),
      rubrics: oneOf([undefined, undefined, ['failed:Says: why', 'failed:Polite']]),
    };
    const below = newId('call', startMs + random(8) * 86_400_000);
    const values = [organizationId, below, oneOf([1, 7, 1000]), JSON.stringify(filters)];
    const found = await world.db.query(find, values);
    expect([filters, found]).toEqual([filters, await world.db.query(list, values)]);
    calls += found.length;
  }
  return calls;
}

it('are what counting each call gives, whatever happens to calls and sums meanwhile', {
  timeout: 60_000,
}, async () => {
  const { organizationId } = world.owner;
  const other = await world.foundOrganization('Other');
  const ids: string[] = [];
  const day = Math.floor(startMs / 86_400_000);
  const steps = {
    async end() {
      const calls = Array.from({ length: 1 + random(30) }, madeCall);
      ids.push(...calls.map(({ id }) => id));
      await world.db.query(insert, [organizationId, JSON.stringify(calls)]);
      await world.db.query(insert, [other.organizationId, JSON.stringify([madeCall()])]);
    },
    async analyze() {
      const some = ids.filter(() => random(4) === 0);
      await world.db.query(analyze, [some, JSON.stringify(qa()), JSON.stringify({ total: '0.5' })]);
    },
    remove: () => world.db.query(remove, [ids.splice(random(ids.length + 1), 5)]),
    addSome: () => world.db.query(addSome, [1 + random(20)]),
    addAll: () => addUpCallSums(world.db),
    gap() {
      const from = day - 1 + random(6);
      return world.db.query(leaveGap, [organizationId, from, from + 1 + random(4)]);
    },
    fill: () => world.db.query(fillSome, [1 + random(3)]),
  } satisfies Record<string, () => Promise<unknown>>;
  let calls = 0;
  let found = 0;
  for (let round = 0; round < 24; round++) {
    const chosen = Array.from({ length: 1 + random(3) }, () => oneOf(Object.values(steps)));
    await steps.end();
    await Promise.all(chosen.map((step) => step()));
    calls += await compare(organizationId);
    found += await compareFound(organizationId);
  }
  expect(calls).toBeGreaterThan(200);
  expect(found).toBeGreaterThan(200);
  // Everything added up, each call is in the sums once.
  while ((await addUpCallSums(world.db)) > 0);
  const [row] = await world.db.query<{ calls: number; ended: number }>(left);
  expect(row).toMatchObject({ changes: 0, gaps: 0, calls: row!.ended });
  expect(row!.ended).toBeGreaterThan(100);
  await compare(organizationId);
});

it('hold nothing of calls that were removed, one by one or with their partition', async () => {
  const whole = {
    organizationId: world.owner.organizationId,
    timeZone: 'UTC',
    agentId: null,
    campaignId: null,
  };
  const period: Counted = {
    ...{ ...whole, trunkId: null, type: null },
    ...{ from: new Date(startMs - 86_400_000).toISOString(), to: new Date().toISOString() },
  };
  const count = async () =>
    (await selectBreakdown(world.db, 'agent', period, none)).reduce((sum, { calls }) => sum + calls, 0);
  const calls = Array.from({ length: 20 }, madeCall);
  await world.db.query(insert, [world.owner.organizationId, JSON.stringify(calls)]);
  await addUpCallSums(world.db);
  const before = await count();
  await world.db.query(remove, [calls.slice(0, 5).map(({ id }) => id)]);
  expect(await count()).toBe(before - 5);
  const names = ['calls', 'call_events', 'ended_calls', 'spoken_calls', 'call_facts'].map(
    (table) => `${table}_1`,
  );
  await world.db.transaction((tx) => dropPartitions(tx, names), { mayTakeLong: true });
  expect(await count()).toBe(0);
  while ((await addUpCallSums(world.db)) > 0);
  expect(await count()).toBe(0);
  expect((await world.db.query(left))[0]).toMatchObject({ sums: 0, changes: 0, gaps: 0 });
});
