import { createSocket } from 'node:dgram';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { heardPieces } from '../../test/audio/correlation.ts';
import { noise } from '../../test/audio/signals.ts';
import { openSipAgent } from '../../test/interop/sip-agent.ts';
import { Flite } from '../conversation/providers/flite/index.ts';
import { readWav, writeWav } from '../telephony/media/index.ts';
import {
  type Behaviour,
  type SimulatedCall,
  type SimulatedCustomer,
  type SimulatedCustomerOptions,
  startSimulatedCustomer,
} from './index.ts';
import { levelDb } from './level.ts';

interface Customers {
  /** A folder of the test. */
  folder: string;
  /** Starts a customer, which ends with the test. */
  customer(
    behaviour: SimulatedCustomerOptions['behaviour'],
    options?: Partial<SimulatedCustomerOptions>,
  ): Promise<SimulatedCustomer>;
  /** Starts a caller, and a customer with `behaviour`. `received` resolves with the first call to the customer. */
  pair(
    behaviour: Behaviour,
    options?: Partial<SimulatedCustomerOptions>,
  ): Promise<{ caller: SimulatedCustomer; called: SimulatedCustomer; received: Promise<SimulatedCall> }>;
}

/** The tests mostly wait, and run at the same time. */
const it = test.extend<Customers>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from it what a fixture needs.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'simulation-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
  customer: async ({ folder }, use) => {
    const open: SimulatedCustomer[] = [];
    await use(async (behaviour, options = {}) => {
      const recordingsDir = join(folder, 'calls');
      const started = await startSimulatedCustomer({ behaviour, recordingsDir, ...options });
      open.push(started);
      return started;
    });
    for (const customer of open) await customer.close();
  },
  pair: async ({ customer }, use) => {
    await use(async (behaviour, options = {}) => {
      const received = Promise.withResolvers<SimulatedCall>();
      const called = await customer(behaviour, { ...options, onCall: received.resolve });
      const caller = await customer({ kind: 'busy' }, options);
      return { caller, called, received: received.promise };
    });
  },
});

/** The share of the said audio that must be heard. A busy machine may lose or delay the rest. */
const mostOf = 0.6;

/** Returns the level of the loudest 100 ms. */
function loudestDb(pcm: Int16Array): number {
  const starts = Array.from({ length: Math.ceil(pcm.length / 800) }, (_, n) => n * 800);
  return Math.max(...starts.map((start) => levelDb(pcm.subarray(start, start + 800))));
}

const numbers = { calledNumber: '+12025550123', callingNumber: '+14155550134' };

describe.concurrent('a customer that answers', () => {
  it('hears the other side, and is heard', async ({ pair }) => {
    const [ours, theirs] = [noise(1, 600), noise(2, 600)];
    const { caller, called, received } = await pair({ kind: 'answer', ringMs: 20 });
    const placed = await caller.call({ ...numbers, target: called.sipAddress });
    expect(await placed.answered).toBe(true);
    const other = await received;
    await other.say({ pcm: theirs });
    expect(other).toMatchObject({ direction: 'received', ...numbers, sipCallId: placed.sipCallId });
    const playback = await placed.say({ pcm: ours });
    expect(playback).toMatchObject({ completed: true, playedMs: 600 });
    await placed.untilSilence(300);
    placed.hangUp();
    const [mine, yours] = await Promise.all([placed.ended, other.ended]);
    expect(mine).toMatchObject({ wasAnswered: true, endedBy: 'customer', sipCode: null });
    expect(yours).toMatchObject({ wasAnswered: true, endedBy: 'other-side', sipCode: null });
    expect(heardPieces(mine.heard!, theirs).share).toBeGreaterThan(mostOf);
    expect(heardPieces(yours.heard!, ours).share).toBeGreaterThan(mostOf);
    expect(heardPieces(yours.heard!, theirs).share).toBe(0);
    expect(readWav(await readFile(yours.recordingPath!)).channels).toHaveLength(2);
  });

  it.for(['G722', 'opus'] as const)(
    'speaks %s where the offer prefers it, and hears as well',
    async (codec, { customer, pair }) => {
      const [ours, theirs] = [noise(1, 600, 6000), noise(2, 600, 6000)];
      const { called, received } = await pair({ kind: 'answer', ringMs: 20 });
      const caller = await customer({ kind: 'busy' }, { codecs: [codec, 'PCMU'] });
      const placed = await caller.call({ ...numbers, target: called.sipAddress });
      const other = await received;
      expect(await placed.answered).toBe(true);
      const heard = placed.untilSpeech();
      await other.say({ pcm: theirs });
      await heard;
      other.setRoom({ noise: -30 });
      const playback = await placed.say({ pcm: ours });
      expect(playback).toMatchObject({ completed: true, playedMs: 600 });
      await placed.untilSpokenFor(800);
      placed.hangUp();
      const [mine, yours] = await Promise.all([placed.ended, other.ended]);
      const { channels, sampleRateHz } = readWav(await readFile(yours.recordingPath!));
      expect([channels.length, sampleRateHz]).toEqual([2, 16_000]);
      // Louder than the noise.
      expect(loudestDb(mine.heard!)).toBeGreaterThan(-25);
      expect(loudestDb(yours.heard!)).toBeGreaterThan(-25);
      const spokenMs = other.heardSpeech.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
      expect(spokenMs).toBeGreaterThan(600 * mostOf);
      expect(spokenMs).toBeLessThan(900);
    },
  );

  it("reports the other side's speech by its RTP clock, and takes turns with it", async ({ pair }) => {
    const { caller, called, received } = await pair({ kind: 'answer', ringMs: 0 });
    const placed = await caller.call({ ...numbers, target: called.sipAddress });
    const other = await received;
    await Promise.all([placed.answered, other.answered]);
    const [first, second] = [noise(5, 1000), noise(6, 500)];
    const taken = placed.untilTurn(0, 300);
    const interrupted = placed.untilSpokenFor(400);
    const said = await other.say({ pcm: first });
    await Promise.all([taken, interrupted]);
    expect(placed.heardPositionMs).toBeGreaterThanOrEqual(1300);
    const sinceMs = placed.heardPositionMs;
    const answered = placed.untilTurn(sinceMs, 300);
    void other.say({ pcm: second });
    await answered;
    const [one, two] = placed.heardSpeech;
    // The lengths agree by the speaker's RTP clock, which advances even when a busy machine sends nothing for a while.
    const saidMs = said.endMs - said.startMs;
    expect(Math.abs(one!.endMs - one!.startMs - saidMs)).toBeLessThanOrEqual(40);
    expect(two!.startMs).toBeGreaterThanOrEqual(sinceMs - 40);
    const { heardZeroEpochMs, saidZeroEpochMs } = placed.clocks;
    expect(Math.abs(heardZeroEpochMs! - saidZeroEpochMs!)).toBeLessThan(60_000);
    placed.hangUp();
    await placed.untilTurn(placed.heardPositionMs, 300);
  });

  it('presses keys, stops speaking at once, and adds noise', async ({ pair, expect }) => {
    const { caller, called, received } = await pair({ kind: 'answer', ringMs: 0 });
    const placed = await caller.call({ ...numbers, target: called.sipAddress });
    const other = await received;
    await Promise.all([placed.answered, other.answered]);
    await placed.press('12#');
    const said = placed.say({ pcm: noise(7, 20_000) });
    await other.untilSpokenFor(200);
    placed.stopSaying();
    expect((await said).completed).toBe(false);
    await other.untilTurn(0, 300);
    expect(other.heardDb).toBe(-96);
    placed.setRoom({ noise: -40 });
    await expect.poll(() => Math.round(other.heardDb)).toBe(-40);
    placed.setRoom({ noise: null });
    await expect.poll(() => other.heardDb).toBe(-96);
    other.hangUp();
    await expect(placed.ended).resolves.toMatchObject({ endedBy: 'other-side' });
    await expect(placed.press('1')).rejects.toThrow('not answered');
  });

  it("hangs up after the other side's silence, not before its end", async ({ pair }) => {
    const speech = noise(3, 900);
    const { caller, called, received } = await pair({
      kind: 'answer',
      ringMs: 0,
      hangUpWhenSilentForMs: 700,
    });
    const placed = await caller.call({ ...numbers, target: called.sipAddress, says: [{ pcm: speech }] });
    const outcome = await (await received).ended;
    expect(outcome.endedBy).toBe('customer');
    expect(heardPieces(outcome.heard!, speech).share).toBeGreaterThan(mostOf);
    expect(await placed.ended).toMatchObject({ wasAnswered: true, endedBy: 'other-side' });
  });

  it('hangs up after a while, and resolves waits for speech or silence', async ({ pair }) => {
    const { caller, called } = await pair({ kind: 'answer', ringMs: 0, hangUpAfterMs: 100 });
    const placed = await caller.call({ ...numbers, target: called.sipAddress });
    await placed.untilSpeech();
    await placed.untilSilence(60_000);
    expect(await placed.ended).toMatchObject({ wasAnswered: true, endedBy: 'other-side' });
    await expect(placed.say({ pcm: noise(1, 100) })).rejects.toThrow('not answered');
  });

  it('says files, and texts with a voice', async ({ folder, pair }) => {
    await using voice = new Flite();
    const wavPath = join(folder, 'speech.wav');
    const speech = noise(4, 500);
    await writeFile(wavPath, writeWav({ sampleRateHz: 8_000, channels: [speech] }));
    const { caller, called, received } = await pair({ kind: 'answer', ringMs: 0 }, { voice });
    // The called customer hears the caller from the first word on.
    await caller.call({
      ...{ ...numbers, target: called.sipAddress },
      ...{ says: [{ wavPath }, { text: 'Good morning.' }], hangUpWhenSilentForMs: 100 },
    });
    const { heard } = await (await received).ended;
    const said = heardPieces(heard!, speech);
    expect(said.share).toBeGreaterThan(mostOf);
    const text = heard!.subarray(said.end);
    expect(text.length).toBeGreaterThan(4_000);
    expect(levelDb(text)).toBeGreaterThan(-40);
  });

  it('hangs up when it cannot speak', async ({ pair }) => {
    const { caller, called } = await pair({ kind: 'answer', ringMs: 0, says: [{ text: 'No voice.' }] });
    const placed = await caller.call({ ...numbers, target: called.sipAddress });
    expect(await placed.ended).toMatchObject({ wasAnswered: true, endedBy: 'other-side' });
  });
});

describe.concurrent('a customer that does not answer', () => {
  it.for([
    [{ kind: 'busy' }, 486],
    [{ kind: 'reject', code: 603, ringMs: 20 }, 603],
    [{ kind: 'no-answer', ringMs: 20 }, 480],
    [{ kind: 'reject', code: 503, reason: 'Try elsewhere' }, 503],
  ] as const)('%o', async ([behaviour, sipCode], { pair }) => {
    const { caller, called, received } = await pair(behaviour);
    const placed = await caller.call({ ...numbers, target: called.sipAddress });
    const refused = { wasAnswered: false, sipCode, heard: null, recordingPath: null };
    expect(await placed.ended).toEqual({ ...refused, endedBy: 'other-side' });
    expect(await (await received).ended).toEqual({ ...refused, endedBy: 'customer' });
    expect(await placed.answered).toBe(false);
  });

  it('rings until the caller gives up', async ({ pair }) => {
    const { caller, called, received } = await pair({ kind: 'no-answer' });
    const placed = await caller.call({ ...numbers, target: called.sipAddress, noAnswerTimeoutMs: 300 });
    expect(await placed.ended).toMatchObject({ wasAnswered: false, endedBy: 'system' });
    expect(await (await received).ended).toMatchObject({ wasAnswered: false, endedBy: 'other-side' });
  });

  it('ends a call that is given up while it rings', async ({ pair }) => {
    const { caller, called, received } = await pair({ kind: 'answer', ringMs: 600_000 });
    const placed = await caller.call({ ...numbers, target: called.sipAddress });
    const other = await received;
    placed.hangUp();
    expect(await placed.ended).toMatchObject({ wasAnswered: false, endedBy: 'customer' });
    expect(await other.ended).toMatchObject({ wasAnswered: false, endedBy: 'other-side', sipCode: 487 });
  });
});

describe.concurrent('the SIP messages', () => {
  it('contain number, caller and headers', async ({ customer }) => {
    const invites: string[][] = [];
    await using agent = await openSipAgent((call) => {
      const { displayName, uri } = call.from;
      invites.push([call.requestUri.user!, uri.user!, displayName!, ...call.headers('X-External-ID')]);
      call.reject(486);
    });
    const caller = await customer({ kind: 'busy' });
    const headers = [['X-External-ID', 'crm-1']] as const;
    const target = agent.agent.address;
    const placed = await caller.call({ ...numbers, target, displayName: 'Noor', headers });
    await placed.ended;
    expect(invites).toEqual([['+12025550123', '+14155550134', 'Noor', 'crm-1']]);
    await expect(caller.call({ ...numbers, target, sipCallId: 'two words' })).rejects.toThrow(TypeError);
  });

  it('are counted by number and Call-ID, without retransmissions', async ({ customer }) => {
    const called = await customer((call) =>
      call.calledNumber === '+1' ? { kind: 'busy' } : { kind: 'no-answer' },
    );
    const caller = await customer({ kind: 'busy' });
    const target = called.sipAddress;
    const call = async (calledNumber: string, sipCallId: string) =>
      (await caller.call({ calledNumber, callingNumber: '+9', target, sipCallId })).ended;
    await call('+1', 'a');
    await call('+1', 'a');
    await call('+1', 'b');
    await using socket = await rawSocket();
    await socket.request(target.port, rawInvite('+2', 'z9hG4bKone', socket.port), 3, /^SIP\/2.0 1/);
    expect(called.rings().get('+2')).toEqual({ calls: 1, invites: 1 });
    // §8.2.2.2: the same request on another path does not ring, but counts as an INVITE.
    await socket.request(target.port, rawInvite('+2', 'z9hG4bKtwo', socket.port), 1, /^SIP\/2.0 482/);
    expect(called.rings()).toEqual(
      new Map([
        ['+1', { calls: 2, invites: 3 }],
        ['+2', { calls: 1, invites: 1 }],
      ]),
    );
    expect(called.invites()).toBe(5);
  });
});

it.concurrent('hangs up every call when it is closed', async ({ customer }) => {
  const received = Promise.withResolvers<SimulatedCall>();
  const called = await startSimulatedCustomer({
    behaviour: { kind: 'answer', ringMs: 0 },
    onCall: received.resolve,
  });
  const caller = await customer({ kind: 'busy' });
  const placed = await caller.call({ ...numbers, target: called.sipAddress });
  await placed.answered;
  await called.close();
  expect(await placed.ended).toMatchObject({ wasAnswered: true, endedBy: 'other-side' });
  expect(await (await received.promise).ended).toMatchObject({ endedBy: 'customer', heard: null });
  await expect(called.call({ ...numbers, target: called.sipAddress })).rejects.toThrow();
});

/** Returns a socket that sends a datagram `times` times and waits for as many matching answers. */
async function rawSocket() {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    port: socket.address().port,
    async request(port: number, datagram: string, times: number, answer: RegExp): Promise<void> {
      let missing = times;
      const answered = new Promise<void>((resolve) => {
        socket.on('message', (message) => {
          if (answer.test(message.toString()) && --missing === 0) resolve();
        });
      });
      for (let i = 0; i < times; i++) socket.send(datagram, port, '127.0.0.1');
      await answered;
      socket.removeAllListeners('message');
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

function rawInvite(number: string, branch: string, port: number): string {
  return [
    `INVITE sip:${number}@127.0.0.1 SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=${branch};rport`,
    'Max-Forwards: 70',
    'From: <sip:+9@127.0.0.1>;tag=caller',
    `To: <sip:${number}@127.0.0.1>`,
    'Call-ID: raw',
    'CSeq: 1 INVITE',
    `Contact: <sip:+9@127.0.0.1:${port}>`,
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}
