import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/world/template-database.ts';
import { Database, type Queryable, type Statement, statement } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { cursorOf, oldest } from '../position.ts';
import { currentPosition, cutEvents } from '../store.ts';
import { EventHub, streamEvents } from './index.ts';

const organizationId = 'org_a';

let database: TestDatabase;
let db: HeldDatabase;
let hub: EventHub;
const ends: (() => void)[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  const options = { connectionString: database.url, applicationName: 'test', log: silentLog };
  db = new HeldDatabase({ ...options, connectionsMax: 6 });
  await db.query(addOrganization);
  hub = new EventHub(db, silentLog);
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await hub.close();
  await db.close();
  await database.drop();
});

/** A database whose reads of events wait while they are held, as on a machine that stalls. */
class HeldDatabase extends Database {
  #held: Promise<void> | null = null;

  /** Returns a function that ends the wait. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return () => {
      this.#held = null;
      resolve();
    };
  }

  override async query<Row>(asked: Statement, values?: unknown[]): Promise<Row[]> {
    if (asked.name === 'events.after') await this.#held;
    return super.query<Row>(asked, values);
  }
}

const addOrganization = statement(
  'test.stream.organization',
  `insert into organizations (organization_id, name) values ('${organizationId}', 'Test')`,
);
const addCampaign = statement(
  'test.stream.campaign',
  `insert into campaigns (organization_id, campaign_id, agent_id, name, max_concurrent_calls, created_at, updated_at)
   values ($1, $2, 'agent_a', $2, 1, now(), now())`,
);
/** Raises an event. */
const create = (campaignId: string, on: Queryable = db) =>
  on.query(addCampaign, [organizationId, campaignId]);

/** Follows the stream, whose backlog is read from `past`. Returns the ids of campaigns in its events, as they come. */
async function follow(after: string, past: Queryable = db): Promise<string[]> {
  const scope = {
    ...{ db: past, hub, log: silentLog, isStillAllowed: async () => true, lastEventId: undefined },
    actor: { organizationId, scopes: new Set(['events:read']) },
  };
  const { chunks } = await streamEvents(scope as unknown as Parameters<typeof streamEvents>[0], { after });
  const seen: string[] = [];
  const reading = chunks[Symbol.asyncIterator]();
  ends.push(() => void reading.return?.());
  void (async () => {
    for (let next = await reading.next(); !next.done; next = await reading.next())
      for (const [, id] of String(next.value).matchAll(/"campaignId":"(\w+)"/g)) seen.push(id!);
  })();
  return seen;
}

it('sends an event once that the backlog holds before the feed has read it', async () => {
  const others = new Database({
    ...{ connectionString: database.url, applicationName: 'test', log: silentLog },
    connectionsMax: 2,
  });
  const start = cursorOf(await currentPosition(db));
  // The feed runs since before the event.
  const first = await follow('latest');
  const letGo = db.hold();
  await create('one');
  const late = await follow(start, others);
  await expect.poll(() => late).toContain('one');
  letGo();
  await expect.poll(() => first).toEqual(['one']);
  await create('two');
  await expect.poll(() => late).toContain('two');
  expect(late).toEqual(['one', 'two']);
  expect(first).toEqual(['one', 'two']);
  await others.close();
});

it('sends what ended between the backlog and the feed, also of transactions that began before', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const overlapping = db.transaction(async (tx) => {
    await create('early', tx);
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  await create('one');
  const seen = await follow(cursorOf(oldest));
  await expect.poll(() => seen).toEqual(['one']);
  end.resolve();
  await overlapping;
  await expect.poll(() => seen).toEqual(['one', 'early']);
  await create('two');
  await expect.poll(() => seen).toEqual(['one', 'early', 'two']);
});

it('misses nothing of a long past with few events of the organization', async () => {
  const ids = Array.from({ length: 120 }, (_, i) => `campaign_${i}`);
  for (const id of ids) {
    await create(id);
    await cutEvents(db, 1);
  }
  const seen = await follow(cursorOf(oldest));
  await expect.poll(() => seen.length).toBe(ids.length);
  await create('last');
  await expect.poll(() => seen.length).toBe(ids.length + 1);
  expect(seen).toEqual([...ids, 'last']);
});
