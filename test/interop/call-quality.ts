import { afterAll, beforeAll, expect, it } from 'vitest';
import { noise } from '../audio/signals.ts';
import { type Dialing, make, setUpDialing } from '../world/dialing.ts';
import type { Program } from '../world/program.ts';
import { openPhone, type Phone } from './call-phone.ts';
import { callsProgram } from './calls-program.ts';

let program: Program;
let phone: Phone;
let dialing: Dialing;
beforeAll(async () => {
  program = await callsProgram.organization();
  phone = await openPhone();
  dialing = await setUpDialing(program.request, {
    trunk: { port: phone.port },
    agent: { limits: { maxDurationSeconds: 60, silenceSeconds: 30 } },
  });
}, 60_000);
afterAll(async () => {
  await phone?.[Symbol.asyncDispose]();
});

/** Of this try: one that failed left its call behind. */
let tries = 0;
const newCustomer = () => `+1212555${1990 + tries++}`;

it('a tenth of the packets is lost on the way, and the record and the metrics say so', {
  timeout: 40_000,
}, async () => {
  const { agentId, phoneNumberId } = dialing;
  const phoneNumber = newCustomer();
  const body = { phoneNumber, phoneNumberId, variables: { firstName: 'Ada' } };
  const { callId } = await make(program.request, `/api/agents/${agentId}/calls`, body);
  const call = await phone.call(({ number }) => number === phoneNumber);
  await call.rtp.until((received) => received.length > 0);
  const get = async (path: string) => (await program.request('GET', path)).body;
  expect((await get(`/api/calls/${callId}`)).quality).toBeNull();
  await call.rtp.sendPcm(noise(7, 3000, 6000), { impair: (n) => (n % 10 === 5 ? 'lose' : 'send') });
  const heard = call.rtp.received.filter(({ payloadType }) => payloadType === 0).length;
  call.hangUp();
  await expect.poll(async () => (await get(`/api/calls/${callId}`)).status).toBe('ended');
  const { quality } = await get(`/api/calls/${callId}`);
  // One more says that audio flows: it counts where it does not come before the answer has been read.
  expect([135, 136]).toContain(quality.packetsReceived);
  expect(quality).toMatchObject({
    packetsLost: 15,
    lossPercent: Math.round((15 / (15 + quality.packetsReceived)) * 10_000) / 100,
    // This phone sends no reports.
    rttMs: null,
    mosRemote: null,
  });
  expect(quality.packetsSent).toBeGreaterThanOrEqual(heard);
  expect(quality.concealedMs).toBeGreaterThan(0);
  expect(quality.mosListening).toBeGreaterThan(1);
  expect(quality.mosListening).toBeLessThan(3.5);
  expect((await get('/api/calls')).calls[0].quality).toEqual(quality);
  expect((await get('/api/export/calls')).calls[0].quality).toEqual(quality);
  const metrics = await (await fetch(`http://127.0.0.1:${program.metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/parley_call_packet_loss_ratio_count\{[^}]*\} [1-9]/);
  expect(metrics).toMatch(/parley_call_mos_count\{side="agent"[^}]*\} [1-9]/);
});
