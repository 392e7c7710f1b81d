import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dialing, make, newOwnNumber, setUpDialing } from '../world/dialing.ts';
import { eventually } from '../world/eventually.ts';
import type { Program } from '../world/program.ts';
import { type Manner, openPhone, type Phone } from './call-phone.ts';
import { callersProgram } from './callers-program.ts';
import { freePort } from './sip-agent.ts';

let program: Program;
let first: Phone;
let second: Phone;
let dialing: Dialing;
let secondTrunkId: string;
const manners = new Map<string, Manner>();
beforeAll(async () => {
  program = await callersProgram.organization();
  first = await openPhone((number) => manners.get(number) ?? 'answer');
  second = await openPhone();
  dialing = await setUpDialing(program.request, {
    trunk: { port: first.port, allowedAddresses: ['192.0.2.1'], codecs: ['PCMA', 'PCMU'] },
    agent: { firstMessage: 'Hello.', limits: { maxDurationSeconds: 60, silenceSeconds: 1 } },
  });
  const trunk = { name: 'Second', host: '127.0.0.1', port: second.port, codecs: ['PCMU'] };
  secondTrunkId = (await make(program.request, '/api/trunks', trunk)).trunkId;
  await change(`/api/phone-numbers/${dialing.phoneNumberId}`, { fallbackTrunkIds: [secondTrunkId] });
}, 60_000);
afterAll(async () => {
  await first?.[Symbol.asyncDispose]();
  await second?.[Symbol.asyncDispose]();
});

const change = async (path: string, body: unknown) =>
  expect((await program.request('PATCH', path, { body })).status).toBe(200);
let lastCustomer = 2_125_553_000;
const newCustomer = (manner: Manner = 'answer') => {
  const number = `+1${lastCustomer++}`;
  manners.set(number, manner);
  return number;
};
const place = async (phoneNumber: string, phoneNumberId = dialing.phoneNumberId): Promise<string> => {
  const body = { phoneNumber, phoneNumberId, variables: { firstName: 'Ada' } };
  const answer = await program.request('POST', `/api/agents/${dialing.agentId}/calls`, { body });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.callId;
};
const read = async (callId: string) => (await program.request('GET', `/api/calls/${callId}`)).body;
const over = async (callId: string) => {
  await eventually(async () => (await read(callId)).status, /^(ended|canceled)$/, 20_000);
  return read(callId);
};
const why = async (callId: string): Promise<string[]> => {
  const { body } = await program.request('GET', `/api/calls/${callId}/why`);
  return body.decisions.map(
    ({ decision, reason }: { decision: string; reason: string }) => `${decision} ${reason}`,
  );
};
const callsTo = (phone: Phone, number: string) => phone.calls.filter((call) => call.number === number);

describe.concurrent('a call that the first trunk refuses', () => {
  it.each([503, 500, 403, 488])(
    'with %i goes over the next one, as a call of its own',
    {
      timeout: 40_000,
    },
    async (status) => {
      const number = newCustomer(status);
      const callId = await place(number);
      const record = await over(callId);
      expect(record).toMatchObject({ endedReason: 'silence-timed-out', endedBy: 'Agent ended the call' });
      const [refused, answered] = [callsTo(first, number), callsTo(second, number)];
      expect([refused.length, answered.length]).toEqual([1, 1]);
      expect(refused[0]!.callId).not.toBe(answered[0]!.callId);
      expect(answered[0]!.incoming!.fromTag).not.toBe(refused[0]!.incoming!.fromTag);
      expect((await why(callId)).slice(-6)).toEqual([
        'dialed invite-sent',
        'noted failed-over',
        'dialed invite-sent',
        'ringing sip-180',
        'answered sip-200',
        'ended silence-timed-out',
      ]);
    },
  );

  it.each([486, 480, 404, 603, 504])(
    'with %i goes no further, because that is about the customer',
    {
      timeout: 40_000,
    },
    async (status) => {
      const number = newCustomer(status);
      const record = await over(await place(number));
      expect(record.sipCode).toBe(status);
      expect([callsTo(first, number).length, callsTo(second, number).length]).toEqual([1, 0]);
    },
  );

  it('after it rang goes no further', { timeout: 40_000 }, async () => {
    const number = newCustomer('ring');
    const callId = await place(number);
    const ringing = await first.call((call) => call.number === number);
    await eventually(async () => (await read(callId)).status, /^ringing$/);
    ringing.incoming!.reject(503);
    expect(await over(callId)).toMatchObject({ endedReason: 'trunk-rejected', sipCode: 503 });
    expect(callsTo(second, number)).toEqual([]);
  });
});

it('a call ends as refused while the next trunk is full', { timeout: 40_000 }, async () => {
  await change(`/api/trunks/${secondTrunkId}`, { maxConcurrentCalls: 1 });
  const talking = await second.dial(program.sipPort, dialing.phoneNumber, { from: '+14155553000' });
  // Calls from a fallback trunk are for the number too; its own trunk does not admit this address.
  await expect.poll(() => talking.events.join(), { timeout: 10_000 }).toMatch(/answered/);
  const number = newCustomer(503);
  expect(await over(await place(number))).toMatchObject({ endedReason: 'trunk-rejected', sipCode: 503 });
  expect(callsTo(second, number)).toEqual([]);
  talking.hangUp();
  await change(`/api/trunks/${secondTrunkId}`, { maxConcurrentCalls: null });
});

it('a call goes over the next trunk at once while the first is down', { timeout: 60_000 }, async () => {
  const trunk = { name: 'Closed', host: '127.0.0.1', port: await freePort() };
  const { trunkId } = await make(program.request, '/api/trunks', trunk);
  const { phoneNumberId } = await make(program.request, '/api/phone-numbers', {
    phoneNumber: newOwnNumber(),
    trunkId,
    fallbackTrunkIds: [secondTrunkId],
  });
  await expect
    .poll(async () => (await program.request('GET', `/api/trunks/${trunkId}`)).body.health.status, {
      timeout: 20_000,
    })
    .toBe('down');
  const number = newCustomer();
  const callId = await place(number, phoneNumberId);
  expect((await over(callId)).endedReason).toBe('silence-timed-out');
  expect(callsTo(second, number)).toHaveLength(1);
  expect((await why(callId)).filter((decision) => decision.startsWith('dialed'))).toHaveLength(1);
});

it('a call goes over the next trunk where the name of the first is not known', {
  timeout: 60_000,
}, async () => {
  const trunk = { name: 'Nowhere', host: 'nowhere.invalid' };
  const { trunkId } = await make(program.request, '/api/trunks', trunk);
  const { phoneNumberId } = await make(program.request, '/api/phone-numbers', {
    phoneNumber: newOwnNumber(),
    trunkId,
    fallbackTrunkIds: [secondTrunkId],
  });
  const number = newCustomer();
  const callId = await place(number, phoneNumberId);
  expect((await over(callId)).endedReason).toBe('silence-timed-out');
  expect(callsTo(second, number)).toHaveLength(1);
});
