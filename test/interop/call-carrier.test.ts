import { expect, it } from 'vitest';
import { Database, statement } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { startCarrierServer } from '../world/carrier-server.ts';
import { type Program, startProgram } from '../world/program.ts';
import { createTestDatabase } from '../world/template-database.ts';
import { openTwilioAccount } from '../world/twilio-account.ts';
import { openPhone } from './call-phone.ts';

/** As if the time that a dead process holds a run had passed. */
const passLease = statement('test.pass_carrier_lease', 'update carrier_connections set due_at = now()');
const path = '/api/carrier-connections';

it('connects a number through a kill in the middle, takes its call, and leaves no trace', {
  timeout: 120_000,
}, async () => {
  await using parts = new AsyncDisposableStack();
  const database = await createTestDatabase();
  parts.defer(() => database.drop());
  const twilio = openTwilioAccount();
  const server = parts.use(await startCarrierServer(twilio));
  const env = { PARLEY_EGRESS_ALLOW: '127.0.0.0/8', PARLEY_CARRIER_TEST_URL: server.url };
  const start = async () => parts.use(await startProgram({ databaseUrl: database.url, env }));
  const killed = await start();
  const { key } = killed;
  const phone = parts.use(await openPhone());
  const ask = async (program: Program, method: string, at: string, body?: unknown) => {
    const answer = await program.request(method, at, { key, ...(body === undefined ? {} : { body }) });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };

  const phoneNumber = '+18089251571';
  twilio.onSale.push({ phoneNumber, addressRequirements: 'none' });
  const { agentId } = await ask(killed, 'POST', '/api/agents', {
    ...{ name: 'Ada', prompt: 'Talk.', firstMessage: 'Welcome.' },
  });
  const { carrierConnectionId: id } = await ask(killed, 'POST', path, {
    ...{ vendor: 'twilio', accountSid: twilio.accountSid, secret: twilio.authToken },
    sipAddress: `127.0.0.1:${killed.sipPort}`,
  });
  const bought = Promise.withResolvers<void>();
  // The number is bought, and its answer never arrives.
  server.before = async ({ method, path: at }) => {
    if (method !== 'POST' || !at.endsWith('IncomingPhoneNumbers.json')) return;
    bought.resolve();
    return 'lost';
  };
  const numbers = [{ phoneNumber, buy: { monthlyPrice: '1.15' } }];
  await ask(killed, 'POST', `${path}/${id}/connect`, { numbers, inboundAgentId: agentId });
  await bought.promise;
  killed.process.kill('SIGKILL');
  await killed.exited;
  server.before = async () => {};

  const program = await start();
  const db = new Database({
    ...{ connectionString: database.url, applicationName: 'test', connectionsMax: 1, log: silentLog },
  });
  await db.query(passLease);
  await db.close();
  const read = () => ask(program, 'GET', `${path}/${id}`);
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toBe('connected');
  expect([twilio.bought, twilio.trunks.length]).toEqual([[phoneNumber], 1]);
  const { trunkId } = await read();

  // The trunk leads to the address of the stub, which is also that of the telephone. It calls where Twilio would.
  const { port } = await ask(program, 'GET', `/api/trunks/${trunkId}`);
  expect(`http://127.0.0.1:${port - 1}`).toBe(server.url);
  const [{ sip_url: url }] = [...twilio.originationUrls.values()][0] as unknown as [{ sip_url: string }];
  expect(url).toBe(`sip:127.0.0.1:${killed.sipPort}`);
  const answered = async () => {
    const call = await phone.dial(program.sipPort, phoneNumber, { from: '+14155559999' });
    await expect.poll(() => call.events.join(), { timeout: 15_000 }).toMatch(/answered|failed/);
    call.hangUp();
    return call.events.includes('answered');
  };
  await expect.poll(answered, { timeout: 30_000, interval: 200 }).toBe(true);
  const isOver = async () => {
    const { calls } = await ask(program, 'GET', '/api/calls');
    return calls.every(({ status }: { status: string }) => status === 'ended');
  };
  await expect.poll(isOver, { timeout: 15_000 }).toBe(true);

  await ask(program, 'POST', `${path}/${id}/disconnect`, { releaseNumbers: true });
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toBe('ready');
  expect([twilio.trunks, twilio.numbers, twilio.credentialLists]).toEqual([[], [], []]);
  const gone = await phone.dial(program.sipPort, phoneNumber, { from: '+14155559999' });
  await expect.poll(() => gone.events.join(), { timeout: 15_000 }).toMatch(/failed/);
});
