import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../../test/world/api-world.ts';
import { eventually } from '../../../../test/world/eventually.ts';
import { openReceiver } from '../../../../test/world/webhook-receiver.ts';
import { claimEndpoint, lookAtEndpoint, takeNewEvents } from './store.ts';

const script = join(import.meta.dirname, '../../../../test/world/webhook-sender.ts');
let world: ApiWorld;
const children: ChildProcess[] = [];
beforeEach(async () => {
  world = await createApiWorld({ egressAllow: ['127.0.0.1/32'] });
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.close();
});

async function startSender(): Promise<ChildProcess> {
  const secret = 'a secret for tests, long enough to be taken';
  const child = spawn(process.execPath, [script, world.db.connectionString, secret], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout!, 'data');
  return child;
}

const suppress = (n: number) =>
  world.request('POST', '/api/suppressions', { body: { phoneNumber: `+1212555${1000 + n}` } });

it('lets only the later of two drains take new events, and delivers each once', async () => {
  const body = { url: 'http://127.0.0.1:9/', events: ['chat.created'] };
  const { webhookEndpointId } = (await world.request('POST', '/api/webhook-endpoints', { body })).body;
  const place = { organizationId: world.owner.organizationId, webhookEndpointId };
  const agent = await world.request('POST', '/api/agents', { body: { name: 'A', prompt: 'P' } });
  const chats = `/api/agents/${agent.body.agentId}/chats`;
  for (const customerUniqueId of ['a', 'b', 'c', 'd', 'e'])
    await world.request('POST', chats, { body: { customerUniqueId } });
  const { db } = world;
  const take = async (drainId: string, limit = 2) =>
    (await takeNewEvents(db, place, drainId, limit)).deliveries.map(({ eventId }) => eventId);
  await claimEndpoint(db, place, 'first');
  const taken = await take('first');
  await claimEndpoint(db, place, 'second');
  expect(await lookAtEndpoint(db, place, 'first')).toBeNull();
  expect(await take('first')).toEqual([]);
  // In every order.
  const both = await Promise.all(['first', 'second', 'first', 'second', 'second'].map((id) => take(id)));
  expect([both[0], both[2]]).toEqual([[], []]);
  const all = [...taken, ...both.flat()];
  expect([all.length, new Set(all).size]).toEqual([5, 5]);
  await world.request('DELETE', `/api/webhook-endpoints/${webhookEndpointId}`);
});

it('redelivers what a killed process was sending, without loss', {
  timeout: 90_000,
}, async () => {
  const first = await startSender();
  const killed = once(first, 'exit');
  let count = 0;
  const receiver = await openReceiver(async () => {
    // Some are delivered, some are in progress when it dies, and some have not begun.
    if (++count === 20) first.kill('SIGKILL');
    if (count >= 15) await killed;
    return 200;
  });
  const body = { url: receiver.url, events: ['suppression.added'] };
  const { body: endpoint } = await world.request('POST', '/api/webhook-endpoints', { body });
  await Promise.all(Array.from({ length: 60 }, (_, n) => suppress(n)));
  await killed;
  const second = await startSender();
  await Promise.all(Array.from({ length: 20 }, (_, n) => suppress(100 + n)));
  const path = `/api/webhook-endpoints/${endpoint.webhookEndpointId}/deliveries?pageSize=1000`;
  const delivered = async () =>
    (await world.request('GET', `${path}&status=delivered`)).body.deliveries.length;
  await eventually(async () => String(await delivered()), '80', 60_000);
  const { body: feed } = await world.request('GET', '/api/events?types=suppression.added&limit=1000');
  const texts = new Map(receiver.received.map((webhook) => [webhook.headers['webhook-id'], webhook.text]));
  const ids = (feed.events as { eventId: string }[]).map(({ eventId }) => eventId);
  expect([...texts.keys()].toSorted()).toEqual(ids.toSorted());
  for (const { headers, text } of receiver.received) expect(text).toBe(texts.get(headers['webhook-id']!));
  expect(receiver.received.length).toBeGreaterThan(80);
  second.kill('SIGKILL');
  await receiver.close();
});
