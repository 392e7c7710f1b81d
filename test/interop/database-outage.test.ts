import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DatabaseLine, type Outage } from '../world/database-line.ts';
import { type Dialing, setUpDialing } from '../world/dialing.ts';
import { type Program, startProgram } from '../world/program.ts';
import { createTestDatabase, type TestDatabase } from '../world/template-database.ts';
import { type Manner, openPhone, type Phone, type PhoneCall } from './call-phone.ts';
import { openRawCaller, plainSdp, requestLines, toTagOf } from './call-raw-caller.ts';

// The database is away for everybody, longer than the leases of the processes last.

const outageMs = 7000;
/** A process that watches another for 3 s may take it for dead. */
const watchedMs = 4000;

let database: TestDatabase;
let line: DatabaseLine;
let first: Program;
let second: Program;
let phone: Phone;
let dialing: Dialing;
const manners = new Map<string, Manner>();

const options = [
  ...[
    { keys: ['1'], goto: 'store' },
    { keys: ['2'], goto: 'optOut' },
    { keys: ['3'], goto: 'transfer' },
  ],
  { keys: ['5'], goto: 'again' },
];
const dialogue = {
  start: 'menu',
  nodes: {
    menu: { say: 'Press a key.', listen: { options } },
    again: { say: 'Here you are again.', listen: { options } },
    store: {
      call: {
        ...{ tool: 'setCallSessionData', arguments: { data: { a: 1 } } },
        ...{ onSuccess: 'again', onFailure: 'failed' },
      },
    },
    optOut: { call: { tool: 'optOut', onSuccess: 'bye', onFailure: 'failed' } },
    transfer: { transfer: { destination: 'reception', onFailure: 'failed' } },
    failed: { say: 'That did not work.', listen: { options } },
    bye: { say: 'Goodbye.', end: true },
  },
};
const reception = '+12025550188';

beforeAll(async () => {
  database = await createTestDatabase();
  line = await DatabaseLine.open(database);
  const databaseUrl = line.url;
  first = await startProgram({ databaseUrl });
  second = await startProgram({ databaseUrl, env: { PARLEY_ROLES: 'calls,dialer' } });
  phone = await openPhone((number) => manners.get(number) ?? 'answer');
  dialing = await setUpDialing(first.request, {
    trunk: { port: phone.port, allowedAddresses: ['127.0.0.1'] },
    agent: {
      ...{ prompt: 'Talk.', firstMessage: 'Press a key.', model: { provider: 'scripted', dialogue } },
      limits: { maxDurationSeconds: 600, silenceSeconds: 300 },
      conversation: { recording: 'always' },
      transferDestinations: [{ name: 'reception', type: 'phone', destination: reception, mode: 'bridged' }],
      tools: [{ type: 'setCallSessionData' }, { type: 'optOut' }],
    },
  });
}, 60_000);
afterEach(() => line.restore());
afterAll(async () => {
  await phone?.[Symbol.asyncDispose]();
  await first?.[Symbol.asyncDispose]();
  await second?.[Symbol.asyncDispose]();
  await line?.close();
  await database?.drop();
});

let last = 4_155_560_000;
const read = async (path: string) => (await first.request('GET', path)).body;
const callOf = async (from: string) => {
  const { calls } = await read(`/api/calls?customerNumber=${encodeURIComponent(from)}`);
  return read(`/api/calls/${calls[0].callId}`);
};
const loudFrom = (call: PhoneCall, start: number) =>
  call.rtp
    .receivedPcm()
    .subarray(start)
    .filter((sample) => Math.abs(sample) > 1000).length;
/** Waits until the agent says something after `start`, and then until it is quiet. Returns where it is quiet. */
async function heard(call: PhoneCall, start = 0): Promise<number> {
  await expect.poll(() => loudFrom(call, start), { timeout: 15_000 }).toBeGreaterThan(400);
  for (;;) {
    const end = call.rtp.receivedPcm().length;
    await expect.poll(() => call.rtp.receivedPcm().length).toBeGreaterThan(end + 4000);
    if (loudFrom(call, end) === 0) return end;
  }
}
/** Presses a key, and waits until the agent has said what follows. */
async function press({ call }: { call: PhoneCall }, key: string): Promise<void> {
  const start = call.rtp.receivedPcm().length;
  await call.rtp.sendDigits(key);
  await heard(call, start);
}

/** Calls a program until it answers: the trunk may be new to it. Waits for the agent's first message. */
async function begin(program: Program): Promise<{ call: PhoneCall; from: string }> {
  for (;;) {
    const from = `+1${last++}`;
    const call = await phone.dial(program.sipPort, dialing.phoneNumber, { from });
    await expect.poll(() => call.events.join(), { timeout: 15_000 }).toMatch(/answered|failed/);
    if (!call.events.includes('answered')) continue;
    await heard(call);
    return { call, from };
  }
}

type Begun = Awaited<ReturnType<typeof begin>>;
type Five = [Begun, Begun, Begun, Begun, Begun];

/** Sends a request outside of a dialog, and returns its final response. */
async function ask(program: Program, method: 'INVITE' | 'OPTIONS'): Promise<string> {
  await using caller = await openRawCaller(program.sipPort);
  const id = `ask-${last++}`;
  const sdp = plainSdp(9);
  const request = { method, number: dialing.phoneNumber, from: '+14155550133', callId: id, fromTag: id, sdp };
  caller.send(requestLines(caller, program.sipPort, { ...request, branch: `z9hG4bK${id}` }), sdp);
  return await caller.message((text) => /^SIP\/2.0 [2-6]/.test(text));
}

/** A call whose caller hangs up by `hangUp`, which resolves with the response to the BYE. */
async function rawCall() {
  const { sipPort } = first;
  const caller = await openRawCaller(sipPort);
  const [from, sdp, id] = [`+1${last++}`, plainSdp(9), `raw-${last}`];
  const lines = (method: string, more: object = {}) =>
    requestLines(caller, sipPort, {
      ...{ method, number: dialing.phoneNumber, from, callId: id, fromTag: id },
      ...{ branch: `z9hG4bK${id}${method}`, ...more },
    });
  caller.send(lines('INVITE', { sdp }), sdp);
  const toTag = toTagOf(await caller.message((text) => text.startsWith('SIP/2.0 200')));
  caller.send(lines('ACK', { toTag }));
  return {
    from,
    async hangUp(): Promise<string> {
      caller.send(lines('BYE', { toTag, cseq: 2 }));
      const answer = await caller.message((text) => /^SIP\/2.0 [2-6]/.test(text) && /CSeq: 2 BYE/.test(text));
      await caller[Symbol.asyncDispose]();
      return answer;
    },
  };
}

async function fencedProcesses(): Promise<unknown[]> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return (await client.query('select node_id from nodes where fenced_at is not null')).rows;
  } finally {
    await client.end();
  }
}

it.each<Outage>(['closed', 'stopped'])(
  'carries calls on, and records them afterwards: %s',
  {
    timeout: 90_000,
  },
  async (outage) => {
    const programs = [first, first, first, first, second];
    const [storing, optingOut, moving, ...talking] = (await Promise.all(programs.map(begin))) as Five;
    const ending = await rawCall();
    await expect.poll(async () => (await callOf(ending.from)).status).toBe('in-progress');
    const customer = `+1212555${String(last++).slice(-4)}`;
    manners.set(customer, 'ring');
    const body = {
      phoneNumber: customer,
      phoneNumberId: dialing.phoneNumberId,
      variables: { firstName: 'A' },
    };
    const placed = await first.request('POST', `/api/agents/${dialing.agentId}/calls`, { body });
    const ringing = await phone.call(({ number }) => number === customer);
    await expect.poll(async () => (await read(`/api/calls/${placed.body.callId}`)).status).toBe('ringing');
    const receptionCalls = phone.calls.filter(({ number }) => number === reception).length;

    line.begin(outage);
    const over = sleep(outageMs);
    const refused = Promise.all([ask(first, 'INVITE'), ask(second, 'INVITE')]);
    for (const answer of await refused) {
      expect(answer).toMatch(/^SIP\/2.0 503/);
      expect(answer).toMatch(/^Retry-After: 5\r$/m);
      expect(answer).toMatch(/^Warning: 399 parley "the database/m);
    }
    // Requests that a stopped database has received are answered when it goes on.
    if (outage === 'closed') {
      const requests = [
        first.request('GET', '/api/calls'),
        first.request('PATCH', `/api/agents/${dialing.agentId}`, { body: { name: 'B' } }),
        first.request('POST', '/api/suppressions', { body: { phoneNumber: '+12125550001' } }),
        first.request('POST', `/api/agents/${dialing.agentId}/calls`, { body }),
      ];
      for (const { status, body: failure } of await Promise.all(requests))
        expect([status, failure.code]).toEqual([503, 'database.unavailable']);
    }
    const endedAtMs = Date.now();
    expect(await ending.hangUp()).toMatch(/^SIP\/2.0 200/);
    const answeredAtMs = Date.now();
    ringing.answer();
    const ended = () =>
      expect.poll(() => optingOut.call.events.at(-1), { timeout: 15_000 }).toBe('ended remote');
    await Promise.all([
      ...talking.map((one) => press(one, '5')),
      press(storing, '1'),
      optingOut.call.rtp.sendDigits('2').then(ended),
      moving.call.rtp.sendDigits('3'),
      heard(ringing),
    ]);
    // The transfer needs no database either.
    await expect
      .poll(() => phone.calls.filter(({ number }) => number === reception).length, { timeout: 15_000 })
      .toBe(receptionCalls + 1);
    for (const program of [first, second])
      await expect.poll(() => ask(program, 'OPTIONS'), { timeout: 15_000 }).toMatch(/^SIP\/2.0 503/);
    await over;
    line.restore();

    for (const program of [first, second])
      await expect.poll(() => ask(program, 'OPTIONS'), { timeout: 15_000 }).toMatch(/^SIP\/2.0 200/);
    // What was said meanwhile is stored although nothing more is said.
    await expect
      .poll(async () => JSON.stringify((await callOf(talking[0].from)).transcript), { timeout: 15_000 })
      .toContain('Here you are again.');
    expect(JSON.stringify((await callOf(storing.from)).transcript)).toContain('the database');
    await expect
      .poll(async () => (await read('/api/suppressions')).suppressions, { timeout: 15_000 })
      .toContainEqual(expect.objectContaining({ phoneNumber: optingOut.from, source: 'call' }));
    await expect.poll(async () => (await callOf(optingOut.from)).endedReason).toBe('customer-opted-out');

    await expect.poll(async () => (await callOf(ending.from)).status).toBe('ended');
    const record = await callOf(ending.from);
    expect(record.endedBy).toBe('Customer ended the call');
    // After 2 s without audio it counts as unheard.
    expect(record.endedReason).toMatch(/^(customer-ended-call|no-audio-received)$/);
    expect(Math.abs(Date.parse(record.endedAt) - endedAtMs)).toBeLessThan(outageMs / 2);
    const { decisions } = await read(`/api/calls/${record.callId}/why`);
    expect(decisions.filter(({ decision }: { decision: string }) => decision === 'ended')).toHaveLength(1);
    expect((await first.request('GET', `/api/calls/${record.callId}/recording`)).status).toBe(200);

    // No process takes another one for dead, and all calls go on.
    await sleep(watchedMs);
    expect(await fencedProcesses()).toEqual([]);
    await Promise.all(talking.map((one) => press(one, '5')));
    ringing.hangUp();
    const path = `/api/calls/${placed.body.callId}`;
    await expect.poll(async () => (await read(path)).status, { timeout: 15_000 }).toBe('ended');
    expect(Math.abs(Date.parse((await read(path)).startedAt) - answeredAtMs)).toBeLessThan(outageMs / 2);
    // They take orders of other processes again, too.
    const { callId } = await callOf(talking[0].from);
    await first.request('POST', `/api/calls/${callId}/cancel`);
    await expect.poll(() => talking[0].call.events.join(), { timeout: 15_000 }).toContain('ended remote');
    await expect
      .poll(async () => (await callOf(talking[0].from)).endedReason, { timeout: 15_000 })
      .toBe('manually-canceled');
    for (const { call } of [talking[1], storing, moving]) call.hangUp();
  },
);
