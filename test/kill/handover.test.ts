import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readWav } from '../../src/telephony/media/index.ts';
import { openPhone, type Phone, type PhoneCall } from '../interop/call-phone.ts';
import {
  openRawCaller,
  plainSdp,
  type RawCall,
  type RawCaller,
  requestLines,
  toTagOf,
} from '../interop/call-raw-caller.ts';
import { soundIn } from '../interop/call-speech.ts';
import { RtpPeer } from '../peers/rtp-peer.ts';
import { type Dialing, setUpDialing } from '../world/dialing.ts';
import { type Program, startProgram } from '../world/program.ts';
import { createTestDatabase, type TestDatabase } from '../world/template-database.ts';

// A deploy: a process that carries a call gets SIGTERM, and another one with a folder of its own takes the call.

const dialogue = {
  start: 'menu',
  nodes: {
    menu: { say: 'Press a key.', listen: { options: [{ keys: ['1'], goto: 'first' }] } },
    first: { say: 'That was the first key.', listen: { options: [{ keys: ['2'], goto: 'second' }] } },
    second: { say: 'That was the second key. Goodbye.', end: true },
  },
};

let database: TestDatabase;
let api: Program;
let dialing: Dialing;
let phone: Phone;
let old: Program;
let next: Program;
const started = new AsyncDisposableStack();
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startProgram({ databaseUrl: database.url, env: { PARLEY_ROLES: 'api' } });
  phone = await openPhone();
  dialing = await setUpDialing(api.request, {
    trunk: { port: phone.port, allowedAddresses: ['127.0.0.1'] },
    agent: {
      prompt: 'Talk.',
      firstMessage: 'Press a key.',
      limits: { maxDurationSeconds: 300, silenceSeconds: 120 },
      model: { provider: 'scripted', dialogue },
      conversation: { fillers: [] },
    },
  });
}, 60_000);
afterAll(async () => {
  await started.disposeAsync();
  await phone?.[Symbol.asyncDispose]();
  await api?.[Symbol.asyncDispose]();
  await database?.drop();
});
// The process that took over in one test is the one that stops in the next.
beforeEach(async () => {
  const isGone = ({ process: { exitCode, signalCode } }: Program) => exitCode !== null || signalCode !== null;
  if (next !== undefined && !isGone(next)) old = next;
  else old = await startCalls();
  next = await startCalls();
});

const startCalls = async () => {
  const env = { PARLEY_ROLES: 'calls', PARLEY_STOP_SECONDS: '20' };
  const program = await startProgram({ databaseUrl: database.url, env });
  started.use(program);
  return program;
};
const get = async (path: string) => (await api.request('GET', path)).body;
const over = async (callId: string) => {
  await expect
    .poll(async () => (await get(`/api/calls/${callId}`)).status, { timeout: 30_000 })
    .toMatch(/^(ended|canceled)$/);
  return get(`/api/calls/${callId}`);
};
/** Waits until the agent has spoken since the packet `from`, and is silent. */
const spokenSince = (call: PhoneCall, from: number) =>
  expect
    .poll(() => soundIn(call.rtp.received.slice(from)), { timeout: 20_000 })
    .toMatchObject({ silenceMs: expect.toSatisfy((ms: number) => ms > 300) });
const reasonsOf = async (callId: string): Promise<string[]> =>
  (await get(`/api/calls/${callId}/why`)).decisions.map(({ reason }: { reason: string }) => reason);
/** What both sides said, without the tool that ends the call. */
const saidIn = ({ transcript }: { transcript: Record<string, string>[] }): string[] =>
  transcript.flatMap(({ role, message }) => (role === 'tool' ? [] : `${role}: ${message}`));
const portOf = (call: PhoneCall) => call.rtp.received.at(-1)?.fromPort;

let lastCaller = 4_155_553_000;
/** Calls the old process, and presses the first key. */
async function talking(): Promise<{ call: PhoneCall; callId: string }> {
  const from = `+1${lastCaller++}`;
  let call: PhoneCall | null = null;
  await expect
    .poll(
      async () => {
        call = await phone.dial(old.sipPort, dialing.phoneNumber, { from });
        await expect.poll(() => call!.events.join()).toMatch(/answered|failed/);
        return call.events.at(-1);
      },
      { timeout: 20_000 },
    )
    .toBe('answered');
  const answered = call as unknown as PhoneCall;
  await spokenSince(answered, 0);
  const at = answered.rtp.received.length;
  await answered.rtp.sendDigits('1');
  await spokenSince(answered, at);
  const [{ callId }] = (await get(`/api/calls?customerNumber=${encodeURIComponent(from)}`)).calls;
  return { call: answered, callId };
}

it('continues a talking call in another process, with its dialogue, transcript and recording', {
  timeout: 60_000,
}, async () => {
  phone.takesChanges = true;
  const { call, callId } = await talking();
  const oldPort = portOf(call);
  const stopped = old.stop();
  await expect.poll(() => portOf(call) !== oldPort, { timeout: 15_000 }).toBe(true);
  expect(await stopped).toBe(0);
  const at = call.rtp.received.length;
  await call.rtp.sendDigits('2');
  await spokenSince(call, at);
  await expect.poll(() => call.events.at(-1), { timeout: 10_000 }).toBe('ended remote');
  const record = await over(callId);
  expect(record.endedBy).toBe('Agent ended the call');
  expect(saidIn(record)).toEqual([
    'bot: Press a key.',
    'user: 1',
    'bot: That was the first key.',
    'user: 2',
    'bot: That was the second key. Goodbye.',
  ]);
  expect(await reasonsOf(callId)).toContain('handed-over');
  // Both halves are in one file, where the new process is.
  const file = await readFile(join(next.dataDir, 'recordings', `${callId}.wav`));
  const { channels, sampleRateHz } = readWav(file);
  for (const { role, secondsFromStart, duration } of record.transcript) {
    if (role !== 'bot') continue;
    const from = secondsFromStart * sampleRateHz;
    const samples = channels[1]!.subarray(from, from + duration * sampleRateHz);
    expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(1000);
  }
  expect(await readdir(join(old.dataDir, 'recordings'))).toEqual([]);
});

it('keeps a call whose other side refuses the re-INVITE, until it ends', { timeout: 60_000 }, async () => {
  phone.takesChanges = false;
  const { call, callId } = await talking();
  const oldPort = portOf(call);
  const stopped = old.stop();
  await expect.poll(() => call.events, { timeout: 15_000 }).toContain('offered refused');
  await expect.poll(() => reasonsOf(callId)).toContain('handover-refused');
  const at = call.rtp.received.length;
  await call.rtp.sendDigits('2');
  await spokenSince(call, at);
  expect(portOf(call)).toBe(oldPort);
  const record = await over(callId);
  expect(record).toMatchObject({ endedBy: 'Agent ended the call' });
  expect(saidIn(record)).toHaveLength(5);
  expect(await stopped).toBe(0);
  expect(await readdir(join(old.dataDir, 'recordings'))).toContain(`${callId}.wav`);
});

const token = () => randomBytes(8).toString('hex');

/** Calls the old process by messages that the test writes, and waits until another process asks the caller. */
async function askedByNext(raw: RawCaller, rtp: RtpPeer) {
  const call = { number: dialing.phoneNumber, from: `+1${lastCaller++}`, callId: token(), fromTag: token() };
  const lines = (more: Pick<RawCall, 'method' | 'branch'> & Partial<RawCall>) =>
    requestLines(raw, old.sipPort, { ...call, ...more });
  const sdp = plainSdp(rtp.port);
  raw.send(lines({ method: 'INVITE', branch: `z9hG4bK${token()}`, sdp }), sdp);
  const answer = await raw.message((text) => text.startsWith('SIP/2.0 200 '));
  const toTag = toTagOf(answer);
  raw.send(lines({ method: 'ACK', branch: `z9hG4bK${token()}`, toTag }));
  rtp.setRemote('127.0.0.1', Number(/^m=audio (\d+)/m.exec(answer)![1]));
  await rtp.until((received) => received.length > 0);
  rtp.sendComfortNoise();
  await expect.poll(() => soundIn(rtp.received).soundMs, { timeout: 15_000 }).toBeGreaterThan(300);
  const [{ callId }] = (await get(`/api/calls?customerNumber=${encodeURIComponent(call.from)}`)).calls;
  const stopped = old.stop();
  const asked = await raw.message((text) => text.startsWith('INVITE '));
  expect(asked).toContain(`:${next.sipPort}`);
  return { callId, toTag, lines, asked, stopped };
}

describe('a caller who has not answered the re-INVITE', () => {
  let raw: RawCaller;
  let rtp: RtpPeer;
  beforeEach(async () => {
    await talking().then(({ call }) => call.hangUp());
    raw = await openRawCaller(old.sipPort);
    rtp = await RtpPeer.open();
    return async () => {
      await raw[Symbol.asyncDispose]();
      await rtp[Symbol.asyncDispose]();
    };
  });

  it('is settled by another process when the new one is killed', { timeout: 60_000 }, async () => {
    const { callId, stopped } = await askedByNext(raw, rtp);
    next.process.kill('SIGKILL');
    expect(await over(callId)).toMatchObject({ endedReason: 'worker-lost' });
    await raw.message((text) => text.startsWith('BYE '));
    expect(await stopped).toBe(0);
    // What the old process recorded is kept.
    const file = await readFile(join(old.dataDir, 'recordings', `${callId}.wav`));
    expect(Math.max(...readWav(file).channels[1]!.map(Math.abs))).toBeGreaterThan(1000);
  });

  it('hangs up at the old process, and the new one records that', { timeout: 60_000 }, async () => {
    const { callId, toTag, lines, asked, stopped } = await askedByNext(raw, rtp);
    raw.send(lines({ method: 'BYE', branch: `z9hG4bK${token()}`, toTag, cseq: 2 }));
    await raw.message((text) => /^SIP\/2\.0 200 [\s\S]*CSeq: 2 BYE/i.test(text));
    const head = asked.split('\r\n').filter((line) => /^(via|from|to|call-id|cseq):/i.test(line));
    const to = Number(/^Via: \S+ [^;]*:(\d+)/im.exec(asked)![1]);
    raw.send(['SIP/2.0 481 Call/Transaction Does Not Exist', ...head], '', to);
    const record = await over(callId);
    expect(record).toMatchObject({ endedReason: 'customer-ended-call' });
    expect(saidIn(record)).toEqual(['bot: Press a key.']);
    const file = await readFile(join(next.dataDir, 'recordings', `${callId}.wav`));
    expect(Math.max(...readWav(file).channels[1]!.map(Math.abs))).toBeGreaterThan(1000);
    expect(await stopped).toBe(0);
  });
});
