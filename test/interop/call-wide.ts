import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWav, writeWav } from '../../src/telephony/media/index.ts';
import { correlate } from '../audio/correlation.ts';
import { tone } from '../audio/signals.ts';
import { type Dialing, make, setUpDialing } from '../world/dialing.ts';
import type { Program } from '../world/program.ts';
import { hasBaresip, hasBaresipOpus, startBaresip } from './baresip.ts';
import { hear, spoken } from './call-speech.ts';
import { callsProgram } from './calls-program.ts';
import { freePort } from './sip-agent.ts';

const customer = '+12125551998';
const message = 'Hello Ada, this is a call over a wide line.';
/** What no line of 8 kHz carries. */
const highHz = 5_000;
const rateHz = 16_000;

/** How a phone speaks a codec: what it is named and by which module, and what its sound files have. */
const codecs = {
  g722: { names: 'G722/16000/1,PCMU/8000/1', module: 'g722', rateHz, channels: 1 },
  opus: { names: 'opus/48000/2', module: 'opus', rateHz: 48_000, channels: 2 },
};
type Codec = keyof typeof codecs;

describe.skipIf(!hasBaresip)('a trunk with wide-band codecs', () => {
  let program: Program;
  let dialing: Dialing;
  let sipPort: number;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wide-'));
    for (const [name, { rateHz: sampleRateHz, channels }] of Object.entries(codecs)) {
      const whistle = tone(highHz, 30_000, 4_000, sampleRateHz);
      const wav = writeWav({ sampleRateHz, channels: Array.from({ length: channels }, () => whistle) });
      await writeFile(join(folder, `${name}.wav`), wav);
    }
    sipPort = await freePort();
    program = await callsProgram.organization();
    dialing = await setUpDialing(program.request, {
      trunk: { port: sipPort, codecs: ['OPUS', 'G722', 'PCMU'] },
      agent: { firstMessage: message, limits: { maxDurationSeconds: 60, silenceSeconds: 1 } },
    });
  }, 60_000);
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const phoneOf = (
    codec: Codec,
    rtpPort: number,
    more: { dial?: string; autoAnswer?: boolean; user?: string },
  ) =>
    startBaresip({
      ...more,
      sipPort,
      rtpPort,
      codecs: { names: codecs[codec].names, modules: [codecs[codec].module] },
      playFile: join(folder, `${codec}.wav`),
      recordFolder: folder,
    });
  /** What the phone heard, at 16 kHz. */
  const heardByPhone = async (codec: Codec) => {
    const name = (await readdir(folder)).find((file) => file.includes('dec'));
    const wav = await readFile(join(folder, name ?? 'nothing was heard'));
    await rm(join(folder, name!));
    const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + (wav.length & ~1)));
    const step = (codecs[codec].rateHz / rateHz) * codecs[codec].channels;
    return samples.filter((_, n) => n % step === 0);
  };
  /** That the agent is heard there, and the customer here, with all that the wide line carries. */
  const isWide = async (callId: string, heard: Int16Array) => {
    const reference = await spoken(message, rateHz);
    expect(hear(heard, reference).likeness).toBeGreaterThan(0.9);
    const response = await fetch(`${program.url}/api/calls/${callId}/recording`, {
      headers: { authorization: `Bearer ${program.key}` },
    });
    const { sampleRateHz, channels } = readWav(new Uint8Array(await response.arrayBuffer()));
    expect([sampleRateHz, channels.length]).toEqual([rateHz, 2]);
    expect(hear(channels[1]!, reference).likeness).toBeGreaterThan(0.95);
    const whistle = tone(highHz, 500, 4_000, rateHz);
    expect(correlate(channels[0]!, whistle).coefficient).toBeGreaterThan(0.9);
  };
  const ended = async (callId: string) => {
    const read = async () => (await program.request('GET', `/api/calls/${callId}`)).body;
    await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('ended');
    return read();
  };

  it('calls a phone in G.722, and both hear each other at 16 kHz', { timeout: 60_000 }, async () => {
    await using phone = await phoneOf('g722', 21_700, { autoAnswer: true, user: customer });
    const { agentId, phoneNumberId } = dialing;
    const body = { phoneNumber: customer, phoneNumberId, variables: { firstName: 'Ada' } };
    const { callId } = await make(program.request, `/api/agents/${agentId}/calls`, body);
    expect(await ended(callId)).toMatchObject({
      endedReason: 'silence-timed-out',
      transcript: [{ role: 'bot', message }],
    });
    await phone.printed(/session closed|terminated/);
    await isWide(callId, await heardByPhone('g722'));
  });

  it.for([
    ['g722', 21_800],
    ['opus', 21_900],
  ] as const)(
    'is called by a phone in %s, and both hear each other at 16 kHz',
    { timeout: 60_000 },
    async ([codec, rtpPort], { skip }) => {
      skip(codec === 'opus' && !hasBaresipOpus);
      const inboundCalls = async (): Promise<string[]> => {
        const { body } = await program.request('GET', '/api/calls?type=inboundPhoneCall');
        return body.calls.map(({ callId }: { callId: string }) => callId);
      };
      const before = await inboundCalls();
      const dial = `sip:${dialing.phoneNumber}@127.0.0.1:${program.sipPort}`;
      await using phone = await phoneOf(codec, rtpPort, { dial, user: customer });
      await phone.printed(/Call established/);
      await phone.printed(/session closed|terminated/);
      const [callId] = (await inboundCalls()).filter((id) => !before.includes(id));
      await ended(callId!);
      await isWide(callId!, await heardByPhone(codec));
    },
  );
});
