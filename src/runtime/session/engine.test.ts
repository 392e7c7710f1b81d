import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext, vi } from 'vitest';
import { correlate } from '../../../test/audio/correlation.ts';
import { tone } from '../../../test/audio/signals.ts';
import { type Manner, openPhone, type Phone, type PhoneCall } from '../../../test/interop/call-phone.ts';
import { soundIn } from '../../../test/interop/call-speech.ts';
import { type CallEngineSetting, openNextEngine } from '../../../test/world/call-engine.ts';
import { fileCalls } from '../../../test/world/file-calls.ts';
import { type CallValues, QueueWorld } from '../../../test/world/queue-world.ts';
import { canMountDisks, mountDisk, unmountDisk } from '../../../test/world/small-disk.ts';
import type { LanguageModel, TextToSpeech } from '../../conversation/providers/interfaces/index.ts';
import { ProviderError } from '../../conversation/providers/kit/index.ts';
import { suppressCustomer } from '../../domains/suppressions/index.ts';
import { statement } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { delay, monotonicMs } from '../../platform/kernel/index.ts';
import { type MediaWorker, readWav } from '../../telephony/media/index.ts';
import { buildOffer } from '../../telephony/sip/index.ts';
import type { DialableCall, Dialer } from '../dialer/index.ts';
import type { CallEngine } from './index.ts';

const setTrunk = statement(
  'test.engine.trunk',
  'update trunks set host = $2, port = $3 where organization_id = $1',
);
const trunkStatus = statement(
  'test.engine.trunk_status',
  'select status, reason from trunk_health where organization_id = $1',
);
const stopCall = statement(
  'test.engine.stop',
  `update calls set stop_requested = 'req_x' where call_id = $1`,
);
const takeOver = statement('test.engine.take_over', `update calls set node_id = 'node_b' where call_id = $1`);
const failuresOf = statement(
  'test.engine.failures',
  `select reason || ' ' || message as failure from call_events
   where call_id = $1 and reason in ('provider-failed', 'caller-unanswered') order by event_id`,
);
const setAgent = statement(
  'test.engine.agent',
  `update agent_versions set configuration = (configuration::jsonb
     || jsonb_build_object('limits', jsonb_build_object('maxDurationSeconds', $2::int, 'silenceSeconds', $3::int)))::json
   where organization_id = $1`,
);

/** Speaks every text as a second of a tone. Fails for a text with `fail`. */
const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak({ text }, { onUsage } = {}) {
    if (text.includes('fail')) throw new Error('no voice');
    onUsage?.({ characters: text.length });
    yield { sampleRateHz: 8000, pcm: tone(440, 1000) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

/** A database with an organization, a telephone, and the engine that the test opens. */
class Setting {
  world!: QueueWorld;
  organizationId!: string;
  phone!: Phone;
  manner: Manner = 'answer';
  media!: MediaWorker;
  engine!: CallEngine;
  dialer!: Dialer;
  recordingsDir!: string;
  readonly closers: (() => Promise<unknown>)[] = [];
  /** That of the test, because `expect.poll` must know which of the concurrent tests it belongs to. */
  readonly expect: TestContext['expect'];

  constructor(expect: TestContext['expect']) {
    this.expect = expect;
  }

  async start(): Promise<void> {
    this.recordingsDir = await mkdtemp(join(tmpdir(), 'parley-engine-'));
    this.world = await QueueWorld.open();
    this.organizationId = await this.world.organization();
    this.phone = await openPhone(() => this.manner);
    await this.world.db.query(setTrunk, [this.organizationId, '127.0.0.1', this.phone.port]);
  }

  async close(): Promise<void> {
    for (const close of this.closers) await close();
    await this.phone?.[Symbol.asyncDispose]();
    await this.world?.close();
    await rm(this.recordingsDir, { recursive: true, force: true });
  }

  /** Opens an engine and a dialer. With `placer`, the test places the calls itself. */
  async open(options: Partial<CallEngineSetting> = {}): Promise<void> {
    const { world, recordingsDir } = this;
    const setting = { db: world.db, voice, recordingsDir, ports: 100, ...options };
    Object.assign(this, await openNextEngine(setting, this.closers));
  }

  call(values: CallValues = {}): Promise<string> {
    return this.world.call(this.organizationId, values);
  }

  /** Returns the telephone's first call. */
  rung(): Promise<PhoneCall> {
    return this.phone.call(() => true);
  }

  async reaches(callId: string, status: string | RegExp): Promise<void> {
    await this.expect
      .poll(async () => (await this.world.read(callId)).status, { timeout: 15_000 })
      .toMatch(status);
  }

  async reasonOf(callId: string): Promise<string> {
    const { status, ended_reason } = await this.world.read(callId);
    return `${status} ${ended_reason}`;
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

/** Mounts a disk of 32 KB, which holds a second of a call. */
const mount = (folder: string) => mountDisk(folder, 32);
const setRecording = statement(
  'test.engine.recording',
  `update agent_versions set configuration = (configuration::jsonb
     || jsonb_build_object('conversation', jsonb_build_object('recording', $2::text)))::json
   where organization_id = $1`,
);

/** Returns the offer of a phone that puts us on hold. */
const heldOffer = (port: number) =>
  buildOffer({
    ...{ address: '127.0.0.1', port, codecs: ['PCMU'], sessionId: 1, version: 2 },
    direction: 'sendonly',
  });

// These tests last longest, so they begin first.
describe.concurrent('a disk of the recordings that is nearly full', () => {
  const totalBytes = 100e9;
  const words = 'the disk of the recordings has 412 MB free, and 1000 MB must stay free; free space on it';

  it(
    'ends running recordings and keeps them, and records the next call when there is room',
    { timeout: 30_000 },
    inSetting(async (setting) => {
      const { expect, world, organizationId, recordingsDir } = setting;
      let [freeBytes, reads] = [50e9, 0];
      const diskSpace = async () => {
        reads++;
        return { freeBytes, totalBytes };
      };
      await world.db.query(setAgent, [organizationId, 60, 4]);
      const callId = await setting.call();
      await setting.open({ diskSpace });
      await setting.reaches(callId, 'in-progress');
      await (await setting.rung()).rtp.until((received) => soundIn(received).soundMs > 900);
      freeBytes = 412e6;
      await setting.reaches(callId, 'ended');
      expect(await setting.reasonOf(callId)).toBe('ended silence-timed-out');
      expect(await world.events(callId)).toContain('noted recording-incomplete');
      expect(await world.messages(callId)).toContainEqual(expect.stringContaining(words));
      const { channels } = readWav(await readFile(join(recordingsDir, `${callId}.wav`)));
      expect(correlate(channels[1]!, tone(440, 1000)).coefficient).toBeGreaterThan(0.8);
      freeBytes = 50e9;
      // The second reading begins when the first has had its effect.
      const readsBefore = reads;
      await expect.poll(() => reads, { timeout: 10_000 }).toBeGreaterThan(readsBefore + 1);
      const next = await setting.call();
      setting.dialer.wake();
      await setting.reaches(next, 'ended');
      expect(await readdir(recordingsDir)).toContain(`${next}.wav`);
      expect(await world.events(next)).not.toContain('noted recording-incomplete');
    }),
  );

  it(
    'carries calls without recording and announcement, and records the remedy',
    inSetting(async (setting) => {
      const { expect, world, organizationId, recordingsDir } = setting;
      await world.db.query(setRecording, [organizationId, 'announced']);
      const callId = await setting.call();
      await setting.open({ diskSpace: async () => ({ freeBytes: 412e6, totalBytes }) });
      await setting.reaches(callId, 'ended');
      expect(await setting.reasonOf(callId)).toBe('ended silence-timed-out');
      expect(await world.events(callId)).toContain('noted recording-unavailable');
      const { transcript } = (await world.read(callId)) as unknown as { transcript: { message: string }[] };
      expect(transcript.map(({ message }) => message)).toEqual(['Hello']);
      expect(await readdir(recordingsDir)).toEqual([]);
    }),
  );
});

describe.concurrent('before the INVITE', () => {
  /** Returns a call that was claimed so long ago that its claim must be checked. */
  const claimLate = async (setting: Setting, callId: string) => {
    const claimed = Promise.withResolvers<DialableCall>();
    await setting.open({ placer: claimed.resolve });
    const late = { ...(await claimed.promise), claimedAtMs: monotonicMs() - 2500 };
    setting.expect(late.callId).toBe(callId);
    return late;
  };

  it(
    'dials a call whose claim is still valid after a while',
    inSetting(async (setting) => {
      const callId = await setting.call();
      const late = await claimLate(setting, callId);
      setting.engine.place(late);
      await setting.rung();
      await setting.reaches(callId, 'in-progress');
    }),
  );

  it(
    'drops a call that another process has taken over, and sends nothing',
    inSetting(async (setting) => {
      const { expect, world, phone, recordingsDir } = setting;
      const callId = await setting.call();
      const late = await claimLate(setting, callId);
      await world.db.query(takeOver, [callId]);
      await fileCalls(world.db);
      setting.engine.place(late);
      await expect.poll(() => setting.engine.liveCalls()).toBe(0);
      expect(phone.calls).toEqual([]);
      expect(await world.read(callId)).toMatchObject({ status: 'dialing', node_id: 'node_b' });
      expect(await readdir(recordingsDir)).toEqual([]);
    }),
  );

  it(
    'cancels a call whose stop was requested',
    inSetting(async (setting) => {
      const { expect, world, phone } = setting;
      const callId = await setting.call();
      const late = await claimLate(setting, callId);
      await world.db.query(stopCall, [callId]);
      setting.engine.place(late);
      await setting.reaches(callId, 'canceled');
      expect([phone.calls.length, await setting.reasonOf(callId)]).toEqual([0, 'canceled manually-canceled']);
    }),
  );

  it(
    'holds a call while its trunk is known to be down',
    inSetting(async (setting) => {
      const { expect, world, phone, organizationId } = setting;
      const closed = await openPhone(() => setting.manner);
      await closed[Symbol.asyncDispose]();
      await world.db.query(setTrunk, [organizationId, '127.0.0.1', closed.port]);
      await setting.open();
      await expect
        .poll(() => world.db.query(trunkStatus, [organizationId]))
        .toEqual([{ status: 'down', reason: 'connection refused' }]);
      const callId = await setting.call();
      setting.dialer.wake();
      await setting.dialer.idle();
      expect((await world.read(callId)).status).toBe('queued');
      await world.db.query(setTrunk, [organizationId, '127.0.0.1', phone.port]);
      await setting.reaches(callId, 'in-progress');
      expect((await world.events(callId)).slice(0, 2)).toEqual(['held trunk-down', 'dialed invite-sent']);
      expect(phone.calls).toHaveLength(1);
    }),
  );

  it(
    'replaces the file that an unanswered attempt left',
    inSetting(async (setting) => {
      const { recordingsDir } = setting;
      const callId = await setting.call();
      await writeFile(join(recordingsDir, `${callId}.wav`), 'left behind');
      await setting.open();
      await setting.reaches(callId, 'in-progress');
    }),
  );

  it(
    'holds a call while no audio port is free',
    { timeout: 30_000 },
    inSetting(async (setting) => {
      const { expect, world, phone, organizationId } = setting;
      await world.db.query(setAgent, [organizationId, 60, 3]);
      await setting.open({ ports: 1 });
      const both = [await setting.call(), await setting.call()];
      setting.dialer.wake();
      // Both are prepared at the same time, so either of them may get the port.
      const reasons = async () =>
        (await Promise.all(both.map((callId) => world.read(callId)))).map(({ hold_reason }) => hold_reason);
      await expect.poll(reasons, { timeout: 10_000 }).toContain('no-audio');
      const at = (await reasons()).indexOf('no-audio');
      const [second, first] = [both[at]!, both[1 - at]!];
      expect(await world.events(second)).toEqual(['held no-audio']);
      await setting.reaches(first, 'ended');
      await setting.reaches(second, /in-progress|ended/);
      expect(phone.calls).toHaveLength(2);
    }),
  );
});

describe.concurrent('while it rings', () => {
  it(
    'gives up an unanswered phone without a recording, and counts the speech synthesized in advance',
    inSetting(async (setting) => {
      const { expect, world, recordingsDir } = setting;
      setting.manner = 'ring';
      const callId = await setting.call();
      await setting.open({ noAnswerTimeoutMs: 300 });
      await setting.reaches(callId, 'ended');
      expect(await setting.reasonOf(callId)).toBe('ended customer-did-not-answer');
      expect((await world.read(callId)).usage).toEqual([
        { kind: 'text-to-speech', provider: 'tone', model: null, characters: expect.any(Number) },
      ]);
      expect((await setting.rung()).events).toContain('canceled');
      expect(await readdir(recordingsDir)).toEqual([]);
      expect(await world.events(callId)).toEqual([
        'dialed invite-sent',
        'ringing sip-180',
        'ended customer-did-not-answer',
      ]);
    }),
  );

  it(
    'stops ringing a customer who is suppressed, and continues a conversation',
    inSetting(async (setting) => {
      const { expect, world, phone, organizationId } = setting;
      await world.db.query(setAgent, [organizationId, 60, 30]);
      const running = await setting.call();
      await setting.open();
      await setting.reaches(running, 'in-progress');
      setting.manner = 'ring';
      const ringing = await setting.call();
      setting.dialer.wake();
      await setting.reaches(ringing, 'ringing');
      const { customer_number: phoneNumber } = await world.read(ringing);
      const actor = systemActor(organizationId, 'req_x');
      await suppressCustomer({ db: world.db, actor }, { phoneNumber, source: 'api' });
      await setting.reaches(ringing, 'canceled');
      expect(await setting.reasonOf(ringing)).toBe('canceled number-suppressed');
      await expect.poll(() => phone.calls[1]!.events.join()).toContain('canceled');
      expect((await world.read(running)).status).toBe('in-progress');
    }),
  );

  it(
    'records a flood of provisional responses once',
    inSetting(async (setting) => {
      const { expect, world } = setting;
      setting.manner = 'ring';
      const callId = await setting.call();
      await setting.open();
      const leg = await setting.rung();
      const transactions = vi.spyOn(world.db, 'transaction');
      for (let i = 0; i < 100; i++) leg.incoming!.ring(i % 2 === 0 ? 180 : 183);
      leg.answer();
      await setting.reaches(callId, 'in-progress');
      expect(transactions.mock.calls.length).toBeLessThan(50);
      const ringing = (await world.events(callId)).filter((event) => event.startsWith('ringing'));
      expect(ringing).toEqual(['ringing sip-180']);
    }),
  );

  it(
    'gives up a peer that only sends 100 Trying',
    inSetting(async (setting) => {
      const { expect } = setting;
      setting.manner = 'silent';
      const callId = await setting.call();
      await setting.open({ noAnswerTimeoutMs: 300 });
      await setting.reaches(callId, 'ended');
      expect(await setting.reasonOf(callId)).toBe('ended customer-did-not-answer');
    }),
  );
});

describe.concurrent('an answered call', () => {
  it(
    'ends at its maximum duration',
    inSetting(async (setting) => {
      const { expect, world, organizationId } = setting;
      await world.db.query(setAgent, [organizationId, 1, 10]);
      const callId = await setting.call();
      await setting.open();
      await setting.reaches(callId, 'ended');
      expect(await setting.reasonOf(callId)).toBe('ended exceeded-max-duration');
      expect((await setting.rung()).events).toContain('ended remote');
    }),
  );

  it(
    'ends when its voice cannot speak',
    inSetting(async (setting) => {
      const { expect, world, organizationId } = setting;
      const fail = statement(
        'test.engine.fail',
        `update agent_versions set configuration = (configuration::jsonb || '{"firstMessage": "fail"}')::json
       where organization_id = $1`,
      );
      await world.db.query(fail, [organizationId]);
      const callId = await setting.call();
      await setting.open();
      await setting.reaches(callId, 'ended');
      expect(await setting.reasonOf(callId)).toBe('ended provider-error');
    }),
  );

  it(
    'without a first message ends after the silence',
    inSetting(async (setting) => {
      const { expect, world, organizationId } = setting;
      const mute = statement(
        'test.engine.mute',
        `update agent_versions set configuration = (configuration::jsonb || '{"firstMessage": null}')::json
       where organization_id = $1`,
      );
      await world.db.query(mute, [organizationId]);
      const callId = await setting.call();
      await setting.open();
      await setting.reaches(callId, 'ended');
      expect(await setting.reasonOf(callId)).toBe('ended silence-timed-out');
    }),
  );

  it(
    'speaks after a delay to a phone that sends no audio, and records that',
    { timeout: 20_000 },
    inSetting(async (setting) => {
      const { expect, world, phone, organizationId } = setting;
      await world.db.query(setAgent, [organizationId, 60, 30]);
      phone.isMute = true;
      const callId = await setting.call();
      await setting.open();
      const { rtp } = await setting.rung();
      await rtp.until((received) =>
        received.some(({ payload }) => payload.some((octet) => (octet & 127) < 96)),
      );
      // By the clock of the audio, because a busy machine leaves out packets.
      const silentMs = ((rtp.received.at(-1)!.timestamp - rtp.received[0]!.timestamp) >>> 0) / 8;
      expect(silentMs).toBeGreaterThan(3000);
      await expect.poll(() => world.events(callId)).toContain('noted media-unproven');
    }),
  );

  it(
    'records why a model failed in mid-call, and that the agent apologized',
    inSetting(async (setting) => {
      const { expect, world, organizationId } = setting;
      await world.db.query(setAgent, [organizationId, 60, 2]);
      const callId = await setting.call();
      const model: LanguageModel = {
        name: 'remote',
        // biome-ignore lint/correctness/useYield: it fails before anything comes.
        async *answer() {
          throw new ProviderError('remote', 'remote answered 503: 4111 1111', {
            retryable: true,
            status: 503,
          });
        },
        [Symbol.asyncDispose]: async () => undefined,
      };
      await setting.open({ model });
      const { rtp, events } = await setting.rung();
      await expect.poll(() => events).toContain('acknowledged');
      await rtp.sendDigits('1');
      await setting.reaches(callId, 'ended');
      const failures = await world.db.query<{ failure: string }>(failuresOf, [callId]);
      const failed =
        'provider-failed The language model remote, asked for an answer, failed: it answered 503.';
      expect(failures.map((row) => row.failure)).toEqual([
        `${failed} It was asked again.`,
        `${failed} There was no other provider to ask.`,
        'caller-unanswered No provider answered the caller; the agent apologized instead.',
      ]);
      expect((await world.events(callId)).at(-1)).toMatch(/^ended /);
    }),
  );

  it(
    'waits for the first words of a slow embedded voice',
    { timeout: 30_000 },
    inSetting(async (setting) => {
      const { expect, world, organizationId } = setting;
      await world.db.query(setAgent, [organizationId, 60, 2]);
      const callId = await setting.call();
      const slow: TextToSpeech = {
        ...voice,
        isLocal: true,
        async *speak(request, options) {
          await delay(5_000, options?.signal);
          yield* voice.speak(request, options);
        },
      };
      await setting.open({ voice: slow });
      await (await setting.rung()).rtp.until((received) => soundIn(received).soundMs > 900);
      await setting.reaches(callId, 'ended');
      expect(await setting.reasonOf(callId)).toBe('ended silence-timed-out');
      expect(await world.events(callId)).not.toContain('noted provider-failed');
    }),
  );

  it(
    'is hung up when neither RTP nor RTCP arrives',
    inSetting(async (setting) => {
      const { expect, world, phone, organizationId } = setting;
      phone.isMute = true;
      await world.db.query(setAgent, [organizationId, 60, 30]);
      const callId = await setting.call();
      await setting.open({ mediaTimeoutMs: 300 });
      await setting.reaches(callId, 'ended');
      expect(await setting.reasonOf(callId)).toBe('ended no-audio-received');
      expect(await world.lastMessage(callId)).toBe(
        'Neither audio nor a report of it came for 0.3 s. No audio of the customer arrived during the call.',
      );
      expect((await setting.rung()).events).toContain('ended remote');
    }),
  );

  it(
    'waits for a caller who holds it without sending, for a limited time',
    inSetting(async (setting) => {
      const { expect, world, organizationId } = setting;
      await world.db.query(setAgent, [organizationId, 60, 1]);
      const callId = await setting.call();
      await setting.open({ mediaTimeoutMs: 300, holdTimeoutMs: 3000 });
      const leg = await setting.rung();
      await expect.poll(() => leg.events).toContain('acknowledged');
      const heldAtMs = monotonicMs();
      expect(await leg.incoming!.changeAudio(heldOffer(leg.rtp.port))).toMatchObject({ ok: true });
      await setting.reaches(callId, 'ended');
      expect(monotonicMs() - heldAtMs).toBeGreaterThan(2900);
      expect(await setting.reasonOf(callId)).toBe('ended silence-timed-out');
      expect(await world.lastMessage(callId)).toBe('The other side had the call on hold for 3 s.');
    }),
  );

  it(
    'is hung up when another process took it over',
    { timeout: 30_000 },
    inSetting(async (setting) => {
      const { expect, world, organizationId } = setting;
      await world.db.query(setAgent, [organizationId, 60, 30]);
      const callId = await setting.call();
      await setting.open();
      await setting.reaches(callId, 'in-progress');
      await world.db.query(takeOver, [callId]);
      await fileCalls(world.db);
      const { events } = await setting.rung();
      await expect.poll(() => events.join(), { timeout: 15_000 }).toContain('ended remote');
      expect(await world.read(callId)).toMatchObject({ status: 'in-progress', node_id: 'node_b' });
    }),
  );
});

describe.skipIf(!canMountDisks()).concurrent('on a disk that is full', () => {
  const fill = async ({ recordingsDir, closers }: Setting) => {
    mount(recordingsDir);
    closers.push(async () => unmountDisk(recordingsDir));
    await writeFile(join(recordingsDir, 'full'), Buffer.alloc(100_000)).catch(() => undefined);
  };

  it(
    'carries calls without recording and announcement, and records the reason',
    inSetting(async (setting) => {
      const { expect, world, organizationId, recordingsDir } = setting;
      await fill(setting);
      await world.db.query(setRecording, [organizationId, 'announced']);
      const callId = await setting.call();
      await setting.open();
      await setting.reaches(callId, 'ended');
      expect(await setting.reasonOf(callId)).toBe('ended silence-timed-out');
      expect(await world.events(callId)).toContain('noted recording-unavailable');
      const { transcript } = (await world.read(callId)) as unknown as { transcript: { message: string }[] };
      expect(transcript.map(({ message }) => message)).toEqual(['Hello']);
      expect(await readdir(recordingsDir)).toEqual(['full']);
    }),
  );

  it(
    'continues calls when it fills up during them',
    inSetting(async (setting) => {
      const { expect, world, organizationId, recordingsDir } = setting;
      mount(recordingsDir);
      setting.closers.push(async () => unmountDisk(recordingsDir));
      await world.db.query(setAgent, [organizationId, 60, 2]);
      const callId = await setting.call();
      await setting.open();
      await setting.reaches(callId, 'ended');
      expect(await setting.reasonOf(callId)).toBe('ended silence-timed-out');
      expect(await world.events(callId)).toContain('noted recording-incomplete');
    }),
  );
});

it.concurrent(
  'ends every call when the audio is lost, and holds calls that are claimed after that',
  { timeout: 30_000 },
  inSetting(async (setting) => {
    const { expect, world, phone, organizationId } = setting;
    await world.db.query(setAgent, [organizationId, 60, 30]);
    const running = await setting.call();
    await setting.open();
    await setting.reaches(running, 'in-progress');
    setting.manner = 'ring';
    const ringing = await setting.call();
    setting.dialer.wake();
    await setting.reaches(ringing, 'ringing');
    await setting.media.close();
    setting.engine.mediaLost();
    await setting.reaches(running, 'ended');
    await setting.reaches(ringing, 'canceled');
    expect([await setting.reasonOf(running), await setting.reasonOf(ringing)]).toEqual([
      'ended worker-lost',
      'canceled worker-lost',
    ]);
    const [first, second] = phone.calls;
    await expect.poll(() => first!.events.join()).toContain('ended remote');
    await expect.poll(() => second!.events.join()).toContain('canceled');
    const next = await setting.call();
    setting.dialer.wake();
    await expect.poll(async () => (await world.read(next)).hold_reason).toBe('no-audio');
    expect(phone.calls).toHaveLength(2);
  }),
);

it.concurrent(
  'gives calls some time to end when it closes, and then stops them',
  inSetting(async (setting) => {
    const { expect, world, organizationId } = setting;
    await world.db.query(setAgent, [organizationId, 60, 30]);
    const running = await setting.call();
    await setting.open();
    await setting.reaches(running, 'in-progress');
    setting.manner = 'ring';
    const ringing = await setting.call();
    setting.dialer.wake();
    await setting.reaches(ringing, 'ringing');
    await setting.dialer.stop();
    await setting.engine.close(100);
    expect([await setting.reasonOf(running), await setting.reasonOf(ringing)]).toEqual([
      'ended worker-lost',
      'canceled worker-lost',
    ]);
    expect(setting.engine.liveCalls()).toBe(0);
  }),
);

it.concurrent(
  'cleans up after races between answer, cancel and hang-up',
  { timeout: 40_000 },
  inSetting(async (setting) => {
    const { expect, world, phone, organizationId } = setting;
    await world.db.query(setAgent, [organizationId, 60, 30]);
    setting.manner = 'ring';
    await setting.open();
    const calls: string[] = [];
    for (let i = 0; i < 24; i++) {
      const callId = await setting.call({ customerNumber: `+1212555${2000 + i}` });
      calls.push(callId);
      setting.dialer.wake();
      const leg = await phone.call(({ number }) => number === `+1212555${2000 + i}`);
      await setting.reaches(callId, 'ringing');
      const stop = () => world.db.query(stopCall, [callId]).then(() => setting.engine.readStopRequests());
      const race = i % 3;
      if (race === 0) {
        // The answer is sent while the stop is requested.
        const stopped = stop();
        leg.answer();
        await stopped;
      } else if (race === 1) {
        leg.answer();
        await stop();
      } else {
        leg.answer();
        await setting.reaches(callId, 'in-progress');
        const stopped = stop();
        leg.hangUp();
        await stopped;
      }
    }
    for (const callId of calls) {
      await setting.reaches(callId, /ended|canceled/);
      expect((await world.read(callId)).ended_reason).toMatch(/manually-canceled|customer-ended-call/);
    }
    await expect.poll(() => phone.agent.liveCalls(), { timeout: 10_000 }).toBe(0);
    await expect.poll(() => [setting.engine.liveCalls(), setting.media.liveSessions()]).toEqual([0, 0]);
  }),
);
