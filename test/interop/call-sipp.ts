import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Dialing, make, newOwnNumber, setUpDialing } from '../world/dialing.ts';
import type { Program } from '../world/program.ts';
import { type BaresipOptions, hasBaresip, startBaresip } from './baresip.ts';
import { callersProgram } from './callers-program.ts';
import { freePort } from './sip-agent.ts';
import { hasSipp, runSipp, type SippOptions } from './sipp.ts';

let program: Program;
let dialing: Dialing;
beforeAll(async () => {
  if (!hasSipp && !hasBaresip) return;
  program = await callersProgram.organization();
  dialing = await setUpDialing(program.request, {
    trunk: { allowedAddresses: ['127.0.0.1'] },
    agent: { prompt: 'Talk.', firstMessage: 'Hello.', limits: { maxDurationSeconds: 60, silenceSeconds: 1 } },
  });
  // A caller that is slow to acknowledge is not given up.
  const patient = {
    name: 'Patient',
    prompt: 'Talk.',
    firstMessage: 'Hello.',
    limits: { maxDurationSeconds: 60, silenceSeconds: 4 },
  };
  const { agentId: inboundAgentId } = await make(program.request, '/api/agents', patient);
  await program.request('PATCH', `/api/phone-numbers/${dialing.phoneNumberId}`, { body: { inboundAgentId } });
}, 60_000);

let lastCustomer = 2_125_552_000;
interface CallRecord {
  callId: string;
  status: string;
  endedReason: string | null;
  endedBy: string | null;
  sipCode: number | null;
  startedAt: string | null;
  transcript: { message: string }[];
}
const read = async (callId: string): Promise<CallRecord> =>
  (await program.request('GET', `/api/calls/${callId}`)).body;
const settled = async (callId: string): Promise<CallRecord> => {
  await expect
    .poll(async () => (await read(callId)).status, { timeout: 30_000, interval: 100 })
    .toMatch(/^(ended|canceled)$/);
  return read(callId);
};
/** A number whose trunk leads to a port of loopback. */
const numberThrough = async (port: number, trunk: Record<string, unknown> = {}): Promise<string> => {
  const body = { name: 'Peer', host: '127.0.0.1', port, ...trunk };
  const { trunkId } = await make(program.request, '/api/trunks', body);
  const number = { phoneNumber: newOwnNumber(), trunkId };
  return (await make(program.request, '/api/phone-numbers', number)).phoneNumberId;
};
const place = async (phoneNumberId: string, phoneNumber = `+1${lastCustomer++}`): Promise<string> => {
  const body = { phoneNumber, phoneNumberId };
  return (await make(program.request, `/api/agents/${dialing.agentId}/calls`, body)).callId;
};

describe.skipIf(!hasSipp)('we call sipp', () => {
  const withSipp = async (options: Omit<SippOptions, 'localPort'>, trunk = {}) => {
    const localPort = await freePort();
    const sipp = runSipp({ localPort, ...options });
    return { sipp, phoneNumberId: await numberThrough(localPort, trunk) };
  };
  const went = async (sipp: ReturnType<typeof runSipp>) => {
    const { exitCode, output } = await sipp.done;
    expect(exitCode, output).toBe(0);
  };

  it('several calls at once, answered, spoken to and hung up by us', { timeout: 60_000 }, async () => {
    const { sipp, phoneNumberId } = await withSipp({ scenario: 'uas', calls: 5 });
    const calls = await Promise.all(Array.from({ length: 5 }, () => place(phoneNumberId)));
    for (const callId of calls) {
      expect(await settled(callId)).toMatchObject({
        status: 'ended',
        // This sipp sends no audio.
        endedReason: 'no-audio-received',
        endedBy: 'Agent ended the call',
        transcript: [{ message: 'Hello.' }],
      });
    }
    await went(sipp);
  });

  it('a busy phone', { timeout: 60_000 }, async () => {
    const { sipp, phoneNumberId } = await withSipp({ scenario: 'uas-busy', calls: 1 });
    const record = await settled(await place(phoneNumberId));
    expect(record).toMatchObject({ endedReason: 'customer-busy', sipCode: 486, startedAt: null });
    await went(sipp);
  });

  it('a phone that rings until the call is canceled', { timeout: 60_000 }, async () => {
    const { sipp, phoneNumberId } = await withSipp({ scenario: 'uas-no-answer', calls: 1 });
    const callId = await place(phoneNumberId);
    await expect.poll(async () => (await read(callId)).status, { timeout: 10_000 }).toBe('ringing');
    await program.request('POST', `/api/calls/${callId}/cancel`);
    expect(await settled(callId)).toMatchObject({ status: 'canceled', endedReason: 'manually-canceled' });
    await went(sipp);
  });

  it.each([
    ['right', 'secret', 'no-audio-received', null],
    ['wrong', 'guess', 'trunk-rejected', 403],
  ])(
    'a trunk that asks for the password, which is %s',
    { timeout: 60_000 },
    async (_which, password, endedReason, sipCode) => {
      const { sipp, phoneNumberId } = await withSipp(
        { scenario: 'uas-challenge', calls: 1 },
        { username: 'bob', password },
      );
      expect(await settled(await place(phoneNumberId))).toMatchObject({ endedReason, sipCode });
      await went(sipp);
    },
  );

  it('a trunk that asks for a password where none is set', { timeout: 60_000 }, async () => {
    const { sipp, phoneNumberId } = await withSipp({ scenario: 'uas-challenge', calls: 1 });
    expect(await settled(await place(phoneNumberId))).toMatchObject({
      endedReason: 'trunk-rejected',
      sipCode: 401,
    });
    sipp.stop();
    await sipp.done;
  });
});

describe.skipIf(!hasSipp)('sipp calls us', () => {
  const sippCalls = async (
    options: Omit<SippOptions, 'remote' | 'localPort'>,
    number = dialing.phoneNumber,
  ) => {
    const remote = `127.0.0.1:${program.sipPort}`;
    const args = ['-s', number, ...(options.args ?? [])];
    return runSipp({ ...options, args, remote, localPort: await freePort() }).done;
  };
  const inbound = async (): Promise<CallRecord[]> =>
    (await program.request('GET', '/api/calls?type=inboundPhoneCall&pageSize=1000')).body.calls;

  it('several calls at once, each with a record of its own', { timeout: 60_000 }, async () => {
    // The trunk is known to the process that takes calls a moment after it was made.
    await vi.waitFor(async () => {
      const { exitCode, output } = await sippCalls({ scenario: 'uac', calls: 1, args: ['-d', '100'] });
      expect(exitCode, output).toBe(0);
    }, 30_000);
    const before = (await inbound()).length;
    const { exitCode, output } = await sippCalls({
      scenario: 'uac',
      calls: 8,
      rate: 50,
      args: ['-d', '400'],
    });
    expect(exitCode, output).toBe(0);
    await expect
      .poll(async () => (await inbound()).filter(({ status }) => status === 'ended').length, {
        timeout: 10_000,
      })
      .toBe(before + 8);
    // They last 0.4 s, which is too short to miss audio in.
    for (const { endedReason } of await inbound())
      expect(endedReason).toMatch(/^(customer-ended-call|no-audio-received)$/);
  });

  it('a lost ACK and a repeated INVITE are one call', { timeout: 60_000 }, async () => {
    const before = (await inbound()).length;
    const { exitCode, output } = await sippCalls({ scenario: 'uac-lost-ack', calls: 1 });
    expect(exitCode, output).toBe(0);
    expect(await inbound()).toHaveLength(before + 1);
  });

  it('a call to an unknown number is refused', { timeout: 60_000 }, async () => {
    const before = (await inbound()).length;
    const { exitCode, output } = await sippCalls({ scenario: 'uac', calls: 1 }, '+12025559999');
    expect([exitCode, output]).toEqual([1, expect.stringContaining('404')]);
    expect(await inbound()).toHaveLength(before);
  });
});

describe.skipIf(!hasBaresip)('baresip', () => {
  /** Starts baresip on a free port, and on another one when a different process took that port first. */
  const openBaresip = async (options: Omit<BaresipOptions, 'sipPort'>) => {
    for (let attempt = 1; ; attempt++) {
      const sipPort = await freePort();
      try {
        return { sipPort, phone: await startBaresip({ sipPort, ...options }) };
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  };

  it('calls us, hears the agent, and is hung up on', { timeout: 60_000 }, async () => {
    const dial = `sip:${dialing.phoneNumber}@127.0.0.1:${program.sipPort}`;
    const opened = await openBaresip({ rtpPort: 22_000, dial });
    await using phone = opened.phone;
    await phone.printed(/Call established/);
    await phone.printed(/session closed|terminated/);
  });

  it('is called by us, answers, and is hung up on', { timeout: 60_000 }, async () => {
    const user = `+1${lastCustomer++}`;
    const opened = await openBaresip({ rtpPort: 22_200, autoAnswer: true, user });
    await using phone = opened.phone;
    const callId = await place(await numberThrough(opened.sipPort), user);
    expect(await settled(callId)).toMatchObject({
      endedReason: 'silence-timed-out',
      transcript: [{ message: 'Hello.' }],
    });
    await phone.printed(/Call established[\s\S]*(session closed|terminated)/);
  });

  it('hears the agent over a trunk that requires encrypted audio', { timeout: 60_000 }, async () => {
    const user = `+1${lastCustomer++}`;
    const recordFolder = mkdtempSync(join(tmpdir(), 'encrypted-'));
    const opened = await openBaresip({
      rtpPort: 22_400,
      autoAnswer: true,
      user,
      encrypted: true,
      recordFolder,
    });
    await using phone = opened.phone;
    const trunk = { mediaEncryption: 'required' };
    const callId = await place(await numberThrough(opened.sipPort, trunk), user);
    expect(await settled(callId)).toMatchObject({ endedReason: 'silence-timed-out' });
    await phone.printed(/SRTP is Enabled[\s\S]*(session closed|terminated)/);
    const heard = readdirSync(recordFolder).find((name) => name.includes('dec'));
    const wav = readFileSync(join(recordFolder, heard ?? 'nothing was heard'));
    rmSync(recordFolder, { recursive: true });
    const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + (wav.length & ~1)));
    expect(samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)).toBeGreaterThan(2_000);
    // What is not decrypted sounds as noise all the time: speech leaves silence.
    expect(samples.filter((sample) => Math.abs(sample) < 50).length).toBeGreaterThan(samples.length / 3);
  });

  it('takes no call over it that is not encrypted', { timeout: 60_000 }, async () => {
    const user = `+1${lastCustomer++}`;
    const opened = await openBaresip({ rtpPort: 22_600, autoAnswer: true, user });
    await using phone = opened.phone;
    const trunk = { mediaEncryption: 'required' };
    const callId = await place(await numberThrough(opened.sipPort, trunk), user);
    expect(await settled(callId)).toMatchObject({ startedAt: null });
    expect(phone.output()).not.toContain('SRTP is Enabled');
  });
});
