import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../../test/world/api-world.ts';
import { eventually } from '../../../../test/world/eventually.ts';
import { randomFrom } from '../../../../test/world/random.ts';
import {
  openReceiver,
  type Reaction,
  type WebhookReceiver,
} from '../../../../test/world/webhook-receiver.ts';
import { statement } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { Sender } from './index.ts';

const egressAllow = ['127.0.0.1/32'];
let world: ApiWorld;
let sender: Sender;
let receivers: WebhookReceiver[] = [];
let beat: NodeJS.Timeout;
beforeAll(async () => {
  world = await createApiWorld({ egressAllow });
  sender = await openSender();
});
afterAll(async () => {
  await sender.close();
  await world.close();
});
beforeEach(async () => {
  await world.db.query(clear);
  beat = setInterval(() => sender.look(), 20);
});
afterEach(async () => {
  clearInterval(beat);
  for (const receiver of receivers) await receiver.close();
  receivers = [];
});

const path = '/api/webhook-endpoints';
const clear = statement('test.sender.clear', 'delete from webhook_endpoints');
const endOverlap = statement(
  'test.sender.end_overlap',
  'update webhook_endpoints set previous_secret_until = now() where webhook_endpoint_id = $1',
);
const hurry = statement(
  'test.sender.hurry',
  `update webhook_deliveries set next_at = now() where status = 'pending' and next_at < 'infinity'`,
);
const failLong = statement(
  'test.sender.fail_long',
  `update webhook_endpoints set failing_since = now() - interval '5 days 1 hour' where webhook_endpoint_id = $1`,
);
const triedLong = statement(
  'test.sender.tried_long',
  `update webhook_deliveries set first_try_at = now() - interval '3 days' where webhook_endpoint_id = $1`,
);
const forgetEvents = statement('test.sender.forget_events', 'delete from events');

async function openSender(): Promise<Sender> {
  const { db, secret } = world;
  const opened = new Sender({ db, secret, log: silentLog, egressAllow });
  await opened.start();
  return opened;
}

async function receiver(react?: Reaction): Promise<WebhookReceiver> {
  const opened = await openReceiver(react);
  receivers.push(opened);
  return opened;
}

/** Creates an endpoint for suppressions and returns its secret. */
async function endpoint(url: string, events: string[] = ['suppression.added']) {
  const { status, body } = await world.request('POST', path, { body: { url, events } });
  expect(status).toBe(201);
  return body as { webhookEndpointId: string; secret: string };
}

let lastNumber = 2_125_550_000;
/** Raises an event of a new resource. */
async function happen(): Promise<string> {
  const { body } = await world.request('POST', '/api/suppressions', {
    body: { phoneNumber: `+1${lastNumber++}` },
  });
  return body.suppressionId;
}

const read = async (id: string) => (await world.request('GET', `${path}/${id}`)).body;
const deliveries = async (id: string, query = '') =>
  (await world.request('GET', `${path}/${id}/deliveries${query}`)).body.deliveries;
const statuses = async (id: string) =>
  (await deliveries(id))
    .map(({ status }: { status: string }) => status)
    .toSorted()
    .join();
const namesOf = ({ received }: WebhookReceiver) => received.map(({ body }) => body.data.suppressionId);

describe('an event', () => {
  it('arrives with a valid signature and appears in the log', async () => {
    const to = await receiver((_webhook, response) => {
      response.writeHead(200).end('thanks');
      return 'answered';
    });
    const { webhookEndpointId, secret } = await endpoint(`${to.url}/hooks`);
    const suppressionId = await happen();
    await eventually(() => statuses(webhookEndpointId), 'delivered');
    const [{ headers, text, body, path: at }] = to.received as [(typeof to.received)[0]];
    expect(at).toBe('/hooks');
    expect(body).toMatchObject({ type: 'suppression.added', data: { suppressionId } });
    expect(new Webhook(secret).verify(text, headers)).toEqual(body);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(headers['webhook-id']).toBe(body.eventId);
    const [delivery] = await deliveries(webhookEndpointId);
    expect(delivery).toMatchObject({
      ...{ eventId: body.eventId, attempts: 1, responseCode: 200, responseText: 'thanks', error: null },
      ...{ resourceId: suppressionId, nextAttemptAt: null },
    });
    expect(await read(webhookEndpointId)).toMatchObject({ pendingDeliveries: 0, failures: 0 });
  });

  it('is signed with both secrets for a day after a rotation', async () => {
    const to = await receiver();
    const { webhookEndpointId, secret } = await endpoint(to.url);
    const { body: rotated } = await world.request('POST', `${path}/${webhookEndpointId}/rotate-secret`);
    await happen();
    await eventually(() => String(to.received.length), '1');
    const [{ headers, text }] = to.received as [(typeof to.received)[0]];
    for (const one of [secret, rotated.secret]) expect(new Webhook(one).verify(text, headers)).toBeTruthy();
    expect(() =>
      new Webhook(`whsec_${Buffer.from('another').toString('base64')}`).verify(text, headers),
    ).toThrow();
    await world.db.query(endOverlap, [webhookEndpointId]);
    // An event taken while its endpoint is read may still be signed with both.
    const signatures = async () => {
      const { length } = to.received;
      await happen();
      await eventually(() => String(to.received.length), String(length + 1));
      const { text, headers } = to.received.at(-1)!;
      expect(new Webhook(rotated.secret).verify(text, headers)).toBeTruthy();
      return headers['webhook-signature']!.split(' ').length;
    };
    if ((await signatures()) === 2) expect(await signatures()).toBe(1);
    const { text: later, headers: laterHeaders } = to.received.at(-1)!;
    expect(() => new Webhook(secret).verify(later, laterHeaders)).toThrow();
  });

  it('reaches only endpoints of its organization that want its type', async () => {
    const [wanting, other] = [await receiver(), await receiver()];
    await endpoint(wanting.url);
    await endpoint(other.url, ['campaign.created']);
    const stranger = await world.foundOrganization('Other');
    await world.request('POST', path, {
      body: { url: other.url, events: ['suppression.added'] },
      key: stranger.key,
    });
    await happen();
    await happen();
    await eventually(() => String(wanting.received.length), '2');
    expect(other.received).toEqual([]);
  });

  it('is sent once as a test event', async () => {
    const to = await receiver(() => 500);
    const { webhookEndpointId } = await endpoint(to.url);
    await world.request('POST', `${path}/${webhookEndpointId}/test`);
    await eventually(() => statuses(webhookEndpointId), 'dead');
    expect(to.received.map(({ body }) => body.type)).toEqual(['webhookEndpoint.test']);
  });
});

describe('a receiver', () => {
  it('gets failed events again with the same id, in order per resource', async () => {
    const random = randomFrom(7);
    const taken = new Map<string, string[]>();
    const to = await receiver(({ body }) => {
      if (random() < 0.5) return 500;
      const { chatId } = body.data as { chatId: string };
      const before = taken.get(chatId) ?? [];
      // At least once: when this process stalls, another drain repeats what is in progress.
      if (!before.includes(body.type)) taken.set(chatId, [...before, body.type]);
      return 200;
    });
    const types = ['chat.created', 'chat.message', 'chat.handedOff', 'chat.ended'];
    const { webhookEndpointId } = await endpoint(to.url, types);
    const { body: agent } = await world.request('POST', '/api/agents', { body: { name: 'A', prompt: 'P' } });
    const chat = async () => {
      const { body } = await world.request('POST', `/api/agents/${agent.agentId}/chats`, {
        body: { customerUniqueId: 'c' },
      });
      const act = (what: string, message?: unknown) =>
        world.request('POST', `/api/chats/${body.chatId}/${what}`, { body: message });
      await act('messages', { role: 'user', content: 'Hello' });
      await act('handoff');
      await act('end');
    };
    await Promise.all(Array.from({ length: 8 }, chat));
    await eventually(async () => {
      await world.db.query(hurry);
      return String((await deliveries(webhookEndpointId, '?status=delivered')).length);
    }, '32');
    expect([...taken.values()]).toEqual(Array(8).fill(types));
    const ids = new Set(to.received.map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(32);
    expect(to.received.length).toBeGreaterThan(45);
    expect(await read(webhookEndpointId)).toMatchObject({ pendingDeliveries: 0, enabled: true });
  });

  it('that refuses one event delays no other', async () => {
    let refused = '';
    const to = await receiver(({ body }) => (body.data.suppressionId === refused ? 503 : 200));
    const { webhookEndpointId } = await endpoint(to.url);
    refused = await happen();
    const others = [await happen(), await happen()];
    await eventually(() => statuses(webhookEndpointId), 'delivered,delivered,pending');
    expect(namesOf(to).toSorted()).toEqual([refused, ...others].toSorted());
    const [delivery] = await deliveries(webhookEndpointId, '?status=pending');
    expect(delivery).toMatchObject({ attempts: 1, responseCode: 503, error: 'the response was 503' });
    expect(Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.lastAttemptAt)).toBeGreaterThan(3900);
  });

  it('that is slow gets each event once, and all of them', async () => {
    const isAnswering = Promise.withResolvers<number>();
    const slow = await receiver(() => isAnswering.promise);
    const fast = await receiver();
    const { webhookEndpointId } = await endpoint(slow.url);
    await endpoint(fast.url);
    const ids = [await happen(), await happen(), await happen()];
    // Other receivers get theirs meanwhile.
    await eventually(() => `${slow.received.length} ${fast.received.length}`, '3 3');
    expect(await read(webhookEndpointId)).toMatchObject({ pendingDeliveries: 3, failures: 0 });
    isAnswering.resolve(202);
    await eventually(() => statuses(webhookEndpointId), 'delivered,delivered,delivered');
    expect(namesOf(slow).toSorted()).toEqual(ids.toSorted());
    for (const { attempts, responseCode } of await deliveries(webhookEndpointId))
      expect([attempts, responseCode]).toEqual([1, 202]);
  });

  it('gets no redirect followed and no long response read to its end', async () => {
    const elsewhere = await receiver();
    const to = await receiver((_webhook, response) => {
      response.writeHead(302, { location: elsewhere.url });
      response.end('x'.repeat(1_000_000));
      return 'answered';
    });
    const { webhookEndpointId } = await endpoint(to.url);
    await happen();
    await eventually(async () => String((await deliveries(webhookEndpointId))[0]?.attempts), '1');
    const [delivery] = await deliveries(webhookEndpointId);
    expect(delivery).toMatchObject({ responseCode: 302, responseText: 'x'.repeat(1000), status: 'pending' });
    expect(elsewhere.received).toEqual([]);
  });

  it('that answers 410 is disabled at once, with a notice', async () => {
    const to = await receiver(() => 410);
    const notices = await receiver();
    const { webhookEndpointId } = await endpoint(to.url);
    await endpoint(notices.url, ['webhookEndpoint.disabled']);
    await happen();
    await eventually(async () => (await read(webhookEndpointId)).disabledReason ?? '', 'gone');
    await eventually(() => String(notices.received.length), '1');
    expect(notices.received[0]!.body.data).toMatchObject({ webhookEndpointId, reason: 'gone', url: to.url });
    const { body: log } = await world.request('GET', '/api/export/audit-logs?pageSize=10');
    expect(log.auditLogs).toContainEqual(
      expect.objectContaining({
        actionVerb: 'disabled',
        memberId: 'system',
        resourceReferenceId: webhookEndpointId,
      }),
    );
    await happen();
    await sender.look();
    expect(to.received).toHaveLength(1);
  });

  it('without a success for five days is disabled, and continues where it stopped when enabled', async () => {
    let status = 500;
    const to = await receiver(() => status);
    const { webhookEndpointId } = await endpoint(to.url);
    await happen();
    await eventually(async () => String((await read(webhookEndpointId)).failures), '1');
    await world.db.query(failLong, [webhookEndpointId]);
    await world.db.query(hurry);
    await eventually(async () => (await read(webhookEndpointId)).disabledReason ?? '', 'failing');
    const later = await happen();
    status = 200;
    await world.request('PATCH', `${path}/${webhookEndpointId}`, { body: { enabled: true } });
    await world.db.query(hurry);
    await eventually(() => statuses(webhookEndpointId), 'delivered,delivered');
    expect(namesOf(to)).toContain(later);
  });

  it('that failed for three days gets the event again only on request', async () => {
    let status = 500;
    const to = await receiver(() => status);
    const { webhookEndpointId } = await endpoint(to.url);
    const since = new Date().toISOString();
    await happen();
    await eventually(async () => String((await deliveries(webhookEndpointId))[0]?.attempts), '1');
    await world.db.query(triedLong, [webhookEndpointId]);
    await world.db.query(hurry);
    await eventually(() => statuses(webhookEndpointId), 'dead');
    const [dead] = await deliveries(webhookEndpointId, '?status=dead');
    status = 200;
    const again = await world.request('POST', `${path}/${webhookEndpointId}/redeliver`, { body: { since } });
    expect(again.body).toEqual({ redelivered: 1 });
    await eventually(() => statuses(webhookEndpointId), 'delivered');
    await world.request('POST', `${path}/${webhookEndpointId}/deliveries/${dead.deliveryId}/redeliver`);
    await eventually(async () => String((await deliveries(webhookEndpointId))[0].attempts), '4');
    await eventually(() => statuses(webhookEndpointId), 'delivered');
    expect(new Set(to.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await world.db.query(forgetEvents);
    const gone = await world.request(
      'POST',
      `${path}/${webhookEndpointId}/deliveries/${dead.deliveryId}/redeliver`,
    );
    expect([gone.status, gone.body.code]).toEqual([409, 'webhook_delivery.event_gone']);
  });

  it('that fails entirely does not get more and more attempts, and receives everything once it recovers', async () => {
    let status = 500;
    const to = await receiver(() => status);
    const { webhookEndpointId } = await endpoint(to.url);
    const first = await Promise.all(Array.from({ length: 12 }, happen));
    await eventually(async () => String((await read(webhookEndpointId)).failures >= 10), 'true');
    const more = await Promise.all(Array.from({ length: 5 }, happen));
    await eventually(async () => String((await read(webhookEndpointId)).pendingDeliveries), /^1[2-7]$/);
    status = 200;
    const [one] = await deliveries(webhookEndpointId, '?status=pending&pageSize=1');
    await world.db.query(
      statement('test.sender.one', 'update webhook_deliveries set next_at = now() where delivery_id = $1'),
      [one.deliveryId],
    );
    await eventually(
      async () => String((await deliveries(webhookEndpointId, '?status=delivered')).length),
      '17',
    );
    expect(new Set(namesOf(to))).toEqual(new Set([...first, ...more]));
  });

  it('that never responds does not delay other receivers', async () => {
    const hanging = await receiver(() => new Promise<number>(() => undefined));
    const fast = await receiver();
    await endpoint(hanging.url);
    await endpoint(fast.url);
    const ids = await Promise.all(Array.from({ length: 40 }, happen));
    await eventually(() => String(fast.received.length), '40');
    expect(new Set(namesOf(fast))).toEqual(new Set(ids));
    // As many as may be in progress at one receiver.
    await eventually(() => String(hanging.received.length), '16');
    // Attempts in progress are aborted without counting as failures, and repeated.
    clearInterval(beat);
    const other = await openSender();
    await sender.close();
    sender = other;
    for (const id of (await world.request('GET', path)).body.webhookEndpoints) expect(id.failures).toBe(0);
  });

  it('that never responds does not delay other receivers at the same host', async () => {
    const host = await receiver(({ path }) => (path === '/ok' ? 204 : new Promise<number>(() => undefined)));
    for (const name of ['a', 'b', 'c', 'd', 'e']) await endpoint(`${host.url}/${name}`);
    const under = (named: RegExp) => String(host.received.filter(({ path }) => named.test(path)).length);
    await Promise.all(Array.from({ length: 16 }, happen));
    await eventually(() => under(/^\/[a-e]$/), '80');
    await endpoint(`${host.url}/ok`);
    await happen();
    await eventually(() => under(/ok/), '1');
  });
});
