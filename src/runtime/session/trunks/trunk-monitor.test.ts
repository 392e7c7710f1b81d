import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hasOpenssl, makeCertificate } from '../../../../test/interop/certificates.ts';
import { openSipResponder } from '../../../../test/peers/sip-responder.ts';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import { SecretKey } from '../../../platform/access/index.ts';
import { statement } from '../../../platform/db/index.ts';
import { monotonicMs, silentLog } from '../../../platform/kernel/index.ts';
import { createSipUserAgent, Locator, type SipUserAgent } from '../../../telephony/sip/index.ts';
import { TrunkMonitor } from './trunk-monitor.ts';

const setTrunk = statement(
  'test.monitor.trunk',
  `update trunks set host = $2, port = $3, register = $4, username = $5, options_interval_seconds = $6
   where organization_id = $1`,
);
const over = statement(
  'test.monitor.transport',
  'update trunks set transport = $2 where organization_id = $1',
);
const readHealth = statement(
  'test.monitor.health',
  'select status, reason from trunk_health where organization_id = $1',
);
const readAudio = statement(
  'test.monitor.audio',
  'select status, reason, peer_codecs as codecs, audio_problem as problem from trunk_health where organization_id = $1',
);
const hold = statement(
  'test.monitor.hold',
  `update queued_calls set hold_reason = 'trunk-down', due_at = now() + interval '5 minutes' where call_id = $1`,
);

let world: QueueWorld;
let organizationId: string;
let agent: SipUserAgent;
let monitor: TrunkMonitor;
let closers: (() => unknown)[];

const delegate = {
  admits: () => true,
  onInvite: () => {
    throw new Error('an unexpected INVITE');
  },
};
const openAgent = (port: number, tls = {}) =>
  createSipUserAgent({ host: '127.0.0.1', port, publicAddress: '127.0.0.1', log: silentLog, delegate, tls });

beforeEach(async () => {
  closers = [];
  world = await QueueWorld.open();
  organizationId = await world.organization();
  agent = await openAgent(0);
  const secret = new SecretKey('a secret for tests, long enough to be taken');
  const locator = new Locator('127.0.0.1');
  monitor = new TrunkMonitor({ db: world.db, secret, log: silentLog, agent, locator, optionsTimeoutMs: 300 });
});
afterEach(async () => {
  await monitor.close();
  for (const close of closers) await close();
  await agent.close({ graceMs: 0 });
  await world.close();
});

interface TrunkValues {
  register?: boolean;
  username?: string | null;
  optionsSeconds?: number | null;
}
const trunkTo = (
  port: number,
  { register = false, username = null, optionsSeconds = null }: TrunkValues = {},
) => world.db.query(setTrunk, [organizationId, '127.0.0.1', port, register, username, optionsSeconds]);
const health = async () => (await world.db.query(readHealth, [organizationId]))[0] ?? null;
const isBound = async (socket: Socket) => {
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket.address().port;
};
/** Opens a socket that never answers. */
async function mute() {
  const socket = createSocket('udp4');
  const port = await isBound(socket);
  const received: string[] = [];
  socket.on('message', (bytes) => received.push(bytes.toString()));
  return { port, received, close: () => new Promise<void>((resolve) => socket.close(() => resolve())) };
}

it('finds a closed port without a SIP message, and makes its calls due when it opens again', async () => {
  const peer = await mute();
  await trunkTo(peer.port);
  const callId = await world.call(organizationId);
  monitor.start();
  await expect.poll(health).toEqual({ status: 'up', reason: null });
  await world.db.query(hold, [callId]);
  expect(peer.received).toEqual(['\r\n\r\n']);
  await peer.close();
  await trunkTo(peer.port, { username: 'changed, so it is checked now' });
  monitor.wake();
  await expect.poll(health).toEqual({ status: 'down', reason: 'connection refused' });
  expect(Date.parse((await world.read(callId)).due_at!)).toBeGreaterThan(Date.now() + 60_000);
  const back = createSocket('udp4');
  closers.push(() => back.close());
  back.bind(peer.port, '127.0.0.1');
  await expect.poll(health).toEqual({ status: 'up', reason: null });
  await expect
    .poll(async () => Date.parse((await world.read(callId)).due_at!) - Date.now())
    .toBeLessThan(1000);
});

it('asks a trunk that answered no INVITE by OPTIONS, and counts its silence if it has ever answered them', async () => {
  const answering = await openAgent(0);
  const { port } = answering.address;
  await trunkTo(port, { optionsSeconds: 10 });
  monitor.start();
  await expect.poll(health).toEqual({ status: 'up', reason: null });
  await answering.close({ graceMs: 0 });
  const peer = createSocket('udp4');
  closers.push(() => peer.close());
  const received: string[] = [];
  peer.on('message', (bytes) => received.push(bytes.toString()));
  peer.bind(port, '127.0.0.1');
  await once(peer, 'listening');
  monitor.doubt(organizationId, 'trunk_a', monotonicMs());
  await expect.poll(health).toEqual({ status: 'down', reason: 'no answer to OPTIONS: no response' });
  expect(received.some((text) => text.startsWith('OPTIONS '))).toBe(true);
});

it('ignores the silence of a trunk that never answered OPTIONS', async () => {
  const peer = await mute();
  closers.push(peer.close);
  await trunkTo(peer.port);
  monitor.start();
  await expect.poll(health).toEqual({ status: 'up', reason: null });
  monitor.doubt(organizationId, 'trunk_a', monotonicMs());
  await expect.poll(() => peer.received.some((text) => text.startsWith('OPTIONS '))).toBe(true);
  await expect.poll(() => monitor.isKnownReachable(organizationId, 'trunk_a')).toBe(true);
  expect(await health()).toEqual({ status: 'up', reason: null });
});

it('sends OPTIONS from the first check on to a trunk that wants them regularly', async () => {
  const peer = await mute();
  closers.push(peer.close);
  await trunkTo(peer.port, { optionsSeconds: 10 });
  monitor.start();
  await expect.poll(() => peer.received[0]).toMatch(/^OPTIONS sip:127\.0\.0\.1/);
});

it('reports a trunk over TCP as down at once when an INVITE failed and its port is closed', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  await trunkTo((server.address() as AddressInfo).port);
  await world.db.query(over, [organizationId, 'tcp']);
  monitor.start();
  await expect.poll(health).toEqual({ status: 'up', reason: null });
  server.close();
  await once(server, 'close');
  monitor.doubt(organizationId, 'trunk_a', monotonicMs());
  await expect.poll(health).toEqual({ status: 'down', reason: 'connection refused' });
});

it.skipIf(!hasOpenssl)(
  'reports a trunk with an untrusted certificate as down when it is asked by OPTIONS',
  async () => {
    const { certificate, key } = makeCertificate('IP:127.0.0.1');
    const peer = await openAgent(0, { server: { port: 0, certificate, key } });
    closers.push(() => peer.close({ graceMs: 0 }));
    await trunkTo(peer.addressOf('tls').port, { optionsSeconds: 10 });
    await world.db.query(over, [organizationId, 'tls']);
    monitor.start();
    const reason = 'no answer to OPTIONS: the certificate is not trusted';
    await expect.poll(health, { timeout: 15_000 }).toEqual({ status: 'down', reason });
  },
);

async function registrarWith(answers: Record<string, string | null>, media: string[] = []) {
  const registrar = await openSipResponder(answers, media);
  closers.push(registrar.close);
  return registrar;
}

it('sends OPTIONS to a registrar that wants them, and reports it as down when it is silent', async () => {
  const answers: Record<string, string | null> = { REGISTER: '200 OK', OPTIONS: '200 OK' };
  const registrar = await registrarWith(answers);
  await trunkTo(registrar.port, { register: true, username: 'bob', optionsSeconds: 10 });
  monitor.start();
  await expect.poll(health).toEqual({ status: 'up', reason: null });
  const asked = () => registrar.requests.filter((text) => text.startsWith('OPTIONS '));
  await expect.poll(() => asked().length).toBeGreaterThan(0);
  answers.OPTIONS = null;
  // After an INVITE without an answer, the trunk is checked at once.
  monitor.doubt(organizationId, 'trunk_a', monotonicMs());
  await expect.poll(health, { timeout: 15_000 }).toMatchObject({ status: 'down' });
  answers.OPTIONS = '200 OK';
  await expect.poll(health, { timeout: 15_000 }).toEqual({ status: 'up', reason: null });
});

it('reports the codecs that a peer lists, the refusal of our user, and calls without audio in common', async () => {
  const answers: Record<string, string | null> = { OPTIONS: '200 OK' };
  // RFC 3264 §9: the port of a description of capabilities may be 0.
  const media = [
    'm=audio 0 RTP/AVP 18 97 8 101',
    'a=rtpmap:97 iLBC/8000',
    'a=rtpmap:101 telephone-event/8000',
  ];
  const peer = await registrarWith(answers, media);
  await trunkTo(peer.port, { optionsSeconds: 10 });
  monitor.start();
  const audio = async () => (await world.db.query(readAudio, [organizationId]))[0] ?? null;
  const listed = { status: 'up', reason: null, codecs: ['G729', 'ILBC', 'PCMA'], problem: null };
  await expect.poll(audio).toEqual(listed);
  monitor.noteAudio(organizationId, 'trunk_a', 'a call was answered 488 Not Acceptable Here');
  await expect.poll(audio).toEqual({ ...listed, problem: 'a call was answered 488 Not Acceptable Here' });
  media.length = 0;
  answers.OPTIONS = '403 Forbidden';
  monitor.doubt(organizationId, 'trunk_a', monotonicMs());
  const reason = 'OPTIONS was answered 403 Forbidden';
  await expect.poll(audio).toMatchObject({ status: 'up', reason, codecs: null });
  // Of calls in quick succession the last one counts.
  monitor.noteAudio(organizationId, 'trunk_a', 'another');
  monitor.noteAudio(organizationId, 'trunk_a', null);
  await expect.poll(audio).toMatchObject({ problem: null });
});

it('refreshes a registration at once after an INVITE without an answer', async () => {
  const registrar = await registrarWith({ REGISTER: '200 OK' });
  await trunkTo(registrar.port, { register: true, username: 'bob' });
  monitor.start();
  await expect.poll(health).toEqual({ status: 'up', reason: null });
  const registered = () => registrar.requests.filter((text) => text.startsWith('REGISTER ')).length;
  expect(registered()).toBe(1);
  monitor.doubt(organizationId, 'trunk_a', monotonicMs());
  await expect.poll(registered).toBe(2);
  // Some registrars answer no OPTIONS. The answer to REGISTER is enough.
  expect(await health()).toEqual({ status: 'up', reason: null });
  const line = /^Contact: <sip:bob@[^>]*;line=([0-9a-f]{24})>/m.exec(registrar.requests[0]!)![1]!;
  expect(monitor.ofLine(line)).toEqual({ organizationId, trunkId: 'trunk_a' });
  expect(monitor.isRegistered({ organizationId, trunkId: 'trunk_a' })).toBe(true);
  expect(monitor.ofLine('0'.repeat(24))).toBeNull();
});

it('reports a registered trunk as its registrar does', async () => {
  const answers = { REGISTER: '403 Forbidden' };
  const { requests, port } = await registrarWith(answers);
  await trunkTo(port, { register: true, username: 'bob' });
  monitor.start();
  await expect.poll(health).toEqual({ status: 'down', reason: 'REGISTER was answered 403 Forbidden' });
  expect(requests[0]).toContain('To: <sip:bob@127.0.0.1');
  answers.REGISTER = '200 OK';
  await trunkTo(port, { register: true, username: 'bob2' });
  monitor.wake();
  await expect.poll(health).toEqual({ status: 'up', reason: null });
  await monitor.close();
  expect(requests.at(-1)).toMatch(/expires[=:] ?0/i);
});
