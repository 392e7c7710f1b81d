import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/world/eventually.ts';
import { randomFrom } from '../../../test/world/random.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/world/template-database.ts';
import { Database, type Queryable, statement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import {
  consumeEvents,
  currentPosition,
  cutEvents,
  type EventPosition,
  oldest,
  organizationsWithNews,
  readEvents,
  type StoredEvent,
  subscribeConsumer,
} from './index.ts';

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  const options = { connectionString: database.url, applicationName: 'test', log: silentLog };
  db = new Database({ ...options, connectionsMax: 12 });
  await db.query(addOrganizations);
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

const addOrganizations = statement(
  'test.events.organizations',
  "insert into organizations (organization_id, name) select 'org_' || o, 'Test' from unnest(array['a','b','c','d']) o",
);
const addCampaign = statement(
  'test.events.campaign',
  `insert into campaigns (organization_id, campaign_id, agent_id, name, max_concurrent_calls, created_at, updated_at)
   values ($1, $2, 'agent_a', $2, 1, now(), now())`,
);
const raiseCap = statement(
  'test.events.raise',
  `update campaigns set max_concurrent_calls = max_concurrent_calls + 1
   where organization_id = $1 and campaign_id = $2`,
);
const takeXid = statement('test.events.xid', 'select pg_current_xact_id()');
const count = statement(
  'test.events.count',
  'select count(*) as count from events where organization_id = $1',
);

/** 100 events in each of 300 transactions with odd numbers, all of one organization. Without an order, scans look cheaper than the key. */
const addMany = statement(
  'test.events.many',
  `insert into events (organization_id, xid, type, resource_id)
   select 'org_a', (3 + i / 100 * 2)::text::xid8, 'call.ended', 'call_' || i from generate_series(0, 29999) i
   order by hashtext(i::text)`,
);
const analyze = statement('test.events.analyze', 'analyze events');
const planForAllValues = statement('test.events.generic', 'set local plan_cache_mode = force_generic_plan');
const pagesOf = (sql: string) =>
  statement(`test.${sql}`, `explain (analyze, buffers, format json) select ${sql}`);

const raise = (on: Queryable, organizationId: string, campaignId: string) =>
  on.query(raiseCap, [organizationId, campaignId]);

/** Reads in small pieces until `isOver` holds and nothing is left. */
async function readAll(organizationId: string, limit: number, isOver: () => boolean | Promise<boolean>) {
  const seen: StoredEvent[] = [];
  let from: EventPosition = oldest;
  for (;;) {
    const wasOver = await isOver();
    const { events, position } = await readEvents(db, organizationId, from, { types: null, limit });
    // Also from an event's own position.
    const last = events.at(-1);
    from = last && seen.length % 2 === 0 ? last.position : position;
    seen.push(...events);
    if (events.length === 0 && wasOver) return seen;
  }
}

const capsOf = (events: StoredEvent[], campaignId: string) =>
  events.filter(({ resourceId }) => resourceId === campaignId).map(({ data }) => data.maxConcurrentCalls);

describe('events', () => {
  // The whole table has some 700 pages.
  it.each([
    ["has_events('org_a', '603:603:')", 'nothing is new'],
    ["has_events('org_a', '4:603:4')", 'an old transaction was in progress'],
    ["events_after('org_a', '4:603:5', '610:610:', 0, null, 5)", 'an old transaction ended in the window'],
  ])('are read by the key: %s when %s', async (sql) => {
    await db.query(addMany);
    await db.query(analyze);
    const [row] = await db.transaction(async (tx) => {
      // As in PostgreSQL 17 and older, which plan a function without its values.
      await tx.query(planForAllValues);
      await tx.query(pagesOf(sql));
      return tx.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(pagesOf(sql));
    });
    const { Plan: plan } = row!['QUERY PLAN'][0]!;
    expect(plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!).toBeLessThan(200);
  });

  it('are neither missed, repeated nor reordered when transactions overlap', async () => {
    const organizationId = 'org_a';
    const campaigns = ['campaign_1', 'campaign_2', 'campaign_3'];
    for (const campaignId of campaigns) await db.query(addCampaign, [organizationId, campaignId]);
    let running = 6;
    const write = async (seed: number) => {
      const random = randomFrom(seed);
      for (let i = 0; i < 40; i++) {
        const work = db.transaction(async (tx) => {
          // A transaction gets its id before it waits for the campaign.
          if (random() < 0.7) await tx.query(takeXid);
          for (let n = random() * 3; n > 0; n--) await new Promise(setImmediate);
          // The same order everywhere prevents deadlocks.
          for (const campaignId of campaigns) if (random() < 0.5) await raise(tx, organizationId, campaignId);
          if (random() < 0.2) throw new Error('undone');
        });
        await work.catch(() => undefined);
        if (i % 10 === 0) await cutEvents(db, 20);
      }
      running--;
    };
    const writers = Array.from({ length: 6 }, (_, seed) => write(seed));
    const settled = async () => {
      if (running > 0) return false;
      const { events } = await readEvents(db, organizationId, oldest, { types: null, limit: 10_000 });
      const [row] = await db.query<{ count: number }>(count, [organizationId]);
      return row!.count === events.length;
    };
    const readers = [readAll(organizationId, 3, settled), readAll(organizationId, 1000, settled)];
    await Promise.all(writers);
    for (const seen of await Promise.all(readers)) {
      expect(new Set(seen.map(({ eventId }) => eventId)).size).toBe(seen.length);
      const [row] = await db.query<{ count: number }>(count, [organizationId]);
      expect(seen.length).toBe(row!.count);
      for (const campaignId of campaigns) {
        const caps = capsOf(seen, campaignId);
        expect(caps).toEqual(caps.map((_, i) => i + 1));
        expect(caps.length).toBeGreaterThan(20);
      }
    }
  });

  it('of one resource stay in order even when the first transaction began last', async () => {
    const organizationId = 'org_b';
    await db.query(addCampaign, [organizationId, 'campaign_x']);
    await db.transaction(async (early) => {
      await early.query(takeXid);
      await db.transaction((late) => raise(late, organizationId, 'campaign_x'));
      const { events } = await readEvents(db, organizationId, oldest, { types: null, limit: 10 });
      expect(capsOf(events, 'campaign_x')).toEqual([1, 2]);
      await raise(early, organizationId, 'campaign_x');
    });
    await eventually(async () => {
      const { events } = await readEvents(db, organizationId, oldest, { types: null, limit: 10 });
      return String(capsOf(events, 'campaign_x'));
    }, '1,2,3');
  });

  it('are consumed exactly once, in the transaction of their effects', async () => {
    const of = { organizationId: 'org_c', consumer: 'test' };
    await db.transaction((tx) => subscribeConsumer(tx, of));
    await db.transaction((tx) => subscribeConsumer(tx, of));
    await db.query(addCampaign, [of.organizationId, 'campaign_1']);
    for (let i = 0; i < 20; i++) await raise(db, of.organizationId, 'campaign_1');
    const taken: unknown[] = [];
    let failures = 0;
    const consume = async () => {
      while ((await organizationsWithNews(db, 'test')).includes(of.organizationId)) {
        const types = ['campaign.updated'] as const;
        const work = consumeEvents(db, of, { types, limit: 4 }, async (tx, events) => {
          await tx.query(takeXid);
          if (failures++ % 3 === 0) throw new Error('undone');
          taken.push(...capsOf(events, 'campaign_1'));
        });
        await work.catch(() => undefined);
      }
    };
    await eventually(
      async () => {
        await Promise.all([consume(), consume(), consume()]);
        return String(taken);
      },
      String(Array.from({ length: 20 }, (_, i) => i + 2)),
    );
  });

  it('before the current position are not read from it', async () => {
    const organizationId = 'org_d';
    await db.query(addCampaign, [organizationId, 'campaign_1']);
    const settled = async () => {
      const { events } = await readEvents(db, organizationId, oldest, { types: null, limit: 10 });
      return String(events.length);
    };
    await eventually(settled, '1');
    const from = await currentPosition(db);
    await raise(db, organizationId, 'campaign_1');
    await eventually(settled, '2');
    const { events } = await readEvents(db, organizationId, from, { types: null, limit: 10 });
    expect(events.map(({ type }) => type)).toEqual(['campaign.updated']);
  });
});

const loseFrom = statement(
  'test.events.lose',
  `with t as (update database_epochs set timeline = 1, safe_snapshot = null)
   insert into database_epochs (system_identifier, timeline, state, is_synchronous, first_seen_at, safe_at, opens_by,
     safe_snapshot)
   values (1, 2, 'open', false, now(), now(), now(), $1)`,
);
const secondTimeline = statement(
  'test.events.second_timeline',
  `create or replace function current_timeline(out system_identifier bigint, out timeline integer)
   language sql volatile as 'select 1::bigint, 2'`,
);

it('a position of before a lossy failover skips nothing, though transaction ids are used again', async () => {
  const organizationId = 'org_d';
  await db.query(addCampaign, [organizationId, 'campaign_1']);
  const safe = await currentPosition(db);
  await raise(db, organizationId, 'campaign_1');
  // The ids up to here were also read of transactions that the failover lost.
  const ahead = await currentPosition(db);
  await db.query(loseFrom, [safe.seen]);
  await db.query(secondTimeline);
  const read = (from: EventPosition) => readEvents(db, organizationId, from, { types: null, limit: 10 });
  const { events, position } = await read({ ...ahead, timeline: 1 });
  expect(events.map(({ type }) => type)).toEqual(['campaign.updated']);
  expect(position.timeline).toBe(2);
  expect((await read(position)).events).toEqual([]);
  // A position behind the failover stays as it is, one within a window begins the window again.
  expect((await read({ ...safe, timeline: 1 })).events).toHaveLength(1);
  expect((await read({ ...safe, reading: ahead.seen, seq: 1e9, timeline: 1 })).events).toHaveLength(1);
  // A position that is stored in the database was set back with it.
  const { seen, reading, seq } = ahead;
  expect((await read({ seen, reading, seq })).events).toEqual([]);
});
