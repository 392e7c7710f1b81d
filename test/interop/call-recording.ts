import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWav } from '../../src/telephony/media/index.ts';
import { type Dialing, setUpDialing } from '../world/dialing.ts';
import type { Program } from '../world/program.ts';
import { openPhone, type Phone, type PhoneCall } from './call-phone.ts';
import { hear, spoken } from './call-speech.ts';
import { callsProgram } from './calls-program.ts';

let program: Program;
let phone: Phone;
let dialing: Dialing;
let lastCustomer = 2_125_553_000;

/** Answers the key 1 with a sentence, 2 and 3 by pausing the recording and resuming it, 9 with the end. */
const pauseBy = (paused: boolean) => ({
  call: { tool: 'pauseRecording', arguments: { paused }, onSuccess: 'said', onFailure: 'bye' },
});
const dialogue = {
  start: 'menu',
  nodes: {
    menu: { say: 'Press a key.', goto: 'wait' },
    wait: {
      listen: {
        options: [
          { keys: ['1'], goto: 'said' },
          { keys: ['2'], goto: 'pause' },
          { keys: ['3'], goto: 'resume' },
          { keys: ['9'], goto: 'bye' },
        ],
      },
    },
    said: { say: 'One two three four five.', goto: 'wait' },
    pause: pauseBy(true),
    resume: pauseBy(false),
    bye: { say: 'Goodbye.', end: true },
  },
};

beforeAll(async () => {
  program = await callsProgram.organization();
  phone = await openPhone();
  dialing = await setUpDialing(program.request, {
    trunk: { port: phone.port },
    agent: {
      firstMessage: 'Press a key.',
      limits: { maxDurationSeconds: 60, silenceSeconds: 20 },
      model: { provider: 'scripted', dialogue },
      tools: [{ type: 'pauseRecording' }],
    },
  });
}, 60_000);
afterAll(async () => {
  await phone?.[Symbol.asyncDispose]();
});

const post = (path: string, body?: object) => program.request('POST', path, { body });
const read = async (callId: string) => (await program.request('GET', `/api/calls/${callId}`)).body;
const over = async (callId: string) => {
  await expect
    .poll(async () => (await read(callId)).status, { timeout: 20_000 })
    .toMatch(/^(ended|canceled)$/);
  return read(callId);
};
const recordings = () => readdir(join(program.dataDir, 'recordings')).catch(() => []);
const hears = (call: PhoneCall, speech: Int16Array) =>
  expect
    .poll(() => hear(call.rtp.receivedPcm(), speech).likeness, { timeout: 20_000, interval: 200 })
    .toBeGreaterThan(0.9);

/** Calls a new customer with these settings of recording. */
async function callWith(conversation: object): Promise<{ callId: string; call: PhoneCall }> {
  const { agentId, phoneNumberId } = dialing;
  const patched = await program.request('PATCH', `/api/agents/${agentId}`, { body: { conversation } });
  expect([patched.status, patched.text]).toEqual([200, expect.any(String)]);
  const customer = `+1${lastCustomer++}`;
  const body = { phoneNumber: customer, phoneNumberId, variables: { firstName: 'Ada' } };
  const { callId } = (await post(`/api/agents/${agentId}/calls`, body)).body;
  return { callId, call: await phone.call(({ number }) => number === customer) };
}

it('a call that is not to be recorded leaves no file', { timeout: 40_000 }, async () => {
  // Files of other suites.
  const before = await recordings();
  const { callId, call } = await callWith({ recording: 'off' });
  await hears(call, await spoken('Press a key.'));
  expect(await recordings()).toEqual(before);
  await call.incoming!.sendDigit('9');
  expect(await over(callId)).toMatchObject({ recordingUrl: null, endedReason: 'assistant-ended-call' });
  expect(await recordings()).toEqual(before);
});

it('a recording is announced before anything else', { timeout: 40_000 }, async () => {
  const announcement = 'We keep what is said.';
  const { callId, call } = await callWith({
    ...{ recording: 'announced', recordingAnnouncement: announcement },
  });
  await hears(call, await spoken('Press a key.'));
  await call.incoming!.sendDigit('9');
  const { transcript, recordingUrl } = await over(callId);
  const said = transcript.filter(({ role }: { role: string }) => role === 'bot');
  expect(said.slice(0, 2).map(({ message }: { message: string }) => message)).toEqual([
    announcement,
    expect.stringMatching(/^Press/),
  ]);
  expect(hear(call.rtp.receivedPcm(), await spoken(announcement)).likeness).toBeGreaterThan(0.9);
  expect(recordingUrl).not.toBeNull();
});

it.each([
  ['by the API', false],
  ['by a tool', true],
])('a recording is paused %s and goes on', { timeout: 60_000 }, async (_by, isByTool) => {
  const { callId, call } = await callWith({ recording: 'always', interruptible: true });
  const sentence = await spoken('One two three four five.');
  await hears(call, await spoken('Press a key.'));
  const press = async (key: string) => {
    const before = call.rtp.receivedPcm().length;
    expect(await call.incoming!.sendDigit(key)).toBe(true);
    await expect
      .poll(() => hear(call.rtp.receivedPcm().subarray(before), sentence).likeness, {
        ...{ timeout: 20_000, interval: 200 },
      })
      .toBeGreaterThan(0.9);
    const isQuiet = () =>
      call.rtp
        .receivedPcm()
        .slice(-3200)
        .every((sample) => Math.abs(sample) < 50);
    await expect.poll(isQuiet, { timeout: 20_000, interval: 100 }).toBe(true);
  };
  const ask = async (verb: 'pause' | 'resume') => {
    if (isByTool) return;
    const answer = await post(`/api/calls/${callId}/recording/${verb}`);
    expect([answer.status, answer.body]).toEqual([200, { callId, paused: verb === 'pause' }]);
    const isDone = (line: Record<string, unknown>) =>
      line.callId === callId && line.paused === (verb === 'pause');
    await expect.poll(() => program.log().some(isDone)).toBe(true);
  };
  await ask('pause');
  await press(isByTool ? '2' : '1');
  await ask('resume');
  await press(isByTool ? '3' : '1');
  await call.incoming!.sendDigit('9');
  const { transcript } = await over(callId);
  const said = transcript.filter(({ message }: { message: string }) => message.startsWith('One two'));
  expect(said).toHaveLength(2);

  const response = await fetch(`${program.url}/api/calls/${callId}/recording`, {
    headers: { authorization: `Bearer ${program.key}` },
  });
  const [, agentSide] = readWav(new Uint8Array(await response.arrayBuffer())).channels;
  const loudest = ({ secondsFromStart, duration }: { secondsFromStart: number; duration: number }) => {
    const from = Math.round((secondsFromStart + 0.3) * 8000);
    const part = agentSide!.subarray(from, from + Math.round((duration - 0.4) * 8000));
    return part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  };
  expect(loudest(said[0])).toBeLessThan(20);
  expect(loudest(said[1])).toBeGreaterThan(1000);
  expect(await post(`/api/calls/${callId}/recording/pause`)).toMatchObject({
    ...{ status: 409, body: { code: 'call.not_live' } },
  });
});
