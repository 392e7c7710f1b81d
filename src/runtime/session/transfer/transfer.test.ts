import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { correlate } from '../../../../test/audio/correlation.ts';
import { noise, tone } from '../../../../test/audio/signals.ts';
import { type Manner, openPhone, type Phone, type PhoneCall } from '../../../../test/interop/call-phone.ts';
import { fixedTools } from '../../../../test/world/fixed-tools.ts';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import { freeRtpPorts } from '../../../../test/world/rtp-ports.ts';
import type { ToolRunner } from '../../../conversation/pipeline/index.ts';
import type {
  LanguageModel,
  ModelMessage,
  TextToSpeech,
} from '../../../conversation/providers/interfaces/index.ts';
import type { CallUsage } from '../../../domains/calls/index.ts';
import { CallWriter } from '../../../domains/calls/index.ts';
import { SecretKey } from '../../../platform/access/index.ts';
import { Listener, statement, toJson } from '../../../platform/db/index.ts';
import { metrics, silentLog } from '../../../platform/kernel/index.ts';
import { startMediaWorker } from '../../../telephony/media/index.ts';
import { SpareSpeech } from '../../agent-runtime/index.ts';
import { Dialer } from '../../dialer/index.ts';
import { CallEngine } from '../engine.ts';

const setTrunk = statement(
  'test.transfer.trunk',
  'update trunks set host = $2, port = $3 where organization_id = $1',
);
const setAgent = statement(
  'test.transfer.agent',
  'update agent_versions set configuration = $2 where organization_id = $1',
);
const setHosts = statement(
  'test.transfer.hosts',
  'update organizations set sip_hosts = $2 where organization_id = $1',
);
const readDestination = statement(
  'test.transfer.destination',
  'select transfer_destination as destination from calls where call_id = $1',
);

const customer = '+12125550123';
const colleague = '+12125550177';
const other = '+12125550188';

const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak({ text }) {
    yield { sampleRateHz: 8000, pcm: tone(440, text.startsWith('Summary') ? summaryMs : 300) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

let summaryMs: number;
let voices: TextToSpeech[];
let asked: (readonly ModelMessage[])[];
/** Calls the tool for the first key that is pressed, and says something to everything else. */
const model: LanguageModel = {
  name: 'test-model',
  // The model receives each key at once, instead of after the silence that ends an entry.
  collectsKeys: true,
  async *answer({ messages, tools: offered }) {
    asked.push(messages);
    if (offered.length > 0 && messages.at(-1)?.role === 'user') {
      yield { type: 'tool-call', call: { id: `call_${asked.length}`, name: 'transfer', arguments: {} } };
    } else yield { type: 'text-delta', text: 'Summary: I could not reach anybody.' };
    yield { type: 'finish', reason: 'stop', usage: {}, state: null };
  },
  [Symbol.asyncDispose]: async () => undefined,
};
const then = { kind: 'transfer', destination: 'first' } as const;
const tools: ToolRunner = {
  definitions: [{ name: 'transfer', description: '', parameters: { type: 'object' } }],
  run: async () => ({ result: {}, then }),
};

let world: QueueWorld;
let organizationId: string;
let phone: Phone;
let manners: Record<string, Manner>;
let recordingsDir: string;
let closers: (() => Promise<unknown>)[];

beforeEach(async () => {
  metrics.clear();
  asked = [];
  summaryMs = 300;
  voices = [voice];
  manners = {};
  closers = [];
  recordingsDir = await mkdtemp(join(tmpdir(), 'parley-transfer-'));
  world = await QueueWorld.open();
  organizationId = await world.organization();
  phone = await openPhone((number) => manners[number] ?? 'answer');
  await world.db.query(setTrunk, [organizationId, '127.0.0.1', phone.port]);
});
afterEach(async () => {
  for (const close of closers) await close();
  await phone[Symbol.asyncDispose]();
  await world.close();
  await rm(recordingsDir, { recursive: true, force: true });
});

interface Destination {
  name: string;
  mode: string;
  type?: string;
  destination?: string;
  fallback?: string;
}

/** Dials the customer with an agent that has these destinations. */
async function dial(destinations: Destination[]): Promise<{ callId: string; caller: PhoneCall }> {
  const transferDestinations = destinations.map((it) => ({
    description: null,
    type: 'phone',
    destination: colleague,
    summaryPrompt: null,
    fallback: 'return',
    ...it,
  }));
  const limits = { maxDurationSeconds: 60, silenceSeconds: 20 };
  const configuration = { name: 'Anna', prompt: 'x', firstMessage: 'Hello', limits, transferDestinations };
  await world.db.query(setAgent, [organizationId, toJson(configuration)]);
  const callId = await world.call(organizationId, { customerNumber: customer });
  await open();
  const caller = await phone.call(({ number }) => number === customer);
  return { callId, caller };
}

/** Presses a key as the customer when the agent speaks. */
async function press(caller: PhoneCall): Promise<void> {
  await expect.poll(() => caller.rtp.receivedPcm().some((sample) => Math.abs(sample) > 1000)).toBe(true);
  expect(await caller.incoming!.sendDigit('1')).toBe(true);
}

async function callWith(destinations: Destination[]): Promise<{ callId: string; caller: PhoneCall }> {
  const dialed = await dial(destinations);
  await press(dialed.caller);
  return dialed;
}

async function open(): Promise<void> {
  const { db } = world;
  const rtpPorts = await freeRtpPorts(20);
  const media = await startMediaWorker({ bindHost: '127.0.0.1', rtpPorts, log: silentLog });
  const { connectionString } = db;
  const listener = new Listener({ connectionString, applicationName: 'test', log: silentLog });
  const engine = new CallEngine({
    hasLease: () => true,
    writer: new CallWriter(db),
    spareSpeech: new SpareSpeech(),
    db,
    media,
    providers: {
      textToSpeech: async () => voices,
      speechToText: async () => [],
      languageModel: async () => [model],
      speechToSpeech: async () => [],
    },
    trace: () => undefined,
    openTools: fixedTools(tools),
    log: silentLog,
    listener,
    secret: new SecretKey('a secret for tests, long enough to be taken'),
    nodeId: 'node_a',
    sipHost: '127.0.0.1',
    sipPort: 0,
    publicAddress: '127.0.0.1',
    recordingsDir,
    recordingsReserveBytes: 0,
    noAnswerTimeoutMs: 10_000,
    mediaTimeoutMs: 60_000,
    holdTimeoutMs: 60_000,
    callsMax: 50,
  });
  const dialer = new Dialer({
    db,
    writer: new CallWriter(db),
    nodeId: 'node_a',
    placer: engine,
    log: silentLog,
  });
  await engine.start(() => dialer.wake());
  dialer.wake();
  closers.push(
    () => dialer.stop(),
    () => engine.close(0),
    () => media.close(),
    () => listener.close(),
  );
}

const statusOf = async (callId: string) => {
  const { status, ended_reason } = await world.read(callId);
  return `${status} ${ended_reason}`;
};
const destinationOf = async (callId: string) =>
  (await world.db.query<{ destination: string | null }>(readDestination, [callId]))[0]!.destination;
/** Waits until a phone has heard a signal. */
const hears = (call: PhoneCall, signal: Int16Array) =>
  expect
    .poll(() => correlate(call.rtp.receivedPcm(), signal).coefficient, { timeout: 15_000, interval: 200 })
    .toBeGreaterThan(0.8);

/** Repeats the signal until the other side has heard it, because no event reports that two lines are connected. */
const isHeard = (signal: Int16Array, from: PhoneCall, to: PhoneCall) =>
  expect
    .poll(
      async () => {
        await from.rtp.sendPcm(signal);
        return correlate(to.rtp.receivedPcm(), signal).coefficient;
      },
      { timeout: 15_000, interval: 50 },
    )
    .toBeGreaterThan(0.8);

describe('a transferred caller', () => {
  it('speaks with the other side, and the call ends when one of them hangs up', async () => {
    const { callId, caller } = await callWith([{ name: 'first', mode: 'bridged' }]);
    const called = await phone.call(({ number }) => number === colleague);
    await expect.poll(() => statusOf(callId)).toBe('forwarding null');
    expect(await destinationOf(callId)).toBe(colleague);
    await isHeard(noise(1, 600), caller, called);
    await isHeard(noise(2, 600), called, caller);
    caller.hangUp();
    await expect.poll(() => called.events).toContain('ended remote');
    await expect.poll(() => statusOf(callId)).toBe('ended assistant-forwarded-call');
    const line = { kind: 'telephony', provider: 'trunk_a', direction: 'outbound' };
    const lines = ((await world.read(callId)).usage as CallUsage[]).filter(
      ({ kind }) => kind === 'telephony',
    );
    expect(lines).toEqual([line, line].map((one) => ({ ...one, connectedMs: expect.any(Number) })));
    // The usage of the second leg comes first. The caller was connected for longer.
    expect(lines[0]!.connectedMs).toBeLessThan(lines[1]!.connectedMs!);
  });

  it('is disconnected when the other side hangs up', async () => {
    const { callId, caller } = await callWith([{ name: 'first', mode: 'warm' }]);
    const called = await phone.call(({ number }) => number === colleague);
    await hears(called, tone(440, 300));
    await isHeard(noise(1, 600), caller, called);
    called.hangUp();
    await expect.poll(() => caller.events).toContain('ended remote');
    await expect.poll(() => statusOf(callId)).toBe('ended assistant-forwarded-call');
    expect(asked.length).toBe(2);
  });

  it('the summary is ready when the other side answers, in another voice if the first one fails', async () => {
    manners[colleague] = 'ring';
    const mute: TextToSpeech = {
      ...voice,
      name: 'mute',
      async *speak({ text }) {
        if (text.startsWith('Summary')) throw new Error('it cannot speak');
        yield { sampleRateHz: 8000, pcm: tone(440, 300) };
      },
    };
    voices = [mute, voice];
    const { callId, caller } = await callWith([{ name: 'first', mode: 'warm' }]);
    const called = await phone.call(({ number }) => number === colleague);
    await expect.poll(() => asked.length).toBe(2);
    expect(called.events).toEqual([]);
    called.answer();
    await hears(called, tone(440, 300));
    await isHeard(noise(1, 600), caller, called);
    caller.hangUp();
    await expect.poll(() => statusOf(callId)).toBe('ended assistant-forwarded-call');
  });

  it('is transferred after the answer of the call is stored, even if the transfer was requested before', async () => {
    manners[customer] = 'silent';
    const { callId, caller } = await dial([{ name: 'first', mode: 'bridged' }]);
    const release = await world.holdEvents();
    caller.answer();
    await press(caller);
    await expect.poll(() => asked.length).toBe(1);
    expect(await statusOf(callId)).not.toContain('in-progress');
    await release();
    await phone.call(({ number }) => number === colleague);
    await expect.poll(() => statusOf(callId)).toBe('forwarding null');
    expect(asked.length).toBe(1);
  });

  it('is with the destination when its carrier hangs up as soon as it has accepted the REFER', async () => {
    manners[colleague] = 'ring';
    const { callId, caller } = await callWith([{ name: 'first', mode: 'blind' }]);
    await expect.poll(() => caller.events).toContain(`referred to ${colleague}`);
    caller.hangUp();
    await expect.poll(() => statusOf(callId)).toBe('ended assistant-forwarded-call');
  });

  it('leaves us by REFER', async () => {
    const { callId, caller } = await callWith([{ name: 'first', mode: 'blind' }]);
    await expect.poll(() => caller.events).toContain(`referred to ${colleague}`);
    await expect.poll(() => statusOf(callId)).toBe('ended assistant-forwarded-call');
    await expect.poll(() => caller.events).toContain('ended remote');
    expect(phone.calls.map(({ number }) => number)).toEqual([customer]);
  });
});

describe('when no destination can be reached', () => {
  it('the agent has the caller again, and the model receives the reason', async () => {
    manners[colleague] = 486;
    const { callId, caller } = await callWith([{ name: 'first', mode: 'bridged' }]);
    await expect.poll(() => asked.length).toBe(2);
    expect(asked[1]!.at(-1)).toMatchObject({ role: 'tool', name: 'transfer' });
    expect(String(asked[1]!.at(-1)!.content)).toContain('486');
    // The record is written while the conversation continues.
    await expect
      .poll(async () => [await statusOf(callId), await destinationOf(callId)])
      .toEqual(['in-progress null', null]);
    await expect
      .poll(() => world.events(callId))
      .toEqual(expect.arrayContaining(['noted transfer', 'noted transfer-failed']));
    caller.hangUp();
    await expect.poll(() => statusOf(callId)).toBe('ended customer-ended-call');
  });

  it('an accepted REFER whose call failed is no transfer', async () => {
    manners[colleague] = 486;
    const { callId, caller } = await callWith([{ name: 'first', mode: 'blind' }]);
    await expect.poll(() => caller.events).toContain(`referred to ${colleague}`);
    await expect.poll(() => asked.length).toBe(2);
    expect(String(asked[1]!.at(-1)!.content)).toContain('486');
    caller.hangUp();
    await expect.poll(() => statusOf(callId)).toBe('ended customer-ended-call');
  });

  it.each([
    ['organization', 'update organizations set max_concurrent_calls = $2 where organization_id = $1'],
    ['trunk', 'update trunks set max_concurrent_calls = $2 where organization_id = $1'],
  ])('calls no destination beyond the limit of the %s, because a second leg counts', async (what, text) => {
    const limit = statement(`test.transfer.limit_${what}`, text);
    await world.db.query(limit, [organizationId, 1]);
    await callWith([{ name: 'first', mode: 'bridged' }]);
    await expect.poll(() => asked.length).toBe(2);
    expect(String(asked[1]!.at(-1)!.content)).toContain(`all concurrent calls of the ${what} are in use`);
    expect(phone.calls.map(({ number }) => number)).toEqual([customer]);
  });

  it('a second leg takes a line until the agent has the caller back, or the call ends', async () => {
    const legs = statement(
      'test.transfer.legs',
      'select lines_in_use($1) as legs, calls_on_trunk($1, $2) as trunk',
    );
    const lines = () => world.db.query(legs, [organizationId, 'trunk_a']);
    manners[colleague] = 'ring';
    const { callId, caller } = await callWith([{ name: 'first', mode: 'bridged' }]);
    await phone.call(({ number }) => number === colleague);
    expect(await lines()).toEqual([{ legs: 2, trunk: 2 }]);
    caller.hangUp();
    await expect.poll(() => statusOf(callId)).toBe('ended customer-ended-call');
    expect(await lines()).toEqual([{ legs: 0, trunk: 0 }]);
  });

  it('tries the next destination', async () => {
    manners[colleague] = 486;
    const { callId } = await callWith([
      { name: 'first', mode: 'bridged', fallback: 'second' },
      { name: 'second', mode: 'bridged', destination: other, fallback: 'first' },
    ]);
    await phone.call(({ number }) => number === other);
    await expect.poll(() => destinationOf(callId)).toBe(other);
  });

  it('ends the call if the destination is set to', async () => {
    manners[colleague] = 503;
    const { callId } = await callWith([{ name: 'first', mode: 'bridged', fallback: 'end' }]);
    await expect.poll(() => statusOf(callId)).toBe('ended assistant-ended-call');
  });

  it.each([
    ['phone', '+19005550123', 'Premium-rate'],
    ['sip', 'sip:911@pbx.example', 'Emergency'],
  ])('does not dial a number that may not be dialed (%s %s)', async (type, destination, why) => {
    await callWith([{ name: 'first', mode: 'bridged', type, destination }]);
    await expect.poll(() => asked.length).toBe(2);
    expect(String(asked[1]!.at(-1)!.content)).toContain(why);
    expect(phone.calls).toHaveLength(1);
  });

  it.each([
    ['blind', ['sip:0119005550100@h', 'sip:0019005550100@h', 'sip:9,19005550100@h'], 'Premium-rate'],
    ['bridged', ['sip:*19005550100@h', 'sip:+12125550911;ext=911@h', 'sip:204@127.0.0.1'], 'sipHosts'],
    ['bridged', ['sip:sales@elsewhere.example', 'sip:+12125550177:pw@h', 'sip:442079460958@h'], 'GB'],
  ])(
    'does not call an address that a switch may dial as another number (%s %s)',
    async (mode, addresses, why) => {
      const names = ['first', 'second', 'third'];
      const { callId, caller } = await callWith(
        addresses.map((destination, at) => ({
          ...{ name: names[at]!, mode, type: 'sip', destination, fallback: names[at + 1] ?? 'return' },
        })),
      );
      await expect.poll(() => asked.length).toBe(2);
      expect(String(asked[1]!.at(-1)!.content)).toContain(why);
      expect(phone.calls.map(({ number }) => number)).toEqual([customer]);
      expect(caller.events.join()).not.toContain('referred');
      await expect.poll(() => world.events(callId)).toContain('noted transfer-failed');
    },
  );

  it.each([
    ['a number as the trunk dials it', 'sip:12125550177@elsewhere.example', '12125550177', '{}'],
    ["a name at the trunk's own host", 'sip:sales@127.0.0.1', 'sales', '{}'],
    ["an extension at the organization's own host", 'sip:204@PBX.example', '204', '{pbx.example}'],
  ])('%s is called', async (_what, destination, number, hosts) => {
    await world.db.query(setHosts, [organizationId, hosts]);
    await callWith([{ name: 'first', mode: 'bridged', type: 'sip', destination }]);
    await phone.call((call) => call.number === number);
  });

  it('calls no further destination for a caller who hung up while the first rang', async () => {
    manners[colleague] = 'ring';
    const { callId, caller } = await callWith([
      { name: 'first', mode: 'bridged', fallback: 'second' },
      { name: 'second', mode: 'bridged', destination: other },
    ]);
    const called = await phone.call(({ number }) => number === colleague);
    caller.hangUp();
    await expect.poll(() => called.events).toContain('canceled');
    await expect.poll(() => statusOf(callId)).toBe('ended customer-ended-call');
    expect(phone.calls.map(({ number }) => number)).toEqual([customer, colleague]);
  });

  it('reports a failed transfer when the destination hangs up during the summary', async () => {
    summaryMs = 5000;
    const { callId } = await callWith([{ name: 'first', mode: 'warm' }]);
    const called = await phone.call(({ number }) => number === colleague);
    await hears(called, tone(440, 300));
    called.hangUp();
    await expect.poll(() => world.events(callId)).toContain('noted transfer-failed');
    expect(await statusOf(callId)).toBe('in-progress null');
  });
});
