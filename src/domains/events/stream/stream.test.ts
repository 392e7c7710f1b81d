import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../../test/world/api-world.ts';
import { Browser } from '../../../../test/world/browser.ts';
import { EventSource } from '../../../../test/world/event-source.ts';
import { statement } from '../../../platform/db/index.ts';

let world: ApiWorld;
let base: string;
beforeAll(async () => {
  world = await createApiWorld({ followMsMax: 600_000 });
  base = `http://127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
});
afterAll(() => world.close());

const open = (query = '', headers: Record<string, string> = {}, key = world.owner.key) =>
  EventSource.open(`${base}/api/events/stream${query}`, { authorization: `Bearer ${key}`, ...headers });

let suppressed = 0;
/** Raises an event by suppressing a number. */
async function happen(key = world.owner.key): Promise<string> {
  const phoneNumber = `+1202555${String(1000 + ++suppressed)}`;
  const { status, text } = await world.request('POST', '/api/suppressions', { body: { phoneNumber }, key });
  expect(status, text).toBe(201);
  return phoneNumber;
}
const numbersOf = (source: EventSource) => source.events.map(({ data }) => data.data.phoneNumber);

test('streams new events to every follower of the same organization only', async () => {
  const other = await world.foundOrganization('Other');
  await happen();
  const sources = await Promise.all([open('?types=suppression.'), open('?types=suppression.added')]);
  const stranger = await open('?types=suppression.', {}, other.key);
  const numbers = [await happen(), await happen()];
  const own = await happen(other.key);
  for (const source of sources) {
    const events = await source.first(2);
    expect(numbersOf(source)).toEqual(numbers);
    expect(events[0]).toEqual({
      id: expect.any(String),
      type: 'message',
      data: {
        ...{ eventId: expect.stringMatching(/^event_/), type: 'suppression.added' },
        ...{ timestamp: expect.any(String), data: expect.anything() },
      },
    });
    source.close();
  }
  await stranger.first(1);
  expect(numbersOf(stranger)).toEqual([own]);
  stranger.close();
});

test('misses and repeats nothing on reconnection', async () => {
  const seen: string[] = [];
  const all: string[] = [];
  const source = await open('?types=suppression.');
  all.push(await happen());
  await source.first(1);
  let { lastId } = source;
  seen.push(...numbersOf(source));
  source.close();
  for (let round = 0; round < 4; round++) {
    all.push(await happen(), await happen());
    const again = await open('?types=suppression.', { 'last-event-id': lastId });
    all.push(await happen());
    await again.first(3);
    seen.push(...numbersOf(again));
    ({ lastId } = again);
    again.close();
  }
  expect(seen).toEqual(all);
  const late = await open(`?types=suppression.&after=${encodeURIComponent(lastId)}`);
  const last = await happen();
  await late.first(1);
  expect(numbersOf(late)).toEqual([last]);
  late.close();
});

test('sends a long backlog in order, followed by events that arrived meanwhile', async () => {
  const { metadata } = (await world.request('GET', '/api/events?after=latest')).body;
  // Another attempt of this test makes others.
  const prefix = `campaign_${Date.now()}_`;
  await world.db.query(
    statement(
      'test.stream.many',
      `insert into campaigns (organization_id, campaign_id, agent_id, name, max_concurrent_calls, created_at, updated_at)
       select $1, $2 || n, 'agent_a', 'C' || n, 1, now(), now() from generate_series(1, 450) n`,
    ),
    [world.owner.organizationId, prefix],
  );
  const opened = open(`?types=campaign.,suppression.&after=${encodeURIComponent(metadata.next)}`);
  const number = await happen();
  const source = await opened;
  const events = await source.first(451);
  const ids = events.map(({ data }) => data.data.campaignId).filter(Boolean);
  expect(new Set(ids).size).toBe(450);
  expect(ids).toEqual(Array.from({ length: 450 }, (_, i) => `${prefix}${i + 1}`));
  expect(numbersOf(source).filter(Boolean)).toEqual([number]);
  source.close();
});

test('requires audit:export for audit entries', async () => {
  const { key } = (
    await world.request('POST', '/api/api-keys', { body: { name: 'Reads', scopes: ['events:read'] } })
  ).body;
  const few = await open('', {}, key);
  const all = await open();
  await happen();
  await all.first(2);
  expect(new Set(all.events.map(({ data }) => data.type))).toEqual(
    new Set(['audit.entry', 'suppression.added']),
  );
  await few.first(1);
  expect(few.events.map(({ data }) => data.type)).toEqual(['suppression.added']);
  few.close();
  all.close();
});

test('rejects invalid positions and types, and clients without access', async () => {
  await expect(open('?types=call.gone')).rejects.toThrow('types: must be a comma-separated list');
  await expect(open('?types=call')).rejects.toThrow('types: must be a comma-separated list');
  await expect(open('?after=x')).rejects.toThrow('after: must be a cursor');
  await expect(open('', { 'last-event-id': 'x' })).rejects.toThrow('Last-Event-ID: must be a cursor');
  const { key } = (
    await world.request('POST', '/api/api-keys', { body: { name: 'No', scopes: ['agents:read'] } })
  ).body;
  await expect(open('', {}, key)).rejects.toThrow('403');
});

test('ends when the key is revoked, the session ends or its role is lowered', async () => {
  const { key, apiKeyId } = (
    await world.request('POST', '/api/api-keys', { body: { name: 'Reads', scopes: ['events:read'] } })
  ).body;
  const ofKey = await open('', {}, key);
  const browser = await Browser.of(world, world.owner.memberId);
  const headers = { cookie: browser.cookie!, 'sec-fetch-site': 'same-origin' };
  const ofSession = await EventSource.open(`${base}/api/events/stream`, headers);
  await expect(
    EventSource.open(`${base}/api/events/stream`, { ...headers, 'sec-fetch-site': 'cross-site' }),
  ).rejects.toThrow('403');
  await world.request('DELETE', `/api/api-keys/${apiKeyId}`);
  await ofKey.over();
  expect(ofSession.isOver).toBe(false);
  await browser.request('DELETE', '/console/session');
  await ofSession.over();
});

test('allows an organization a hundred streams, and another after one closes', async () => {
  const other = await world.foundOrganization('Busy');
  const sources = await Promise.all(Array.from({ length: 100 }, () => open('', {}, other.key)));
  await expect(open('', {}, other.key)).rejects.toThrow('429');
  const own = await open();
  own.close();
  for (const source of sources) source.close();
  let again: EventSource | null = null;
  while (again === null) again = await open('', {}, other.key).catch(() => null);
  again.close();
});
