import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tone } from '../../../../test/audio/signals.ts';
import { type Manner, openPhone, type Phone } from '../../../../test/interop/call-phone.ts';
import { openCallEngine } from '../../../../test/world/call-engine.ts';
import { type DnsServer, startDnsServer } from '../../../../test/world/dns-server.ts';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import type { TextToSpeech } from '../../../conversation/providers/interfaces/index.ts';
import { trunkHold } from '../../../domains/calls/index.ts';
import { statement } from '../../../platform/db/index.ts';
import { metrics } from '../../../platform/kernel/index.ts';
import { Locator, type ReferResult, SystemNameServer } from '../../../telephony/sip/index.ts';
import type { Dialer } from '../../dialer/index.ts';
import type { CallEngine } from '../index.ts';

const setTrunk = statement(
  'test.targets.trunk',
  'update trunks set host = $2, port = null, transport = $3, max_concurrent_calls = 1 where organization_id = $1',
);
const permitTransfers = statement(
  'test.targets.transfers',
  'update trunks set accept_transfers = true, max_concurrent_calls = null where organization_id = $1',
);
const insertTrunk = statement(
  'test.targets.insert',
  `insert into trunks (organization_id, trunk_id, name, host, port, transport, register, allowed_addresses, codecs,
     created_at, updated_at)
   values ($1, $2, $2, $3, 5060, 'udp', false, $4, '{PCMU}', now(), now())`,
);
const health = statement(
  'test.targets.health',
  `select status, reason from trunk_health where organization_id = $1 and trunk_id = 'trunk_a'`,
);

const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak() {
    yield { sampleRateHz: 8000, pcm: tone(440, 300) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

let world: QueueWorld;
let organizationId: string;
let dns: DnsServer;
let first: Phone;
let second: Phone;
let manner: Manner;
let engine: CallEngine;
let dialer: Dialer;
let recordingsDir: string;
let closers: (() => Promise<unknown>)[];

beforeEach(async () => {
  closers = [];
  metrics.clear();
  manner = 503;
  recordingsDir = await mkdtemp(join(tmpdir(), 'parley-targets-'));
  world = await QueueWorld.open();
  organizationId = await world.organization();
  dns = await startDnsServer({ 'pbx.test': { addresses: ['127.0.0.1'] } });
  first = await openPhone(() => manner);
  second = await openPhone();
  await world.db.query(setTrunk, [organizationId, 'trunk.test', 'udp']);
});
afterEach(async () => {
  for (const close of closers) await close();
  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  await dns[Symbol.asyncDispose]();
  await world.close();
  await rm(recordingsDir, { recursive: true, force: true });
});

const leadsTo = (service: string, ...ports: number[]) => {
  dns.zone[service] = { srv: ports.map((port, priority) => ({ name: 'pbx.test', port, priority })) };
};
async function open(): Promise<void> {
  const server = new SystemNameServer(4, { servers: [dns.address], timeoutMs: 300 });
  const locator = new Locator('127.0.0.1', { server });
  ({ engine, dialer } = await openCallEngine(
    { db: world.db, voice, recordingsDir, ports: 20, locator },
    closers,
  ));
}
const reaches = (callId: string, status: string) =>
  expect.poll(async () => (await world.read(callId)).status, { timeout: 15_000 }).toBe(status);
/** Returns a port that is free for UDP and for TCP. */
async function closedPort(): Promise<number> {
  const phone = await openPhone();
  await phone[Symbol.asyncDispose]();
  return phone.port;
}

it('dials a trunk without a port at the targets of its SRV records, and the next one after a 503', async () => {
  leadsTo('_sip._udp.trunk.test', first.port, second.port);
  const callId = await world.call(organizationId);
  await open();
  await reaches(callId, 'in-progress');
  const [refused, answered] = [first.calls[0]!, second.calls[0]!];
  expect(answered.callId).not.toBe(refused.callId);
  expect(answered.incoming!.requestUri.text).toMatch(/^sip:\+\d+@trunk\.test$/);
  // The targets of the trunk may send calls too.
  const inbound = await second.dial(engine.sipAddress.port, '+12025550100', { from: '+12125550999' });
  await expect.poll(() => inbound.events.join()).toMatch(/failed rejected 486/);
});

it('skips a closed target over UDP and TCP before it sends a request', async () => {
  const closed = await closedPort();
  leadsTo('_sip._udp.trunk.test', closed, second.port);
  const callId = await world.call(organizationId);
  await open();
  await reaches(callId, 'in-progress');
  expect(second.calls).toHaveLength(1);
  second.calls[0]!.hangUp();
  await reaches(callId, 'ended');
  leadsTo('_sip._tcp.trunk.test', closed, second.port);
  await world.db.query(setTrunk, [organizationId, 'trunk.test', 'tcp']);
  const next = await world.call(organizationId);
  dialer.wake();
  await reaches(next, 'in-progress');
  expect(second.calls).toHaveLength(2);
});

it('holds a call over TCP to a port that has just closed, and dials it when the port opens again', async () => {
  const peer = await openPhone();
  leadsTo('_sip._tcp.trunk.test', peer.port);
  await world.db.query(setTrunk, [organizationId, 'trunk.test', 'tcp']);
  await open();
  const healthIs = async (wanted: object) =>
    expect.poll(() => world.db.query(health, [organizationId])).toEqual([wanted]);
  await healthIs({ status: 'up', reason: null });
  await peer[Symbol.asyncDispose]();
  const callId = await world.call(organizationId);
  dialer.wake();
  // The call reported the failure. The next regular check would be 15 s later.
  await healthIs({ status: 'down', reason: 'connection refused' });
  await reaches(callId, 'queued');
  expect(await trunkHold(world.db, organizationId, 'number_a')).toMatchObject({
    reason: 'trunk-down',
    message: 'The trunk of the phone number cannot be reached: connection refused.',
  });
  const back = await openPhone(() => 'answer', peer.port);
  closers.unshift(async () => back[Symbol.asyncDispose]());
  await healthIs({ status: 'up', reason: null });
  dialer.wake();
  await reaches(callId, 'in-progress');
  expect(back.calls).toHaveLength(1);
});

it('calls the destination of a REFER at the next target, too', async () => {
  manner = 'answer';
  const closed = await closedPort();
  leadsTo('_sip._udp.trunk.test', first.port, closed, second.port);
  await world.db.query(permitTransfers, [organizationId]);
  const callId = await world.call(organizationId);
  await open();
  await reaches(callId, 'in-progress');
  const refer = (target: string) =>
    new Promise<ReferResult>((onEnd) => first.calls[0]!.incoming!.refer({ target }, { onEnd }));
  manner = 486;
  expect(await refer('sip:+12125550188@192.0.2.77')).toMatchObject({ kind: 'failed', status: 486 });
  await reaches(callId, 'in-progress');
  expect(second.calls).toHaveLength(0);
  manner = 503;
  expect(await refer('sip:+12125550177@192.0.2.77')).toEqual({ kind: 'succeeded', status: 200 });
  expect(first.calls.map(({ number }) => number).slice(1)).toEqual(['+12125550188', '+12125550177']);
  expect(second.calls.map(({ number }) => number)).toEqual(['+12125550177']);
  await reaches(callId, 'in-progress');
  expect(await world.read(callId)).toMatchObject({ sip_dialog: { callId: second.calls[0]!.callId } });
});

it('does not try another target after a refusal about the customer', async () => {
  manner = 486;
  leadsTo('_sip._udp.trunk.test', first.port, second.port);
  const callId = await world.call(organizationId);
  await open();
  await reaches(callId, 'ended');
  expect([first.calls.length, second.calls.length]).toEqual([1, 0]);
});

it('holds a call over a name that does not resolve', async () => {
  const callId = await world.call(organizationId);
  await open();
  await expect
    .poll(() => world.db.query(health, [organizationId]))
    .toEqual([{ status: 'down', reason: 'host name not found' }]);
  expect(await trunkHold(world.db, organizationId, 'number_a')).toEqual({
    reason: 'trunk-down',
    message: 'The trunk of the phone number cannot be reached: host name not found.',
    until: null,
  });
  // The trunk may be reported as down before the call is back in the queue.
  await expect.poll(async () => (await world.read(callId)).status).toBe('queued');
});

it('admits a caller over a new trunk before its notification', async () => {
  await open();
  await world.db.query(insertTrunk, [organizationId, 'trunk_b', 'x', ['127.0.0.1']]);
  const inbound = await second.dial(engine.sipAddress.port, '+19995550100', { from: '+12125550999' });
  // The number is not configured, which is answered with 404 only to admitted callers.
  await expect.poll(() => inbound.events.join()).toMatch(/404/);
});
