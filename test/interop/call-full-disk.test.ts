import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskSpace } from '../../src/runtime/session/capacity/disk-watch.ts';
import { readWav } from '../../src/telephony/media/index.ts';
import { type Dialing, setUpDialing } from '../world/dialing.ts';
import { type Program, startProgram } from '../world/program.ts';
import { canMountDisks, mountDisk, unmountDisk } from '../world/small-disk.ts';
import { createTestDatabase, type TestDatabase } from '../world/template-database.ts';
import { openPhone, type Phone, type PhoneCall } from './call-phone.ts';
import { hear, spoken } from './call-speech.ts';
import { hasPocketSphinx } from './pocketsphinx.ts';

let database: TestDatabase;
let dataDir: string;
let program: Program;
let phone: Phone;
let dialing: Dialing;
let customers = 0;

const dialogue = {
  start: 'ask',
  nodes: {
    ask: {
      say: 'Shall we keep it?',
      listen: { options: [{ phrases: ['keep it'], goto: 'keep' }] },
    },
    keep: { say: 'See you tomorrow, then. Goodbye.', end: true },
  },
};

const quietSamples = 2400;
const post = (path: string, body: object) => program.request('POST', path, { body });
const get = async (path: string) => (await program.request('GET', path)).body;
const over = async (callId: string) => {
  await expect
    .poll(async () => (await get(`/api/calls/${callId}`)).status, { timeout: 30_000 })
    .toBe('ended');
  return get(`/api/calls/${callId}`);
};
const why = async (callId: string): Promise<string> => JSON.stringify(await get(`/api/calls/${callId}/why`));
const hears = async (call: PhoneCall, text: string) => {
  const speech = await spoken(text);
  await expect
    .poll(() => hear(call.rtp.receivedPcm(), speech).likeness, { timeout: 20_000, interval: 200 })
    .toBeGreaterThan(0.9);
  // Half of a text is alike enough, and what the caller says into the rest may count as noise.
  const last = () => call.rtp.receivedPcm().subarray(-quietSamples);
  await expect.poll(() => last().every((sample) => Math.abs(sample) < 100), { timeout: 20_000 }).toBe(true);
};
const logs = (words: string) => program.log().some(({ msg }) => String(msg).includes(words));

async function dial(): Promise<{ callId: string; call: PhoneCall }> {
  const { agentId, phoneNumberId } = dialing;
  const customer = `+1212555400${++customers}`;
  const { callId } = (
    await post(`/api/agents/${agentId}/calls`, {
      ...{ phoneNumber: customer, phoneNumberId, variables: { firstName: 'Ada' } },
    })
  ).body;
  return { callId, call: await phone.call(({ number }) => number === customer) };
}

describe.skipIf(!canMountDisks() || !hasPocketSphinx)('on a disk of 32 MB', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'parley-full-'));
    mountDisk(dataDir, 32_768);
    program = await startProgram({
      ...{ databaseUrl: database.url, dataDir },
      env: { PARLEY_RECORDINGS_RESERVE_MB: '2' },
    });
    phone = await openPhone();
    dialing = await setUpDialing(program.request, {
      trunk: { port: phone.port },
      agent: {
        firstMessage: 'Shall we keep it?',
        limits: { maxDurationSeconds: 60, silenceSeconds: 30 },
        model: { provider: 'scripted', dialogue },
      },
    });
  }, 60_000);
  afterAll(async () => {
    await phone?.[Symbol.asyncDispose]();
    await program?.[Symbol.asyncDispose]();
    unmountDisk(dataDir);
    await rm(dataDir, { recursive: true });
    await database?.drop();
  });

  it('that fills up, callers are heard and understood, and what is not recorded is said', {
    timeout: 90_000,
  }, async () => {
    // A repeated test finds the files of its first try.
    for (const name of ['filler', 'more']) await rm(join(dataDir, name), { force: true });
    const running = await dial();
    await hears(running.call, 'Shall we keep it?');
    // Until less than 2 MB are free, and then until nothing at all can be written.
    const { freeBytes } = await diskSpace(dataDir);
    await writeFile(join(dataDir, 'filler'), Buffer.alloc(freeBytes - 1_200_000));
    await expect.poll(() => logs('recordings are off'), { timeout: 20_000 }).toBe(true);
    await writeFile(join(dataDir, 'more'), Buffer.alloc(2_000_000)).catch(() => undefined);
    expect((await diskSpace(dataDir)).freeBytes).toBe(0);
    await running.call.rtp.sendPcm(await spoken('keep it'));
    expect(await over(running.callId)).toMatchObject({ endedReason: 'assistant-ended-call' });
    expect(await why(running.callId)).toContain('recording-incomplete');
    const { channels } = readWav(await readFile(join(dataDir, 'recordings', `${running.callId}.wav`)));
    expect(channels[1]!.some((sample) => Math.abs(sample) > 1000)).toBe(true);

    const next = await dial();
    await hears(next.call, 'Shall we keep it?');
    await next.call.rtp.sendPcm(await spoken('keep it'));
    expect(await over(next.callId)).toMatchObject({
      endedReason: 'assistant-ended-call',
      recordingUrl: null,
    });
    expect(await why(next.callId)).toContain('lower PARLEY_RECORDINGS_RESERVE_MB');

    await rm(join(dataDir, 'filler'));
    await expect.poll(() => logs('recordings are on again'), { timeout: 20_000 }).toBe(true);
  });
});
