import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialableCall } from '../../../../test/world/dialable-call.ts';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import { CallWriter } from '../../../domains/calls/index.ts';
import { type StoredEligibilityWebhook, sealWebhook } from '../../../domains/organizations/index.ts';
import { SecretKey } from '../../../platform/access/index.ts';
import { statement, toJson } from '../../../platform/db/index.ts';
import { Egress } from '../../../platform/egress/index.ts';
import { processClock, silentLog } from '../../../platform/kernel/index.ts';
import type { DialableCall } from '../dialable-call.ts';
import { Dialer } from '../dialer.ts';
import { Eligibility, verdictOf } from './eligibility.ts';

const setWebhook = statement(
  'test.eligibility.set',
  'update organizations set eligibility_webhook = $2 where organization_id = $1',
);
const requestStop = statement(
  'test.eligibility.stop',
  `update calls set stop_requested = 'req_x' where call_id = $1`,
);

const changes = {
  'pauses the campaign': statement(
    'test.eligibility.pause',
    "update campaigns set status = 'paused' where organization_id = $1",
  ),
  'switches dialing off': statement(
    'test.eligibility.off',
    "update organizations set dialing = 'off' where organization_id = $1",
  ),
  'suppresses the customer': statement(
    'test.eligibility.suppress',
    `insert into suppressions (organization_id, suppression_id, customer_number, source, created_at)
     select organization_id, 'sup_' || call_id, customer_number, 'api', now() from calls where organization_id = $1`,
  ),
};

const bytes = Buffer.alloc(32, 7);
const key = new SecretKey('a secret for tests, long enough to be taken');

let world: QueueWorld;
let organizationId: string;
let url: string;
let asked: { headers: IncomingMessage['headers']; body: string }[];
let answer: (response: ServerResponse) => void | Promise<void>;
let egress: Egress;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    asked.push({ headers: request.headers, body });
    void answer(response);
  });
});
beforeAll(async () => {
  world = await QueueWorld.open();
  egress = new Egress({ allow: ['127.0.0.1/32'] });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/may-i`;
});
afterAll(async () => {
  await egress[Symbol.asyncDispose]();
  server.closeAllConnections();
  server.close();
  await world.close();
});
beforeEach(async () => {
  asked = [];
  answer = says({ eligible: true });
  organizationId = await world.organization();
});

/** Returns an address that refuses connections. */
async function closedUrl(): Promise<string> {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  return `http://127.0.0.1:${port}/`;
}
const says = (value: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(value));
const webhook = (values: Partial<StoredEligibilityWebhook> = {}): StoredEligibilityWebhook => ({
  ...sealWebhook(
    key,
    organizationId,
    { url, deadlineMs: 2000, whenUnavailable: 'hold', secret: `whsec_${bytes.toString('base64')}` },
    null,
  ),
  ...values,
});
const eligibility = () => new Eligibility({ egress: async () => egress, secret: key, clock: processClock });
const ask = (values: Partial<StoredEligibilityWebhook> = {}) =>
  eligibility().ask(dialableCall({ organizationId, variables: { plan: 'B' } }), webhook(values));

describe('the webhook', () => {
  it('receives the call, signed by the Standard Webhooks specification', async () => {
    expect(await ask()).toEqual({ kind: 'eligible' });
    const [{ headers, body }] = asked as [(typeof asked)[0]];
    expect(JSON.parse(body)).toEqual({
      callId: 'call_a',
      campaignId: null,
      agentId: 'agent_a',
      phoneNumber: '+12145550123',
      fromNumber: '+12025550100',
      attempt: 1,
      variables: { plan: 'B' },
    });
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', bytes).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('has not answered when it is too late, cannot be reached or is not allowed', async () => {
    answer = () => undefined;
    // On a busy machine, the connection may take longer.
    const reason = expect.stringMatching(/^no (answer|connection) in 100 ms$/);
    expect(await ask({ deadlineMs: 100 })).toEqual({ kind: 'unavailable', reason });
    expect(await ask({ url: await closedUrl() })).toEqual({
      kind: 'unavailable',
      reason: 'ECONNREFUSED',
    });
    const refused = await ask({ url: 'http://169.254.169.254/latest' });
    expect(refused).toEqual({ kind: 'unasked', reason: '169.254.169.254 is not a public address' });
    const moved = await ask({ sealedSecret: webhook().sealedSecret.replace(/^..../, 'AAAA') });
    expect(moved).toMatchObject({ kind: 'unasked', reason: expect.stringContaining('secret') });
  });

  it('is paused after five failures, and its calls are not claimed if they would be held', async () => {
    answer = (response) => void response.writeHead(503).end();
    const [waits, goesOn] = [eligibility(), eligibility()];
    const [toHold, toDial] = [webhook(), webhook({ whenUnavailable: 'dial' })];
    for (let i = 0; i < 7; i++) {
      await waits.ask(dialableCall({ organizationId }), toHold);
      await goesOn.ask(dialableCall({ organizationId }), toDial);
    }
    expect(asked).toHaveLength(10);
    expect([waits.room(organizationId), goesOn.room(organizationId)]).toEqual([0, 50]);
    expect(waits.room('org_other')).toBe(50);
    waits.setWebhook(organizationId, null);
    expect(waits.room(organizationId)).toBe(50);
  });

  it('ends no call while it is paused, even if its setting refuses calls without an answer', async () => {
    answer = (response) => void response.writeHead(503).end();
    const asker = eligibility();
    const refuses = webhook({ whenUnavailable: 'refuse' });
    const verdicts = [];
    for (let i = 0; i < 7; i++) {
      const said = await asker.ask(dialableCall({ organizationId }), refuses);
      verdicts.push(verdictOf(said, refuses, 0).kind);
    }
    expect(verdicts).toEqual([...Array(5).fill('refuse'), 'hold', 'hold']);
    expect([asked.length, asker.room(organizationId)]).toEqual([5, 0]);
  });

  it.each([
    ['elsewhere', () => ({ url: `${url}/mended` })],
    ['with more time', () => ({ deadlineMs: 5000 })],
    ['signed otherwise', () => ({ sealedSecret: webhook().sealedSecret })],
  ])('that is asked %s has not failed yet', async (_, values) => {
    answer = (response) => void response.writeHead(503).end();
    const [asker, failing] = [eligibility(), webhook()];
    for (let i = 0; i < 5; i++) await asker.ask(dialableCall({ organizationId }), failing);
    asker.setWebhook(organizationId, { ...failing, whenUnavailable: 'refuse' });
    expect(asker.room(organizationId)).toBe(0);
    answer = says({ eligible: true });
    const mended = { ...failing, ...values() };
    expect(await asker.ask(dialableCall({ organizationId }), mended)).toEqual({ kind: 'eligible' });
    expect(asker.room(organizationId)).toBe(50);
  });

  it('is asked about a limited number of calls at one time', async () => {
    const all = Promise.withResolvers<void>();
    answer = async (response) => {
      await all.promise;
      says({ eligible: true })(response);
    };
    const asker = eligibility();
    const answers = [1, 2, 3].map(() => asker.ask(dialableCall({ organizationId }), webhook()));
    expect(asker.room(organizationId)).toBe(47);
    all.resolve();
    await Promise.all(answers);
    expect(asker.room(organizationId)).toBe(50);
  });
});

describe('a queued call', () => {
  /** Starts a dialer that asks about a call in its queue. */
  async function dial(values: Partial<StoredEligibilityWebhook> = {}) {
    await world.db.query(setWebhook, [organizationId, toJson(webhook(values))]);
    const campaignId = await world.campaign(organizationId);
    const callId = await world.call(organizationId, { customerNumber: '+12145550123', campaignId });
    const placed: string[] = [];
    const place = (call: DialableCall) => void placed.push(call.callId);
    const writer = new CallWriter(world.db);
    const options = { db: world.db, writer, nodeId: `node_${organizationId}`, log: silentLog };
    const asker = eligibility();
    const dialer = new Dialer({ ...options, placer: { room: () => 10, place }, eligibility: asker });
    return { callId, placed, dialer, asker };
  }
  const settled = (callId: string, events: string[]) =>
    expect.poll(() => world.events(callId), { timeout: 10_000, interval: 20 }).toEqual(events);

  it('is dialed when the webhook allows it', async () => {
    const { callId, placed, dialer } = await dial();
    dialer.wake();
    await expect.poll(() => placed, { timeout: 10_000 }).toEqual([callId]);
    await dialer.stop();
    expect(JSON.parse(asked[0]!.body)).toMatchObject({ callId, phoneNumber: '+12145550123' });
  });

  it('ends, is held, or is dialed with a note, by the answer and the settings', async () => {
    answer = says({ eligible: false, reason: 'Paid' });
    const ended = await dial();
    ended.dialer.wake();
    await settled(ended.callId, ['refused not-eligible']);
    expect(await world.read(ended.callId)).toMatchObject({
      status: 'ended',
      ended_reason: 'refused-by-gate',
    });
    await ended.dialer.stop();

    answer = (response) => void response.writeHead(500).end();
    const waits = await dial();
    waits.dialer.wake();
    await settled(waits.callId, ['held eligibility-unavailable']);
    await waits.dialer.stop();
    organizationId = await world.organization();
    const noted = await dial({ whenUnavailable: 'dial' });
    noted.dialer.wake();
    await settled(noted.callId, ['noted eligibility-unavailable']);
    await noted.dialer.stop();
    expect([ended.placed, waits.placed, noted.placed]).toEqual([[], [], [noted.callId]]);
  });

  it('is claimed at once when a paused webhook is replaced or removed', async () => {
    for (const isTakenAway of [false, true]) {
      organizationId = await world.organization();
      answer = (response) => void response.writeHead(500).end();
      const { callId, placed, dialer, asker } = await dial({ whenUnavailable: 'refuse' });
      const failing = webhook({ whenUnavailable: 'refuse' });
      for (let i = 0; i < 5; i++) await asker.ask(dialableCall({ organizationId }), failing);
      expect(asker.room(organizationId)).toBe(0);
      const replacement = isTakenAway ? null : webhook({ url: `${url}/mended` });
      await world.db.query(setWebhook, [organizationId, toJson(replacement)]);
      answer = says({ eligible: true });
      dialer.wake();
      await expect.poll(() => placed, { timeout: 10_000 }).toEqual([callId]);
      await dialer.stop();
    }
  });

  it('is decided only by the webhook that is set when the answer arrives', async () => {
    const answered = Promise.withResolvers<void>();
    answer = async (response) => {
      await answered.promise;
      says({ eligible: asked.length > 1 })(response);
    };
    const { callId, placed, dialer } = await dial({ deadlineMs: 5000 });
    dialer.wake();
    await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(1);
    await world.db.query(setWebhook, [organizationId, toJson(webhook({ url: `${url}/mended` }))]);
    answered.resolve();
    await expect.poll(() => placed, { timeout: 10_000 }).toEqual([callId]);
    await dialer.stop();
    expect(asked).toHaveLength(2);
  });

  it('is not dialed when it is canceled while the webhook is asked', async () => {
    const answered = Promise.withResolvers<void>();
    answer = async (response) => {
      await answered.promise;
      says({ eligible: true })(response);
    };
    const { callId, placed, dialer } = await dial({ deadlineMs: 5000 });
    dialer.wake();
    await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(1);
    await world.db.query(requestStop, [callId]);
    answered.resolve();
    await dialer.stop();
    expect(placed).toEqual([]);
    expect((await world.read(callId)).status).toBe('canceled');
    expect(await world.lastMessage(callId)).toBe(
      'Canceled by request req_x when its turn had come, before it was dialed.',
    );
  });

  it.each([
    ['pauses the campaign', 'queued'],
    ['switches dialing off', 'queued'],
    ['suppresses the customer', 'ended'],
  ] as const)('is not dialed when a request %s meanwhile', async (change, status) => {
    const answered = Promise.withResolvers<void>();
    answer = async (response) => {
      await answered.promise;
      says({ eligible: true })(response);
    };
    const { callId, placed, dialer } = await dial({ deadlineMs: 5000 });
    dialer.wake();
    await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(1);
    await world.db.query(changes[change], [organizationId]);
    answered.resolve();
    await dialer.stop();
    expect(placed).toEqual([]);
    expect((await world.read(callId)).status).toBe(status);
  });
});
