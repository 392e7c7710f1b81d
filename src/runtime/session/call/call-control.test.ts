import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { correlate } from '../../../../test/audio/correlation.ts';
import { noise, tone } from '../../../../test/audio/signals.ts';
import { openPhone, type Phone } from '../../../../test/interop/call-phone.ts';
import { fixedTools } from '../../../../test/world/fixed-tools.ts';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import { freeRtpPorts } from '../../../../test/world/rtp-ports.ts';
import type { TextToSpeech } from '../../../conversation/providers/interfaces/index.ts';
import { CallWriter } from '../../../domains/calls/index.ts';
import { SecretKey } from '../../../platform/access/index.ts';
import { Listener, statement, toJson } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { FrameReader, frame, frameKind } from '../../../platform/nodes/index.ts';
import { startMediaWorker } from '../../../telephony/media/index.ts';
import { SpareSpeech } from '../../agent-runtime/index.ts';
import { Dialer } from '../../dialer/index.ts';
import { CallEngine } from '../engine.ts';

const setTrunk = statement('test.control.trunk', 'update trunks set port = $2 where organization_id = $1');
const setAgent = statement(
  'test.control.agent',
  'update agent_versions set configuration = $2 where organization_id = $1',
);
const give = statement(
  'test.control.give',
  `insert into call_commands (organization_id, call_id, sequence, member_id, command)
   select $1, $2, 1 + count(*), 'member_a', $3::json from call_commands where call_id = $2`,
);
const pause = statement(
  'test.control.pause',
  `update calls set recording_pause_requested = true, recording_pause_request = 'req_x' where call_id = $1`,
);
const read = statement(
  'test.control.read',
  `select concat_ws(' ', sequence, command ->> 'type', state, detail) as text from call_commands where call_id = $1
   order by sequence`,
);

/** The greeting is low; what members let the agent say is high. */
const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak({ text }) {
    yield { sampleRateHz: 8000, pcm: tone(text === 'Hello' ? 440 : 900, 400) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

let world: QueueWorld;
let phone: Phone;
let engine: CallEngine;
let recordingsDir: string;
const parts = new AsyncDisposableStack();
beforeAll(async () => {
  recordingsDir = await mkdtemp(join(tmpdir(), 'parley-control-'));
  parts.defer(() => rm(recordingsDir, { recursive: true, force: true }));
  world = await QueueWorld.open();
  parts.defer(() => world.close());
  phone = parts.use(await openPhone());
  const { db } = world;
  const rtpPorts = await freeRtpPorts(20);
  const media = await startMediaWorker({ bindHost: '127.0.0.1', rtpPorts, log: silentLog });
  parts.defer(() => media.close());
  const { connectionString } = db;
  const listener = new Listener({ connectionString, applicationName: 'test', log: silentLog });
  parts.defer(() => listener.close());
  engine = new CallEngine({
    ...{ db, media, listener, recordingsDir, log: silentLog, nodeId: 'node_a' },
    hasLease: () => true,
    writer: new CallWriter(db),
    spareSpeech: new SpareSpeech(),
    providers: {
      textToSpeech: async () => [voice],
      speechToText: async () => [],
      languageModel: async () => [],
      speechToSpeech: async () => [],
    },
    trace: () => undefined,
    openTools: fixedTools({ definitions: [], run: async () => ({ result: {} }) }),
    secret: new SecretKey('a secret for tests, long enough to be taken'),
    ...{ sipHost: '127.0.0.1', sipPort: 0, publicAddress: '127.0.0.1', recordingsReserveBytes: 0 },
    ...{ noAnswerTimeoutMs: 10_000, mediaTimeoutMs: 60_000, holdTimeoutMs: 60_000, callsMax: 50 },
  });
  parts.defer(() => engine.close(0));
  const dialer = new Dialer({
    db,
    writer: new CallWriter(db),
    nodeId: 'node_a',
    placer: engine,
    log: silentLog,
  });
  parts.defer(() => dialer.stop());
  await engine.start(() => dialer.wake());
  dialer.wake();
});
afterAll(() => parts.disposeAsync());

/** Returns an organization whose agent greets, and waits for a minute of silence. */
async function founded(): Promise<string> {
  const organizationId = await world.organization();
  await world.db.query(setTrunk, [organizationId, phone.port]);
  const limits = { maxDurationSeconds: 120, silenceSeconds: 60 };
  const configuration = {
    name: 'Anna',
    prompt: 'x',
    firstMessage: 'Hello',
    limits,
    transferDestinations: [],
  };
  await world.db.query(setAgent, [organizationId, toJson(configuration)]);
  return organizationId;
}

/** Collects the stereo audio of a call as the API gets it, and when each piece came. */
async function listenTo(organizationId: string, callId: string, token = engine.audioPlace!.token) {
  const [host, port] = engine.audioPlace!.address.split(':');
  const socket = connect({ host: host!, port: Number(port) });
  parts.defer(() => void socket.destroy());
  const chunks: Buffer[] = [];
  socket.on('data', (bytes) => void chunks.push(bytes));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`${JSON.stringify({ token, organizationId, callId })}\n`);
  const read = () => {
    const all = Buffer.concat(chunks);
    const end = all.indexOf(10) + 1;
    const samples = new Int16Array(
      new Uint8Array(all.subarray(end, all.length - ((all.length - end) % 4))).buffer,
    );
    const side = (first: number) => samples.filter((_, at) => at % 2 === first);
    return { head: all.subarray(0, end).toString(), left: side(0), right: side(1) };
  };
  return { read, closed };
}

it('gives the audio of both sides to the API, with the token alone, and silence while the recording is paused', async () => {
  const organizationId = await founded();
  const callId = await world.call(organizationId, { customerNumber: '+12125550124' });
  const caller = await phone.call(({ number }) => number === '+12125550124');
  await expect.poll(() => caller.rtp.receivedPcm().some((sample) => Math.abs(sample) > 1000)).toBe(true);
  for (const [organization, token] of [
    [organizationId, 'x'.repeat(43)],
    ['org_other', undefined],
  ] as const) {
    const refused = await listenTo(organization, callId, token);
    await refused.closed;
    expect(refused.read().head).toBe('');
  }
  const listeners = [await listenTo(organizationId, callId), await listenTo(organizationId, callId)];
  await expect.poll(() => listeners[1]!.read().left.length).toBeGreaterThan(0);
  await world.db.query(give, [
    organizationId,
    callId,
    toJson({ type: 'say', text: 'I am here.', when: 'now' }),
  ]);
  engine.readStopRequests();
  for (const { read } of listeners) {
    // The signal is repeated, because a busy machine sends it unevenly.
    const isHeard = async () => {
      await caller.rtp.sendPcm(noise(1, 600));
      return correlate(read().left, noise(1, 600)).coefficient;
    };
    await expect.poll(isHeard, { timeout: 20_000 }).toBeGreaterThan(0.8);
    await expect.poll(() => correlate(read().right, tone(900, 400)).coefficient).toBeGreaterThan(0.8);
    expect(read().head).toBe('{"sampleRateHz":8000}\n');
  }
  await world.db.query(pause, [callId]);
  engine.readStopRequests();
  await expect
    .poll(
      async () => {
        const before = listeners[0]!.read().left.length;
        await caller.rtp.sendPcm(noise(2, 300));
        return listeners[0]!
          .read()
          .left.slice(before)
          .every((sample) => sample === 0);
      },
      { timeout: 10_000 },
    )
    .toBe(true);
  caller.hangUp();
  await Promise.all(listeners.map(({ closed }) => closed));
});

/** Takes over a call as the API does, and speaks with `voicePcm`, again and again, until `leave`. */
async function takeOver(organizationId: string, callId: string, memberName: string, voicePcm: Int16Array) {
  const [host, port] = engine.audioPlace!.address.split(':');
  const socket = connect({ host: host!, port: Number(port) });
  parts.defer(() => void socket.destroy());
  const messages: string[] = [];
  const heard: Buffer[] = [];
  const frames = new FrameReader();
  let head = '';
  socket.on('data', (bytes) => {
    const end = head.endsWith('\n') ? -1 : bytes.indexOf(10);
    if (end >= 0) head += bytes.subarray(0, end + 1).toString();
    for (const { kind, contents } of frames.push(bytes.subarray(end + 1)))
      if (kind === frameKind.text) messages.push(contents.toString());
      else heard.push(Buffer.from(contents));
  });
  const { token } = engine.audioPlace!;
  const member = { memberId: 'member_a', memberName };
  socket.write(`${JSON.stringify({ token, organizationId, callId, member })}\n`);
  const startedAtMs = performance.now();
  let sent = 0;
  const speaking = setInterval(() => {
    // A busy machine wakes late, and the audio must have no gap.
    for (; sent * 20 < performance.now() - startedAtMs; sent++) {
      const at = (sent * 320) % voicePcm.length;
      const piece = voicePcm.slice(at, at + 320);
      socket.write(frame(frameKind.audio, new Uint8Array(piece.buffer)));
    }
  }, 20);
  const send = (message: object) => socket.write(frame(frameKind.text, Buffer.from(JSON.stringify(message))));
  const leave = () => {
    clearInterval(speaking);
    socket.destroy();
  };
  parts.defer(leave);
  const customer = () => {
    const all = Buffer.concat(heard);
    const both = new Int16Array(new Uint8Array(all).buffer);
    return both.filter((_, index) => index % 2 === 0);
  };
  return { messages, customer, send, leave, stopSpeaking: () => clearInterval(speaking) };
}

it('lets a member speak in place of the agent, and the agent go on when the member is gone', async () => {
  const organizationId = await founded();
  const callId = await world.call(organizationId, { customerNumber: '+12125550125' });
  const caller = await phone.call(({ number }) => number === '+12125550125');
  await expect.poll(() => caller.rtp.receivedPcm().some((sample) => Math.abs(sample) > 1000)).toBe(true);
  const member = await takeOver(organizationId, callId, 'Anna', tone(600, 2000, 8_000, 16_000));
  await expect.poll(() => member.messages).toEqual(['{"type":"speaking","canSuggest":false}']);
  const second = await takeOver(organizationId, callId, 'Ben', tone(300, 100, 8_000, 16_000));
  await expect
    .poll(() => second.messages)
    .toEqual(['{"type":"refused","reason":"Anna speaks with the customer"}']);
  const isHeard = (hertz: number) => correlate(caller.rtp.receivedPcm(), tone(hertz, 300)).coefficient;
  await expect.poll(() => isHeard(600)).toBeGreaterThan(0.8);
  await world.db.query(give, [organizationId, callId, toJson({ type: 'say', text: 'x', when: 'now' })]);
  engine.readStopRequests();
  await expect
    .poll(async () => (await world.db.query<{ text: string }>(read, [callId])).map(({ text }) => text))
    .toEqual(['1 say refused Anna speaks with the customer']);
  const isCustomerHeard = async () => {
    await caller.rtp.sendPcm(noise(3, 600));
    return correlate(member.customer(), noise(3, 600)).coefficient;
  };
  await expect.poll(isCustomerHeard, { timeout: 20_000 }).toBeGreaterThan(0.8);
  // The browser of the member sends nothing any more, as when its machine is cut off.
  member.stopSpeaking();
  await expect.poll(() => isHeard(900), { timeout: 10_000 }).toBeGreaterThan(0.8);
  const events = await world.events(callId);
  expect(events.filter((event) => event.includes('take-over') || event.includes('taken-over'))).toHaveLength(
    2,
  );
  caller.hangUp();
});

it('carries out commands in order, and ends the call after the words before', async () => {
  const organizationId = await founded();
  const callId = await world.call(organizationId, { customerNumber: '+12125550123' });
  const caller = await phone.call(({ number }) => number === '+12125550123');
  const command = async (given: object) => {
    await world.db.query(give, [organizationId, callId, toJson(given)]);
    engine.readStopRequests();
  };
  const states = async () => (await world.db.query<{ text: string }>(read, [callId])).map(({ text }) => text);
  await expect.poll(() => caller.rtp.receivedPcm().some((sample) => Math.abs(sample) > 1000)).toBe(true);
  await command({ type: 'mute' });
  await command({ type: 'transfer', destination: 'nowhere', message: null });
  await command({ type: 'playSound', soundId: 'sound_gone', when: 'now' });
  // Until the transfer has failed, the agent says nothing.
  await expect.poll(async () => (await states())[1], { timeout: 15_000 }).toMatch(/^2 transfer refused/);
  await command({ type: 'say', text: 'I am here.', when: 'now' });
  await command({ type: 'end', message: null });
  await expect
    .poll(states, { timeout: 15_000 })
    .toEqual([
      '1 mute done',
      '2 transfer refused the transfer failed: there is no destination called nowhere',
      '3 playSound refused the sound could not be loaded',
      '4 say done',
      '5 end done',
    ]);
  expect(correlate(caller.rtp.receivedPcm(), tone(900, 400)).coefficient).toBeGreaterThan(0.8);
  await expect.poll(() => caller.events).toContain('ended remote');
  await expect
    .poll(async () => {
      const { status, ended_reason } = await world.read(callId);
      return `${status} ${ended_reason}`;
    })
    .toMatch(/^ended /);
  const events = await world.events(callId);
  expect(events.filter((event) => event.includes('command-'))).toHaveLength(5);
});
