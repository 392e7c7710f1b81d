import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { type Dialing, make, newOwnNumber, setUpDialing } from '../world/dialing.ts';
import { type Program, startProgram } from '../world/program.ts';
import { createTestDatabase, type TestDatabase } from '../world/template-database.ts';
import { type Manner, openPhone, type Phone } from './call-phone.ts';
import { freePort } from './sip-agent.ts';

let database: TestDatabase;
let program: Program;
let phone: Phone;
let dialing: Dialing;
let manner: Manner;
async function start(env: Record<string, string> = {}): Promise<void> {
  manner = 'answer';
  database = await createTestDatabase();
  program = await startProgram({ databaseUrl: database.url, sipPort: await freePort(), env });
  phone = await openPhone(() => manner);
  dialing = await setUpDialing(program.request, {
    trunk: { port: phone.port, allowedAddresses: ['127.0.0.1'] },
    agent: { prompt: 'Talk.', firstMessage: 'Hello.', limits: { maxDurationSeconds: 60, silenceSeconds: 2 } },
  });
}
async function stop(): Promise<void> {
  await phone?.[Symbol.asyncDispose]();
  await program?.[Symbol.asyncDispose]();
  await database?.drop();
}
afterEach(stop);

let lastCustomer = 2_125_553_000;
const place = async (by: Partial<Dialing> = {}): Promise<{ callId: string; number: string }> => {
  const number = `+1${lastCustomer++}`;
  const { agentId, phoneNumberId } = { ...dialing, ...by };
  const body = { phoneNumber: number, phoneNumberId };
  const answer = await program.request('POST', `/api/agents/${agentId}/calls`, { body });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return { callId: answer.body.callId, number };
};
const rung = (number: string) => phone.call((call) => call.number === number);
const read = async (callId: string) => (await program.request('GET', `/api/calls/${callId}`)).body;
const reaches = (callId: string, status: RegExp, timeout = 20_000) =>
  expect.poll(async () => (await read(callId)).status, { timeout }).toMatch(status);

/** An agent whom no silence is too long, or only a longer one. */
const patient = async (silenceSeconds = 300): Promise<Pick<Dialing, 'agentId'>> => {
  const limits = { maxDurationSeconds: 600, silenceSeconds };
  return make(program.request, '/api/agents', {
    name: 'Bea',
    prompt: 'Talk.',
    firstMessage: 'Hello.',
    limits,
  });
};
/** A number of a trunk that reaches the same phone over TCP. */
const overTcp = async (): Promise<Pick<Dialing, 'phoneNumberId'>> => {
  const { port } = phone.agent.addressOf('tcp');
  const trunkBody = { name: 'By stream', host: '127.0.0.1', port, transport: 'tcp' };
  const { trunkId } = await make(program.request, '/api/trunks', trunkBody);
  return make(program.request, '/api/phone-numbers', { phoneNumber: newOwnNumber(), trunkId });
};

/** Makes the database of this test unreachable, and reachable again. */
const outage = async () => {
  const admin = new pg.Client({ ...database.connection, database: 'postgres' });
  await admin.connect();
  const name = database.connection.database;
  await admin.query(`alter database ${name} with allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  return {
    async end() {
      await admin.query(`alter database ${name} with allow_connections true`);
      await admin.end();
    },
  };
};

it('SIGTERM: live calls go on to their end, nothing new begins, nothing is lost', {
  timeout: 90_000,
}, async () => {
  await start();
  const running = await place(await patient());
  const call = await rung(running.number);
  await call.rtp.until((received) => received.length > 0);
  await reaches(running.callId, /in-progress/);
  program.process.kill('SIGTERM');
  // A call that comes before the signal has reached the process that takes calls is taken.
  await vi.waitFor(
    async () => {
      const late = await phone.dial(program.sipPort, dialing.phoneNumber);
      await vi.waitFor(() => expect(late.events.join()).toMatch(/failed|answered/), 15_000);
      late.hangUp();
      expect(late.events.join()).toContain('failed rejected 503');
    },
    { timeout: 30_000, interval: 20 },
  );
  // While the call goes on, a request over a new connection is answered with 503 and Retry-After.
  const refused = await program.request('GET', '/api/agents');
  expect(refused).toMatchObject({ status: 503, body: { code: 'service.draining' } });
  expect(refused.headers['retry-after']).toBe('5');
  expect((await program.request('GET', '/healthz')).status).toBe(200);
  call.hangUp();
  expect(await program.exited).toBe(0);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select call_id, status, ended_reason from calls order by call_id');
  const nodes = await client.query('select * from nodes');
  await client.end();
  expect(rows[0]).toEqual({ call_id: running.callId, status: 'ended', ended_reason: 'customer-ended-call' });
  expect(rows.filter(({ status }) => !/^(ended|canceled)$/.test(status))).toEqual([]);
  expect(nodes.rows).toEqual([]);
});

it('SIGTERM: live calls have as long as PARLEY_STOP_SECONDS says', { timeout: 90_000 }, async () => {
  await start({ PARLEY_STOP_SECONDS: '0' });
  const { callId, number } = await place(await patient(15));
  await (await rung(number)).rtp.until((received) => received.length > 0);
  await reaches(callId, /in-progress/);
  program.process.kill('SIGTERM');
  expect(await program.exited).toBe(0);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select status, ended_reason from calls');
  await client.end();
  expect(rows).toEqual([{ status: 'ended', ended_reason: 'worker-lost' }]);
});

it('the calls process killed: it comes back on its port, its calls are settled, none rings twice', {
  timeout: 90_000,
}, async () => {
  await start();
  const { agentId } = await patient();
  const running = await place({ agentId });
  const { phoneNumberId } = await overTcp();
  const streamed = await place({ agentId, phoneNumberId });
  for (const { number, callId } of [running, streamed]) {
    await (await rung(number)).rtp.until((received) => received.length > 0);
    await reaches(callId, /in-progress/);
  }
  manner = 'ring';
  const ringing = await place();
  await rung(ringing.number);
  await reaches(ringing.callId, /ringing/);
  manner = 'answer';
  const pid = program.callsProcessId();
  process.kill(pid, 'SIGKILL');
  const next = await place();
  const call = await rung(next.number);
  await call.rtp.until((received) => received.length > 0);
  for (const { number, callId } of [running, streamed]) {
    await reaches(callId, /ended/);
    expect((await read(callId)).endedReason).toBe('worker-lost');
    // All connections of the process died with it.
    await expect
      .poll(async () => (await rung(number)).events.join(), { timeout: 20_000 })
      .toContain('ended remote');
  }
  await reaches(ringing.callId, /ended/);
  expect((await read(ringing.callId)).endedReason).toBe('customer-did-not-answer');
  await reaches(next.callId, /ended/);
  expect((await read(next.callId)).endedReason).toBe('silence-timed-out');
  expect(program.callsProcessId()).not.toBe(pid);
  const placed = [running, streamed, ringing, next].map(({ number }) => number);
  expect(phone.calls.map(({ number }) => number).sort()).toEqual(placed);
  const ready = await program.request('GET', '/readyz');
  expect(ready.status).toBe(200);
});

it('the database away while a call is answered, spoken to and ended: its record is whole afterwards', {
  timeout: 90_000,
}, async () => {
  await start();
  manner = 'ring';
  const { callId, number } = await place();
  const call = await rung(number);
  await reaches(callId, /ringing/);
  const { end } = await outage();
  const answeredAtMs = Date.now();
  call.answer();
  await expect.poll(() => call.events.join(), { timeout: 20_000 }).toContain('ended remote');
  const endedAtMs = Date.now();
  // Long enough that every heartbeat is too old when it comes back.
  await expect.poll(() => Date.now() - answeredAtMs, { timeout: 20_000 }).toBeGreaterThan(6500);
  await end();
  await reaches(callId, /ended/);
  const record = await read(callId);
  expect(record).toMatchObject({ endedReason: 'silence-timed-out', transcript: [{ message: 'Hello.' }] });
  expect(record.recordingUrl).not.toBeNull();
  // Not the time at which the database came back; the machine may be busy.
  expect(Math.abs(Date.parse(record.startedAt) - answeredAtMs)).toBeLessThan(3000);
  expect(Math.abs(Date.parse(record.endedAt) - endedAtMs)).toBeLessThan(3000);
});

it('the program killed: started again at once, on the same ports, it settles what it held', {
  timeout: 90_000,
}, async () => {
  await start();
  const running = await place();
  await (await rung(running.number)).rtp.until((received) => received.length > 0);
  await reaches(running.callId, /in-progress/);
  const killed = program;
  const { sipPort, dataDir, key } = killed;
  // The process that serves HTTP alone: its calls process is orphaned and has the SIP port still.
  program.process.kill('SIGKILL');
  await program.exited;
  const again = await startProgram({ databaseUrl: database.url, sipPort, dataDir });
  try {
    expect(again.key).toBe(key);
    program = again;
    await reaches(running.callId, /ended/);
    const next = await place();
    await (await rung(next.number)).rtp.until((received) => received.length > 0);
    expect(phone.calls.map(({ number }) => number)).toEqual([running.number, next.number]);
  } finally {
    await again[Symbol.asyncDispose]();
    // Its folder goes with it.
    program = killed;
  }
});
