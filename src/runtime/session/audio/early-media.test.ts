import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { join as joined, silence } from '../../../../test/audio/line.ts';
import { threeTones } from '../../../../test/audio/machines.ts';
import { noise, tone } from '../../../../test/audio/signals.ts';
import { plainSdp } from '../../../../test/interop/call-raw-caller.ts';
import { RtpPeer } from '../../../../test/peers/rtp-peer.ts';
import { openCallEngine } from '../../../../test/world/call-engine.ts';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import type { TextToSpeech } from '../../../conversation/providers/interfaces/index.ts';
import { statement } from '../../../platform/db/index.ts';
import { metrics } from '../../../platform/kernel/index.ts';

const setTrunk = statement(
  'test.early.trunk',
  `update trunks set host = '127.0.0.1', port = $2 where organization_id = $1`,
);
const setDetection = statement(
  'test.early.detection',
  `update agent_versions set configuration =
     (configuration::jsonb || '{"conversation": {"answerDetection": "on"}}'::jsonb)::json where organization_id = $1`,
);
const notes = statement(
  'test.early.notes',
  `select message from call_events where call_id = $1 and reason = 'early-media'`,
);

const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak() {
    yield { sampleRateHz: 8000, pcm: tone(440, 1000) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

let world: QueueWorld;
let socket: Socket;
let invite: string;
let enginePort: number;
let recordingsDir: string;
let closers: (() => Promise<unknown>)[];
let organizationId: string;
let callId: string;
let first: RtpPeer;
let second: RtpPeer;

beforeEach(async () => {
  metrics.clear();
  closers = [];
  recordingsDir = await mkdtemp(join(tmpdir(), 'parley-early-'));
  world = await QueueWorld.open();
  socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  [first, second] = [await RtpPeer.open(), await RtpPeer.open()];
  organizationId = await world.organization();
  await world.db.query(setTrunk, [organizationId, socket.address().port]);
});

/** Dials a call whose agent has answer detection on or off, and waits for the INVITE. */
async function dial(detection: 'on' | 'off' = 'off'): Promise<void> {
  if (detection === 'on') await world.db.query(setDetection, [organizationId]);
  callId = await world.call(organizationId);
  const arrived = Promise.withResolvers<string>();
  socket.on('message', (datagram, { port }) => {
    const text = datagram.toString('latin1');
    if (text.startsWith('BYE')) reply(200, 'a', null, text, port);
    if (!text.startsWith('INVITE')) return;
    enginePort = port;
    arrived.resolve(text);
  });
  await openCallEngine({ db: world.db, voice, recordingsDir, ports: 20 }, closers);
  invite = await arrived.promise;
  const rtpPort = Number(/m=audio (\d+)/.exec(invite)?.[1]);
  for (const peer of [first, second]) peer.setRemote('127.0.0.1', rtpPort);
}
afterEach(async () => {
  for (const close of closers) await close();
  socket.close();
  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  await world.close();
  await rm(recordingsDir, { recursive: true, force: true });
});

/** Sends a response of one branch of the forked call. */
function reply(status: number, tag: string, sdp: string | null, request = invite, port = enginePort): void {
  const header = (name: string) => new RegExp(`^${name}: .*$`, 'im').exec(request)?.[0] ?? '';
  const to = header('To');
  const lines = [
    `SIP/2.0 ${status} Whatever`,
    header('Via'),
    header('From'),
    to.includes(';tag=') ? to : `${to};tag=${tag}`,
    ...[header('Call-ID'), header('CSeq')],
    `Contact: <sip:callee@127.0.0.1:${socket.address().port}>`,
    ...(sdp === null ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${sdp?.length ?? 0}`,
  ];
  socket.send(`${lines.join('\r\n')}\r\n\r\n${sdp ?? ''}`, port, '127.0.0.1');
}
const isLoud = (peer: RtpPeer) => peer.receivedPcm().some((sample) => Math.abs(sample) > 1000);
const reaches = (status: string) =>
  expect.poll(async () => (await world.read(callId)).status, { timeout: 15_000 }).toBe(status);
const noted = async () =>
  (await world.db.query<{ message: string }>(notes, [callId])).map((it) => it.message);

it('early media does not affect the greeting, which is sent to the address of the answer', {
  timeout: 30_000,
}, async () => {
  await dial();
  reply(183, 'a', plainSdp(first.port));
  await first.until((received) => received.length >= 1);
  await first.sendPcm(noise(80, 300));
  reply(183, 'b', plainSdp(second.port));
  await second.until((received) => received.length >= 1);
  await second.sendPcm(noise(81, 200));
  expect([isLoud(first), isLoud(second)]).toEqual([false, false]);
  // The branch with the first early media answers.
  reply(200, 'a', plainSdp(first.port));
  await reaches('in-progress');
  await Promise.all([first.sendPcm(noise(82, 600)), second.sendPcm(noise(83, 300))]);
  await expect.poll(() => isLoud(first), { timeout: 10_000 }).toBe(true);
  expect(isLoud(second)).toBe(false);
  expect((await world.read(callId)).status).toBe('in-progress');
});

it('notes early media of an unanswered call', async () => {
  await dial();
  reply(183, 'a', plainSdp(first.port));
  await first.until((received) => received.length >= 1);
  await first.sendPcm(noise(84, 300));
  reply(404, 'a', null);
  await reaches('ended');
  expect(await noted()).toEqual([expect.stringMatching(/^For 0\.\d s audio came before the answer/)]);
  expect(await world.read(callId)).toMatchObject({ ended_reason: 'number-invalid', recording_file: null });
});

it('special information tones before the answer end the call', async () => {
  await dial('on');
  reply(183, 'a', plainSdp(first.port));
  await first.until((received) => received.length >= 1);
  const canceled = once(socket, 'message');
  await first.sendPcm(joined(threeTones(), silence(300)));
  expect(String((await canceled)[0])).toMatch(/^CANCEL /);
  reply(487, 'a', null);
  await reaches('ended');
  expect(await world.read(callId)).toMatchObject({
    ended_reason: 'operator-intercept',
    recording_file: null,
  });
});
