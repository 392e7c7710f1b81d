import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWav } from '../../src/telephony/media/index.ts';
import { correlate } from '../audio/correlation.ts';
import { noise } from '../audio/signals.ts';
import { type Dialing, make, setUpDialing } from '../world/dialing.ts';
import { eventually } from '../world/eventually.ts';
import type { Program } from '../world/program.ts';
import { type Manner, openPhone, type Phone } from './call-phone.ts';
import { hear, soundIn, spoken } from './call-speech.ts';
import { callsProgram } from './calls-program.ts';

let program: Program;
let phone: Phone;
let dialing: Dialing;
const longMessage =
  'Hello Ada, this is a call. It takes its time, as there is much to be said about it, and nobody is in a hurry.';
/** An agent that says this, and waits. */
let patient: string;
const manners = new Map<string, Manner>();
beforeAll(async () => {
  program = await callsProgram.organization();
  phone = await openPhone((number) => manners.get(number) ?? 'answer');
  dialing = await setUpDialing(program.request, {
    trunk: { port: phone.port },
    agent: {
      firstMessage: 'Hello {{firstName}}, this is a call.',
      limits: { maxDurationSeconds: 60, silenceSeconds: 1 },
    },
  });
  const { agentId } = await make(program.request, '/api/agents', {
    ...{ name: 'Bea', prompt: 'Talk.', firstMessage: longMessage },
    limits: { maxDurationSeconds: 600, silenceSeconds: 300 },
  });
  patient = agentId;
}, 60_000);
afterAll(async () => {
  await phone?.[Symbol.asyncDispose]();
});

let lastCustomer = 2_125_551_000;
const newCustomer = (manner: Manner = 'answer') => {
  const number = `+1${lastCustomer++}`;
  manners.set(number, manner);
  return number;
};
const place = async (
  phoneNumber: string,
  values: Record<string, unknown> = {},
  agentId = dialing.agentId,
): Promise<string> => {
  const body = {
    phoneNumber,
    phoneNumberId: dialing.phoneNumberId,
    variables: { firstName: 'Ada' },
    ...values,
  };
  const answer = await program.request('POST', `/api/agents/${agentId}/calls`, { body });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.callId;
};
const read = async (callId: string) => (await program.request('GET', `/api/calls/${callId}`)).body;
const why = async (callId: string): Promise<string[]> => {
  const { body } = await program.request('GET', `/api/calls/${callId}/why`);
  return body.decisions.map(
    ({ decision, reason }: { decision: string; reason: string }) => `${decision} ${reason}`,
  );
};
const over = async (callId: string, timeout = 15_000) => {
  await eventually(async () => (await read(callId)).status, /^(ended|canceled)$/, timeout);
  return read(callId);
};

/** For calls that may run beside others. The call whose audio is compared runs alone. */
const itBesideOthers = it.concurrent;

itBesideOthers(
  'rings, speaks its first message to the end, waits, hangs up, and keeps it all on record',
  {
    timeout: 40_000,
  },
  async () => {
    const number = newCustomer();
    const callId = await place(number);
    const call = await phone.call((one) => one.number === number);
    const customer = noise(7, 1500, 6000);
    await call.rtp.until((received) => received.length > 0);
    await call.rtp.sendPcm(customer);
    const record = await over(callId);
    expect(record).toMatchObject({
      status: 'ended',
      endedBy: 'Agent ended the call',
      endedReason: 'silence-timed-out',
      sipCode: null,
      customerNumber: number,
      recordingUrl: expect.stringContaining(`/api/calls/${callId}/recording`),
    });
    expect(await why(callId)).toEqual([
      'queued requested',
      'dialed invite-sent',
      'ringing sip-180',
      'answered sip-200',
      'ended silence-timed-out',
    ]);
    expect(call.events).toContain('ended remote');

    // What was said, and when: the times of the transcript are those of the audio.
    const [said] = record.transcript;
    expect(record.transcript).toHaveLength(1);
    expect(said).toMatchObject({ role: 'bot', message: 'Hello Ada, this is a call.' });
    const reference = await spoken('Hello Ada, this is a call.');
    // A busy machine makes gaps in what it plays; it never plays faster.
    expect(said.duration).toBeGreaterThan(reference.length / 8000 - 0.03);
    const startedAt = Date.parse(record.startedAt);
    expect(Math.abs(Date.parse(said.time) - startedAt - said.secondsFromStart * 1000)).toBeLessThan(500);
    expect(Date.parse(said.endTime) - Date.parse(said.time)).toBeCloseTo(said.duration * 1000, -1);
    // It stayed on the line for the second of silence, counted from the last packet of the message.
    const afterwards = Date.parse(record.endedAt) - Date.parse(said.endTime);
    expect(afterwards).toBeGreaterThan(900);

    // What the customer heard is what the voice says.
    expect(hear(call.rtp.receivedPcm(), reference).likeness).toBeGreaterThan(0.95);

    // The recording: the customer left, the agent right, each where it was.
    const response = await fetch(`${program.url}/api/calls/${callId}/recording`, {
      headers: { authorization: `Bearer ${program.key}` },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    const wav = readWav(new Uint8Array(await response.arrayBuffer()));
    expect([wav.sampleRateHz, wav.channels.length]).toEqual([8000, 2]);
    const [customerSide, agentSide] = wav.channels as [Int16Array, Int16Array];
    const inRecording = hear(agentSide, reference);
    expect(inRecording.likeness).toBeGreaterThan(0.95);
    expect(inRecording.startSeconds).toBeCloseTo(said.secondsFromStart, 0);
    expect(hear(customerSide, customer).likeness).toBeGreaterThan(0.95);
    expect(correlate(customerSide, reference).coefficient).toBeLessThan(0.3);
    expect(wav.channels[0]!.length / 8000).toBeCloseTo((Date.parse(record.endedAt) - startedAt) / 1000, 0);
  },
);

itBesideOthers.each<[Manner, string, string, number | null]>([
  [486, 'customer-busy', 'ended', 486],
  [503, 'trunk-rejected', 'ended', 503],
  [404, 'number-invalid', 'ended', 404],
  [480, 'customer-did-not-answer', 'ended', 480],
  [603, 'customer-busy', 'ended', 603],
])('a phone that answers %s ends the call as %s', async (manner, endedReason, status, sipCode) => {
  const number = newCustomer(manner);
  const callId = await place(number);
  const record = await over(callId);
  expect(record).toMatchObject({
    status,
    endedReason,
    sipCode,
    startedAt: null,
    recordingUrl: null,
    transcript: [],
  });
  expect(record.sipReason).not.toBe('');
  expect(await why(callId)).toEqual(['queued requested', 'dialed invite-sent', `ended ${endedReason}`]);
});

itBesideOthers('a call that rings is seen to, and is given up when it is canceled', async () => {
  const number = newCustomer('ring');
  const callId = await place(number);
  const call = await phone.call((one) => one.number === number);
  await eventually(async () => (await read(callId)).status, /^ringing$/);
  const canceled = await program.request('POST', `/api/calls/${callId}/cancel`);
  expect([canceled.status, canceled.body.status]).toEqual([200, 'ringing']);
  const record = await over(callId, 3000);
  expect(record).toMatchObject({ status: 'canceled', endedReason: 'manually-canceled', startedAt: null });
  expect(call.events).toContain('canceled');
  expect((await why(callId)).at(-1)).toBe('canceled manually-canceled');
});

itBesideOthers('a running call is hung up when it is canceled, and keeps what was said so far', async () => {
  const number = newCustomer();
  const callId = await place(number, {}, patient);
  const call = await phone.call((one) => one.number === number);
  await call.rtp.until((received) => soundIn(received).soundMs > 500);
  await program.request('POST', `/api/calls/${callId}/cancel`);
  const record = await over(callId, 3000);
  expect(record).toMatchObject({
    status: 'ended',
    endedReason: 'manually-canceled',
    endedBy: 'System ended the call',
  });
  const [said] = record.transcript;
  expect(said.message).not.toBe('');
  expect(longMessage.startsWith(said.message)).toBe(true);
  expect(call.events).toContain('ended remote');
});

itBesideOthers('the customer hangs up in the middle of the message', async () => {
  const number = newCustomer();
  const callId = await place(number, {}, patient);
  const call = await phone.call((one) => one.number === number);
  await call.rtp.until((received) => soundIn(received).soundMs > 1000);
  call.hangUp();
  const record = await over(callId);
  expect(record).toMatchObject({
    endedBy: 'Customer ended the call',
    endedReason: 'customer-ended-call',
    transcript: [{ role: 'bot' }],
  });
  const [said] = record.transcript;
  expect(said.duration).toBeGreaterThan(0.8);
  expect(said.message.length).toBeLessThan(longMessage.length);
  expect(record.recordingUrl).not.toBeNull();
});

itBesideOthers('keys that the customer presses are in the transcript and hold the silence off', async () => {
  const number = newCustomer();
  const callId = await place(number);
  const call = await phone.call((one) => one.number === number);
  await call.rtp.until((received) => received.length > 10);
  await call.rtp.sendDigits('4*');
  await call.rtp.sendDigits('#');
  const { transcript } = await over(callId);
  const pressed = transcript.filter(({ role }: { role: string }) => role === 'user');
  expect(pressed.map(({ message, name }: { message: string; name: string }) => [message, name])).toEqual([
    ['4', 'dtmf'],
    ['*', 'dtmf'],
    ['#', 'dtmf'],
  ]);
  const times: number[] = transcript.map(
    ({ secondsFromStart }: { secondsFromStart: number }) => secondsFromStart,
  );
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

it('switching dialing off stops what rings and runs within a second, and holds what waits', async () => {
  const [ringing, running] = [newCustomer('ring'), newCustomer()];
  const calls = [await place(ringing), await place(running, {}, patient)];
  await phone.call((one) => one.number === ringing);
  const call = await phone.call((one) => one.number === running);
  await call.rtp.until((received) => received.length > 0);
  const off = Date.now();
  await program.request('PATCH', '/api/organization', { body: { dialing: 'off' } });
  const records = [await over(calls[0]!, 3000), await over(calls[1]!, 3000)];
  const waited: number[] = [];
  for (const { endedAt, endedReason } of records) {
    expect(endedReason).toBe('manually-canceled');
    waited.push(Date.parse(endedAt) - off);
  }
  console.log(`ended ${waited.join(' and ')} ms after dialing was switched off`);
  const waits = newCustomer();
  const waiting = await place(waits);
  expect(await why(waiting)).toEqual(['queued requested', 'held dialing-off']);
  await program.request('PATCH', '/api/organization', { body: { dialing: 'on' } });
  await phone.call((one) => one.number === waits);
  await program.request('POST', `/api/calls/${waiting}/cancel`);
  await over(waiting);
});

it('a paused campaign holds its calls and lets telephones ring; ended, it stops what rings', async () => {
  const queue = async (phoneNumber: string) => {
    const { scheduleId, phoneNumberId, agentId } = dialing;
    const body = {
      campaignName: 'Paused',
      scheduleId,
      phoneNumber,
      phoneNumberId,
      variables: { firstName: 'Bo' },
    };
    return (await program.request('POST', `/api/agents/${agentId}/calls/campaign`, { body })).body;
  };
  const first = newCustomer(486);
  const { callId, campaignId } = await queue(first);
  await over(callId);
  await program.request('POST', `/api/campaigns/${campaignId}/pause`);
  const held = newCustomer('ring');
  const second = await queue(held);
  expect(await why(second.callId)).toEqual(['queued requested', 'held campaign-paused']);
  expect(phone.calls.some(({ number }) => number === held)).toBe(false);
  await program.request('POST', `/api/campaigns/${campaignId}/resume`);
  await phone.call((one) => one.number === held);
  await expect.poll(async () => (await read(second.callId)).status).toBe('ringing');
  const third = await queue(newCustomer('ring'));
  await expect.poll(async () => (await read(third.callId)).status).toBe('ringing');
  await program.request('POST', `/api/campaigns/${campaignId}/pause`);
  // The process learns of both at once, and stops only what was canceled.
  await program.request('POST', `/api/calls/${third.callId}/cancel`);
  const canceled = await over(third.callId, 3000);
  expect(canceled).toMatchObject({ status: 'canceled', endedReason: 'manually-canceled' });
  expect((await read(second.callId)).status).toBe('ringing');
  await program.request('POST', `/api/campaigns/${campaignId}/end`);
  expect(await over(second.callId, 3000)).toMatchObject({
    status: 'canceled',
    endedReason: 'campaign-ended',
  });
});

it('several at once, never more than the organization may have', { timeout: 60_000 }, async () => {
  await program.request('PATCH', '/api/organization', { body: { maxConcurrentCalls: 3 } });
  const numbers = Array.from({ length: 6 }, () => newCustomer());
  const calls = await Promise.all(numbers.map((number) => place(number)));
  let most = 0;
  const watched = setInterval(() => {
    most = Math.max(most, phone.agent.liveCalls());
  }, 5);
  const records = [];
  for (const callId of calls) records.push(await over(callId, 40_000));
  clearInterval(watched);
  expect(records.map(({ endedReason }) => endedReason)).toEqual(Array(6).fill('silence-timed-out'));
  const spans = records.map(
    ({ startedAt, endedAt }) => [Date.parse(startedAt), Date.parse(endedAt)] as const,
  );
  const together = Math.max(...spans.map(([from]) => spans.filter(([a, b]) => a <= from && from < b).length));
  expect(together).toBe(3);
  expect(most).toBeLessThanOrEqual(4);
  await program.request('PATCH', '/api/organization', { body: { maxConcurrentCalls: 10 } });
});

it('dials 20 calls one after the other, and prints how long each waited', { timeout: 60_000 }, async () => {
  const waits: number[] = [];
  for (let i = 0; i < 20; i++) {
    const number = newCustomer(486);
    const callId = await place(number);
    const call = await phone.call((one) => one.number === number);
    const { body } = await program.request('GET', `/api/calls/${callId}`);
    waits.push(call.invitedAtMs - Date.parse(body.createdAt));
    await over(callId);
  }
  expect(waits).toHaveLength(20);
  waits.sort((a, b) => a - b);
  console.log(`due to INVITE over 20 calls: median ${waits[10]} ms, most ${waits.at(-1)} ms`);
});

it('calls through a trunk over TCP', { timeout: 40_000 }, async () => {
  const overTcp = await setUpDialing(program.request, {
    trunk: { name: 'Over TCP', port: phone.port, transport: 'tcp' },
    agent: { limits: { maxDurationSeconds: 60, silenceSeconds: 1 } },
  });
  const number = newCustomer();
  const body = {
    phoneNumber: number,
    phoneNumberId: overTcp.phoneNumberId,
    variables: { firstName: 'Ada' },
  };
  const { callId } = await make(program.request, `/api/agents/${overTcp.agentId}/calls`, body);
  const call = await phone.call((one) => one.number === number);
  expect(call.incoming?.source.transport).toBe('tcp');
  expect(await over(callId)).toMatchObject({ status: 'ended', endedReason: 'silence-timed-out' });
  expect(call.events).toContain('ended remote');
});
