import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'vitest';
import { correlate } from '../../../../test/audio/correlation.ts';
import { noise, tone } from '../../../../test/audio/signals.ts';
import { type Manner, openPhone, type Phone, type PhoneCall } from '../../../../test/interop/call-phone.ts';
import { openNextEngine } from '../../../../test/world/call-engine.ts';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import type { ToolRunner } from '../../../conversation/pipeline/index.ts';
import type {
  LanguageModel,
  ModelMessage,
  TextToSpeech,
} from '../../../conversation/providers/interfaces/index.ts';
import type { CallUsage } from '../../../domains/calls/index.ts';
import { statement, toJson } from '../../../platform/db/index.ts';

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

/** Speaks every text as a tone, which is longer for a summary. */
const voiceOf = (summaryMs: number): TextToSpeech => ({
  name: 'tone',
  voices: [],
  async *speak({ text }) {
    yield { sampleRateHz: 8000, pcm: tone(440, text.startsWith('Summary') ? summaryMs : 300) };
  },
  [Symbol.asyncDispose]: async () => undefined,
});

/** Calls the tool for the first key that is pressed, and says something to everything else. */
const modelOf = (asked: (readonly ModelMessage[])[]): LanguageModel => ({
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
});
const then = { kind: 'transfer', destination: 'first' } as const;
const tools: ToolRunner = {
  definitions: [{ name: 'transfer', description: '', parameters: { type: 'object' } }],
  run: async () => ({ result: {}, then }),
};

interface Destination {
  name: string;
  mode: string;
  type?: string;
  destination?: string;
  fallback?: string;
}

/** A database with an organization, a telephone, and the engine that dials the customer. */
class Setting {
  world!: QueueWorld;
  organizationId!: string;
  phone!: Phone;
  readonly manners: Record<string, Manner> = {};
  voices: TextToSpeech[] = [voiceOf(300)];
  /** The messages of each request to the model. */
  readonly asked: (readonly ModelMessage[])[] = [];
  /** That of the test, because `expect.poll` must know which of the concurrent tests it belongs to. */
  readonly expect: TestContext['expect'];
  #recordingsDir!: string;
  readonly #closers: (() => Promise<unknown>)[] = [];

  constructor(expect: TestContext['expect']) {
    this.expect = expect;
  }

  async start(): Promise<void> {
    this.#recordingsDir = await mkdtemp(join(tmpdir(), 'parley-transfer-'));
    this.world = await QueueWorld.open();
    this.organizationId = await this.world.organization();
    this.phone = await openPhone((number) => this.manners[number] ?? 'answer');
    await this.world.db.query(setTrunk, [this.organizationId, '127.0.0.1', this.phone.port]);
  }

  async close(): Promise<void> {
    for (const close of this.#closers) await close();
    await this.phone?.[Symbol.asyncDispose]();
    await this.world?.close();
    await rm(this.#recordingsDir, { recursive: true, force: true });
  }

  /** Dials the customer with an agent that has these destinations. */
  async dial(destinations: Destination[]): Promise<{ callId: string; caller: PhoneCall }> {
    const { world, organizationId } = this;
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
    const [voice] = this.voices as [TextToSpeech];
    const model = modelOf(this.asked);
    const providers = {
      textToSpeech: async () => this.voices,
      speechToText: async () => [],
      languageModel: async () => [model],
      speechToSpeech: async () => [],
    };
    const setting = { db: world.db, voice, providers, tools, recordingsDir: this.#recordingsDir, ports: 20 };
    await openNextEngine(setting, this.#closers);
    const caller = await this.phone.call(({ number }) => number === customer);
    return { callId, caller };
  }

  /** Presses a key as the customer when the agent speaks. */
  async press(caller: PhoneCall): Promise<void> {
    await this.expect
      .poll(() => caller.rtp.receivedPcm().some((sample) => Math.abs(sample) > 1000))
      .toBe(true);
    this.expect(await caller.incoming!.sendDigit('1')).toBe(true);
  }

  async callWith(destinations: Destination[]): Promise<{ callId: string; caller: PhoneCall }> {
    const dialed = await this.dial(destinations);
    await this.press(dialed.caller);
    return dialed;
  }

  async statusOf(callId: string): Promise<string> {
    const { status, ended_reason } = await this.world.read(callId);
    return `${status} ${ended_reason}`;
  }

  async destinationOf(callId: string): Promise<string | null> {
    const [row] = await this.world.db.query<{ destination: string | null }>(readDestination, [callId]);
    return row!.destination;
  }

  /** Waits until a phone has heard a signal. */
  async hears(call: PhoneCall, signal: Int16Array): Promise<void> {
    await this.expect
      .poll(() => correlate(call.rtp.receivedPcm(), signal).coefficient, { timeout: 15_000, interval: 200 })
      .toBeGreaterThan(0.8);
  }

  /** Repeats the signal until the other side has heard it, because no event reports that two lines are connected. */
  async isHeard(signal: Int16Array, from: PhoneCall, to: PhoneCall): Promise<void> {
    await this.expect
      .poll(
        async () => {
          await from.rtp.sendPcm(signal);
          return correlate(to.rtp.receivedPcm(), signal).coefficient;
        },
        { timeout: 15_000, interval: 50 },
      )
      .toBeGreaterThan(0.8);
  }
}

/** Makes a test with a setting of its own, which is closed even after a test that takes too long. */
const inSetting =
  (work: (setting: Setting) => Promise<void>) =>
  async ({ expect, onTestFinished }: TestContext): Promise<void> => {
    const setting = new Setting(expect);
    onTestFinished(() => setting.close());
    await setting.start();
    await work(setting);
  };

describe.concurrent('a transferred caller', () => {
  it(
    'speaks with the other side, and the call ends when one of them hangs up',
    inSetting(async (setting) => {
      const { expect, world, phone } = setting;
      const { callId, caller } = await setting.callWith([{ name: 'first', mode: 'bridged' }]);
      const called = await phone.call(({ number }) => number === colleague);
      await expect.poll(() => setting.statusOf(callId)).toBe('forwarding null');
      expect(await setting.destinationOf(callId)).toBe(colleague);
      await setting.isHeard(noise(1, 600), caller, called);
      await setting.isHeard(noise(2, 600), called, caller);
      caller.hangUp();
      await expect.poll(() => called.events).toContain('ended remote');
      await expect.poll(() => setting.statusOf(callId)).toBe('ended assistant-forwarded-call');
      const line = { kind: 'telephony', provider: 'trunk_a', direction: 'outbound' };
      const lines = ((await world.read(callId)).usage as CallUsage[]).filter(
        ({ kind }) => kind === 'telephony',
      );
      expect(lines).toEqual([line, line].map((one) => ({ ...one, connectedMs: expect.any(Number) })));
      // The usage of the second leg comes first. The caller was connected for longer.
      expect(lines[0]!.connectedMs).toBeLessThan(lines[1]!.connectedMs!);
    }),
  );

  it(
    'is disconnected when the other side hangs up',
    inSetting(async (setting) => {
      const { expect, phone, asked } = setting;
      const { callId, caller } = await setting.callWith([{ name: 'first', mode: 'warm' }]);
      const called = await phone.call(({ number }) => number === colleague);
      await setting.hears(called, tone(440, 300));
      await setting.isHeard(noise(1, 600), caller, called);
      called.hangUp();
      await expect.poll(() => caller.events).toContain('ended remote');
      await expect.poll(() => setting.statusOf(callId)).toBe('ended assistant-forwarded-call');
      expect(asked.length).toBe(2);
    }),
  );

  it(
    'the summary is ready when the other side answers, in another voice if the first one fails',
    inSetting(async (setting) => {
      const { expect, phone, asked } = setting;
      setting.manners[colleague] = 'ring';
      const mute: TextToSpeech = {
        ...voiceOf(300),
        name: 'mute',
        async *speak({ text }) {
          if (text.startsWith('Summary')) throw new Error('it cannot speak');
          yield { sampleRateHz: 8000, pcm: tone(440, 300) };
        },
      };
      setting.voices = [mute, voiceOf(300)];
      const { callId, caller } = await setting.callWith([{ name: 'first', mode: 'warm' }]);
      const called = await phone.call(({ number }) => number === colleague);
      await expect.poll(() => asked.length).toBe(2);
      expect(called.events).toEqual([]);
      called.answer();
      await setting.hears(called, tone(440, 300));
      await setting.isHeard(noise(1, 600), caller, called);
      caller.hangUp();
      await expect.poll(() => setting.statusOf(callId)).toBe('ended assistant-forwarded-call');
    }),
  );

  it(
    'is transferred after the answer of the call is stored, even if the transfer was requested before',
    inSetting(async (setting) => {
      const { expect, world, phone, asked } = setting;
      setting.manners[customer] = 'silent';
      const { callId, caller } = await setting.dial([{ name: 'first', mode: 'bridged' }]);
      const release = await world.holdEvents();
      caller.answer();
      await setting.press(caller);
      await expect.poll(() => asked.length).toBe(1);
      expect(await setting.statusOf(callId)).not.toContain('in-progress');
      await release();
      await phone.call(({ number }) => number === colleague);
      await expect.poll(() => setting.statusOf(callId)).toBe('forwarding null');
      expect(asked.length).toBe(1);
    }),
  );

  it(
    'is with the destination when its carrier hangs up as soon as it has accepted the REFER',
    inSetting(async (setting) => {
      const { expect } = setting;
      setting.manners[colleague] = 'ring';
      const { callId, caller } = await setting.callWith([{ name: 'first', mode: 'blind' }]);
      await expect.poll(() => caller.events).toContain(`referred to ${colleague}`);
      caller.hangUp();
      await expect.poll(() => setting.statusOf(callId)).toBe('ended assistant-forwarded-call');
    }),
  );

  it(
    'leaves us by REFER',
    inSetting(async (setting) => {
      const { expect, phone } = setting;
      const { callId, caller } = await setting.callWith([{ name: 'first', mode: 'blind' }]);
      await expect.poll(() => caller.events).toContain(`referred to ${colleague}`);
      await expect.poll(() => setting.statusOf(callId)).toBe('ended assistant-forwarded-call');
      await expect.poll(() => caller.events).toContain('ended remote');
      expect(phone.calls.map(({ number }) => number)).toEqual([customer]);
    }),
  );
});

describe.concurrent('when no destination can be reached', () => {
  it(
    'the agent has the caller again, and the model receives the reason',
    inSetting(async (setting) => {
      const { expect, world, asked } = setting;
      setting.manners[colleague] = 486;
      const { callId, caller } = await setting.callWith([{ name: 'first', mode: 'bridged' }]);
      await expect.poll(() => asked.length).toBe(2);
      expect(asked[1]!.at(-1)).toMatchObject({ role: 'tool', name: 'transfer' });
      expect(String(asked[1]!.at(-1)!.content)).toContain('486');
      // The record is written while the conversation continues.
      await expect
        .poll(async () => [await setting.statusOf(callId), await setting.destinationOf(callId)])
        .toEqual(['in-progress null', null]);
      await expect
        .poll(() => world.events(callId))
        .toEqual(expect.arrayContaining(['noted transfer', 'noted transfer-failed']));
      caller.hangUp();
      await expect.poll(() => setting.statusOf(callId)).toBe('ended customer-ended-call');
    }),
  );

  it(
    'an accepted REFER whose call failed is no transfer',
    inSetting(async (setting) => {
      const { expect, asked } = setting;
      setting.manners[colleague] = 486;
      const { callId, caller } = await setting.callWith([{ name: 'first', mode: 'blind' }]);
      await expect.poll(() => caller.events).toContain(`referred to ${colleague}`);
      await expect.poll(() => asked.length).toBe(2);
      expect(String(asked[1]!.at(-1)!.content)).toContain('486');
      caller.hangUp();
      await expect.poll(() => setting.statusOf(callId)).toBe('ended customer-ended-call');
    }),
  );

  it.for([
    ['organization', 'update organizations set max_concurrent_calls = $2 where organization_id = $1'],
    ['trunk', 'update trunks set max_concurrent_calls = $2 where organization_id = $1'],
  ] as const)(
    'calls no destination beyond the limit of the %s, because a second leg counts',
    ([what, text], context) =>
      inSetting(async (setting) => {
        const { expect, world, organizationId, phone, asked } = setting;
        const limit = statement(`test.transfer.limit_${what}`, text);
        await world.db.query(limit, [organizationId, 1]);
        await setting.callWith([{ name: 'first', mode: 'bridged' }]);
        await expect.poll(() => asked.length).toBe(2);
        expect(String(asked[1]!.at(-1)!.content)).toContain(`all concurrent calls of the ${what} are in use`);
        expect(phone.calls.map(({ number }) => number)).toEqual([customer]);
      })(context),
  );

  it(
    'a second leg takes a line until the agent has the caller back, or the call ends',
    inSetting(async (setting) => {
      const { expect, world, organizationId, phone } = setting;
      const legs = statement(
        'test.transfer.legs',
        'select lines_in_use($1) as legs, calls_on_trunk($1, $2) as trunk',
      );
      const lines = () => world.db.query(legs, [organizationId, 'trunk_a']);
      setting.manners[colleague] = 'ring';
      const { callId, caller } = await setting.callWith([{ name: 'first', mode: 'bridged' }]);
      await phone.call(({ number }) => number === colleague);
      expect(await lines()).toEqual([{ legs: 2, trunk: 2 }]);
      caller.hangUp();
      await expect.poll(() => setting.statusOf(callId)).toBe('ended customer-ended-call');
      expect(await lines()).toEqual([{ legs: 0, trunk: 0 }]);
    }),
  );

  it(
    'tries the next destination',
    inSetting(async (setting) => {
      const { expect, phone } = setting;
      setting.manners[colleague] = 486;
      const { callId } = await setting.callWith([
        { name: 'first', mode: 'bridged', fallback: 'second' },
        { name: 'second', mode: 'bridged', destination: other, fallback: 'first' },
      ]);
      await phone.call(({ number }) => number === other);
      await expect.poll(() => setting.destinationOf(callId)).toBe(other);
    }),
  );

  it(
    'ends the call if the destination is set to',
    inSetting(async (setting) => {
      const { expect } = setting;
      setting.manners[colleague] = 503;
      const { callId } = await setting.callWith([{ name: 'first', mode: 'bridged', fallback: 'end' }]);
      await expect.poll(() => setting.statusOf(callId)).toBe('ended assistant-ended-call');
    }),
  );

  it.for([
    ['phone', '+19005550123', 'Premium-rate'],
    ['sip', 'sip:911@pbx.example', 'Emergency'],
  ] as const)('does not dial a number that may not be dialed (%s %s)', ([type, destination, why], context) =>
    inSetting(async (setting) => {
      const { expect, phone, asked } = setting;
      await setting.callWith([{ name: 'first', mode: 'bridged', type, destination }]);
      await expect.poll(() => asked.length).toBe(2);
      expect(String(asked[1]!.at(-1)!.content)).toContain(why);
      expect(phone.calls).toHaveLength(1);
    })(context),
  );

  it.for([
    ['blind', ['sip:0119005550100@h', 'sip:0019005550100@h', 'sip:9,19005550100@h'], 'Premium-rate'],
    ['bridged', ['sip:*19005550100@h', 'sip:+12125550911;ext=911@h', 'sip:204@127.0.0.1'], 'sipHosts'],
    ['bridged', ['sip:sales@elsewhere.example', 'sip:+12125550177:pw@h', 'sip:442079460958@h'], 'GB'],
  ] as const)(
    'does not call an address that a switch may dial as another number (%s %s)',
    ([mode, addresses, why], context) =>
      inSetting(async (setting) => {
        const { expect, world, phone, asked } = setting;
        const names = ['first', 'second', 'third'];
        const { callId, caller } = await setting.callWith(
          addresses.map((destination, at) => ({
            ...{ name: names[at]!, mode, type: 'sip', destination, fallback: names[at + 1] ?? 'return' },
          })),
        );
        await expect.poll(() => asked.length).toBe(2);
        expect(String(asked[1]!.at(-1)!.content)).toContain(why);
        expect(phone.calls.map(({ number }) => number)).toEqual([customer]);
        expect(caller.events.join()).not.toContain('referred');
        await expect.poll(() => world.events(callId)).toContain('noted transfer-failed');
      })(context),
  );

  it.for([
    ['a number as the trunk dials it', 'sip:12125550177@elsewhere.example', '12125550177', '{}'],
    ["a name at the trunk's own host", 'sip:sales@127.0.0.1', 'sales', '{}'],
    ["an extension at the organization's own host", 'sip:204@PBX.example', '204', '{pbx.example}'],
  ] as const)('%s is called', ([_what, destination, number, hosts], context) =>
    inSetting(async (setting) => {
      const { world, organizationId, phone } = setting;
      await world.db.query(setHosts, [organizationId, hosts]);
      await setting.callWith([{ name: 'first', mode: 'bridged', type: 'sip', destination }]);
      await phone.call((call) => call.number === number);
    })(context),
  );

  it(
    'calls no further destination for a caller who hung up while the first rang',
    inSetting(async (setting) => {
      const { expect, phone } = setting;
      setting.manners[colleague] = 'ring';
      const { callId, caller } = await setting.callWith([
        { name: 'first', mode: 'bridged', fallback: 'second' },
        { name: 'second', mode: 'bridged', destination: other },
      ]);
      const called = await phone.call(({ number }) => number === colleague);
      caller.hangUp();
      await expect.poll(() => called.events).toContain('canceled');
      await expect.poll(() => setting.statusOf(callId)).toBe('ended customer-ended-call');
      expect(phone.calls.map(({ number }) => number)).toEqual([customer, colleague]);
    }),
  );

  it(
    'reports a failed transfer when the destination hangs up during the summary',
    inSetting(async (setting) => {
      const { expect, world, phone } = setting;
      setting.voices = [voiceOf(5000)];
      const { callId } = await setting.callWith([{ name: 'first', mode: 'warm' }]);
      const called = await phone.call(({ number }) => number === colleague);
      await setting.hears(called, tone(440, 300));
      called.hangUp();
      await expect.poll(() => world.events(callId)).toContain('noted transfer-failed');
      expect(await setting.statusOf(callId)).toBe('in-progress null');
    }),
  );
});
