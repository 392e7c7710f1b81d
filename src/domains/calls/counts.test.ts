import { afterAll, beforeAll, expect, it } from 'vitest';
import { miscountedSql } from '../../../test/world/file-calls.ts';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { randomFrom } from '../../../test/world/random.ts';
import { type Queryable, type Statement, statement } from '../../platform/db/index.ts';
import { CallWriter } from './call-writer.ts';
import { endCallsIn } from './end.ts';
import type { CallFilters } from './filter-schemas.ts';
import { listCalls } from './read.ts';
import {
  countCallsOfCampaign,
  countCallsOfOrganization,
  countEndsOfCampaign,
  countsOf,
  lastHourOfCampaign,
} from './store/counts.ts';

const miscounted = statement('test.counts.miscounted', miscountedSql);
const addUp = statement('test.counts.add_up', 'select add_up_call_changes(7) as rows');
const remove = statement(
  'test.counts.remove',
  'delete from calls where organization_id = $1 and call_id = $2',
);
const reword = statement(
  'test.counts.reword',
  `update calls set ended_reason = 'unknown-outcome' where organization_id = $1 and status = 'ended' and call_id > $2`,
);
const claim = statement('test.counts.claim', 'select claim_due_calls($1, $2, 4) as call_id');
const generic = statement('test.counts.generic', 'set local plan_cache_mode to force_generic_plan');
const analyze = statement('test.counts.analyze', 'analyze calls, queued_calls, live_calls, ended_calls');
const history = statement(
  'test.counts.history',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number, phone_number_id,
       agent_number, ended_reason, created_at)
     select $1, 'call_' || $3::text || lpad(n::text, 8, '0'), $5, $2, 'outboundPhoneCall', $4, '+1' || 2000000000 + n,
       'number_a', '+12025550100', case when $4 <> 'queued' then 'customer-busy' end, now()
     from generate_series(1, $6::integer) as n returning *)
   insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id)
   select organization_id, call_id, campaign_id, priority, now(), phone_number_id from made where status = 'queued'`,
);

const giveTo = statement(
  'test.counts.give_to',
  "update campaigns set agent_id = 'agent_b' where campaign_id = $1",
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

it('counts calls that are neither over nor live as queued, with those that are being dialed', () => {
  const rows = [
    { status: '', ended_reason: '', calls: 10 },
    { status: '', ended_reason: 'retry', calls: 3 },
    { status: 'ended', ended_reason: 'customer-busy', calls: 3 },
    { status: 'ended', ended_reason: 'customer-ended-call', calls: 1 },
    { status: 'ended', ended_reason: '', calls: 1 },
    { status: 'canceled', ended_reason: 'campaign-ended', calls: 2 },
    { status: 'dialing', ended_reason: '', calls: 1 },
    { status: 'ringing', ended_reason: '', calls: 2 },
  ];
  expect(countsOf(rows)).toEqual({
    byStatus: { queued: 4, ringing: 2, ended: 5, canceled: 2 },
    byOutcome: { 'customer-busy': 3, 'customer-ended-call': 1, 'campaign-ended': 2 },
    customers: { total: 10, reached: 1, waiting: 6, givenUp: 3 },
  });
  expect(
    countsOf([
      { status: '', ended_reason: '', calls: 1 },
      { ...rows[2]!, calls: 1 },
    ]),
  ).toEqual({
    byStatus: { ended: 1 },
    byOutcome: { 'customer-busy': 1 },
    customers: { total: 1, reached: 0, waiting: 0, givenUp: 1 },
  });
});

it('counts exactly while calls come, end, are put back and are added up on many connections', async () => {
  const organizationId = await world.organization({ max: 1000 });
  const campaignIds = [await world.campaign(organizationId), await world.campaign(organizationId), ''];
  const retryConfigId = await world.retryConfig(organizationId);
  const nodeId = 'node_a';
  const wrong: unknown[] = [];
  const work = async (worker: number) => {
    const random = randomFrom(worker + 1);
    for (let turn = 0; turn < 12; turn++) {
      for (let made = 0; made < 3; made++)
        await world.call(organizationId, {
          campaignId: campaignIds[Math.floor(random() * 3)]!,
          retryConfigId: random() < 0.5 ? retryConfigId : null,
        });
      const claimed = await world.db.query<{ call_id: string }>(claim, [organizationId, nodeId]);
      const callIds = claimed.map(({ call_id }) => call_id);
      const isTakenBack = random() < 0.3;
      const ends = callIds.map((callId) => ({
        condition: { organizationId, callId, nodeId, from: ['dialing', 'ringing'] as const },
        ending: {
          status: random() < 0.5 ? ('ended' as const) : ('canceled' as const),
          ...{ endedBy: null, message: 'x' },
          endedReason: random() < 0.7 ? ('customer-busy' as const) : ('customer-ended-call' as const),
        },
      }));
      if (callIds[0])
        await new CallWriter(world.db).ringing({ organizationId, callId: callIds[0], nodeId }, 180, null);
      await world.db
        .transaction(async (tx) => {
          await endCallsIn(tx, ends.slice(0, 3));
          if (isTakenBack) throw new Error('taken back');
        })
        .catch((error: Error) => expect(error.message).toBe('taken back'));
    }
  };
  const workers = [0, 1, 2, 3].map(work);
  let isOver = false;
  const adding = [0, 1].map(async () => {
    while (!isOver) await world.db.query(addUp);
  });
  const looking = (async () => {
    while (!isOver) wrong.push(...(await world.db.query(miscounted)));
  })();
  await Promise.all(workers).finally(() => {
    isOver = true;
  });
  await Promise.all([...adding, looking]);
  expect(wrong).toEqual([]);
  const waitingId = await world.call(organizationId);
  const calls = await world.readAll(organizationId);
  await world.db.query(reword, [organizationId, calls[calls.length >> 1]!.call_id]);
  expect(await world.db.query(miscounted)).toEqual([]);

  const plain = async (ids: readonly string[]) => {
    const own = (await world.readAll(organizationId)).filter(({ campaign_id }) => ids.includes(campaign_id));
    const rows = own.map(({ status, ended_reason }) => ({
      status,
      ended_reason: ended_reason ?? '',
      calls: 1,
    }));
    const live = rows.filter(({ status }) => status !== 'queued');
    const made = own.map(({ attempt }) => ({
      status: '',
      ended_reason: attempt > 1 ? 'retry' : '',
      calls: 1,
    }));
    return countsOf([...made, ...live]);
  };
  for (const campaignId of campaignIds)
    expect(await countCallsOfCampaign(world.db, organizationId, campaignId)).toEqual(
      await plain([campaignId]),
    );
  const all = await countCallsOfOrganization(world.db, organizationId);
  expect(all).toEqual(await plain(campaignIds));
  expect(all.byOutcome['customer-busy']).toBeGreaterThan(10);
  expect(all.byOutcome['unknown-outcome']).toBeGreaterThan(10);
  const { total, reached, waiting, givenUp } = all.customers;
  expect([total, reached + waiting + givenUp]).toEqual([
    calls.filter(({ attempt }) => attempt === 1).length,
    total,
  ]);
  expect([reached, givenUp, calls.length - total].every((customers) => customers > 5)).toBe(true);

  // A removed call still counts as ended, and lists no longer contain it.
  const over = calls.find(({ status }) => status === 'ended')!;
  await world.db.query(remove, [organizationId, over.call_id]);
  await world.db.query(remove, [organizationId, waitingId]);
  const { queued = 0, ...others } = all.byStatus;
  expect(await countCallsOfOrganization(world.db, organizationId)).toEqual({
    ...all,
    byStatus: { ...others, ...(queued > 1 && { queued: queued - 1 }) },
    customers: { ...all.customers, total: total - 1, waiting: waiting - 1 },
  });
  expect(await list(organizationId, { status: ['ended'] })).not.toContain(over.call_id);
});

const list = async (organizationId: string, filters: CallFilters, db: Queryable = world.db) => {
  const actor = { organizationId } as never;
  const page = await listCalls({ db, actor, baseUrl: '' } as never, { pageSize: 1000, ...filters });
  return page.items.map(({ callId }) => callId);
};

it('lists calls of each status with any filters as a full scan would', async () => {
  const organizationId = await world.organization({ max: 1000 });
  const campaigns = [await world.campaign(organizationId), await world.campaign(organizationId), ''];
  const random = randomFrom(7);
  const statuses = ['queued', 'dialing', 'ringing', 'in-progress', 'ended', 'canceled'];
  const of = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!;
  const customers = ['+12125550001', '+12125550002', '+12125550003'];
  for (let n = 0; n < 60; n++)
    await world.call(organizationId, {
      campaignId: of(campaigns),
      ...{ status: of(statuses), customerNumber: of(customers), nodeId: 'node_a' },
    });
  const all = (await world.readAll(organizationId)).reverse();
  for (const status of ['queued', 'ringing', 'in-progress', 'forwarding', 'ended', 'canceled'] as const) {
    for (const campaignId of [undefined, ...campaigns.slice(0, 2)]) {
      for (const agentId of [undefined, 'agent_a', 'agent_b']) {
        for (const customerNumber of [undefined, customers[0]]) {
          const fitting = all
            .filter((call) => call.status === status || (status === 'queued' && call.status === 'dialing'))
            .filter((call) => campaignId === undefined || call.campaign_id === campaignId)
            .filter((call) => customerNumber === undefined || call.customer_number === customerNumber)
            .map(({ call_id }) => call_id);
          const filters = {
            status: [status],
            campaignId,
            agentId,
            customerNumber,
            type: 'outboundPhoneCall' as const,
          };
          expect(await list(organizationId, filters)).toEqual(agentId === 'agent_b' ? [] : fitting);
        }
      }
    }
  }
  const queued = await list(organizationId, { status: ['queued'] });
  const actor = { organizationId } as never;
  const paged: string[] = [];
  for (let pageToken: string | undefined, pages = 0; pages < 50; pages++) {
    const page = await listCalls({ db: world.db, actor, baseUrl: '' } as never, {
      ...{ status: ['queued'], pageSize: 3, pageToken },
    });
    paged.push(...page.items.map(({ callId }) => callId));
    if (page.next === null) break;
    pageToken = Buffer.from(`${page.next.createdAt} ${page.next.id}`).toString('base64url');
  }
  expect(paged).toEqual(queued);
});

/** Returns the number of database pages that a question touches. */
async function buffersOf(ask: (db: Queryable) => Promise<unknown>): Promise<number> {
  return world.db.transaction(async (tx) => {
    await tx.query(generic);
    let buffers = 0;
    const query = async (asked: Statement, values?: unknown[]) => {
      const explain = statement(
        `test.counts.explain_${asked.name}`,
        `explain (analyze, buffers, format json) ${asked.text}`,
      );
      const [row] = await tx.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(explain, values);
      const { Plan: plan } = row!['QUERY PLAN'][0]!;
      buffers += plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
      return [];
    };
    await ask({ query } as Queryable);
    return buffers;
  });
}

it('takes as long with ten times the calls: counts and lists by status', async () => {
  const organizationId = await world.organization();
  const [small, large] = [await world.campaign(organizationId), await world.campaign(organizationId)];
  const filters: CallFilters[] = ['queued', 'ringing', 'ended', 'canceled'].flatMap((status) =>
    [{}, { campaignId: small }, { campaignId: large }, { agentId: 'agent_a' }, { agentId: 'agent_b' }].map(
      (narrowed) => ({ status: [status as 'queued'], pageSize: 5, ...narrowed }),
    ),
  );
  const edges = [0, 1, 2].map((hours) => new Date(Date.now() + (hours - 1) * 3_600_000).toISOString());
  const measure = async () => {
    while ((await world.db.query<{ rows: number }>(addUp))[0]!.rows > 0);
    await world.db.query(analyze);
    const figures = [
      await buffersOf((db) => countCallsOfCampaign(db, organizationId, large)),
      await buffersOf((db) => countCallsOfOrganization(db, organizationId)),
      await buffersOf((db) => countEndsOfCampaign(db, organizationId, large, edges)),
      await buffersOf((db) => lastHourOfCampaign(db, organizationId, large)),
    ];
    for (const asked of filters) figures.push(await buffersOf((db) => list(organizationId, asked, db)));
    return figures;
  };
  const lay = (campaignId: string, prefix: string, status: string, agentId: string, calls: number) =>
    world.db.query(history, [organizationId, campaignId, prefix, status, agentId, calls]);
  await world.db.query(giveTo, [small]);
  // The few matching calls are older than all others, in each direction.
  await lay(small, 'a', 'queued', 'agent_b', 20);
  await lay(small, 'b', 'ended', 'agent_b', 20);
  await lay(large, 'c', 'ended', 'agent_a', 500);
  await lay(large, 'd', 'queued', 'agent_a', 500);
  const before = await measure();
  await lay(large, 'e', 'ended', 'agent_a', 6000);
  await lay(large, 'f', 'queued', 'agent_a', 6000);
  const after = await measure();
  const grown = after.flatMap((buffers, place) =>
    buffers > 2 * before[place]! + 40 ? [{ asked: filters[place - 4], before: before[place], buffers }] : [],
  );
  expect(grown).toEqual([]);
});
