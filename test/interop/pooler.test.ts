import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { make, setUpDialing } from '../world/dialing.ts';
import { eventually } from '../world/eventually.ts';
import { startProgram } from '../world/program.ts';
import { createTestDatabase } from '../world/template-database.ts';
import { openReceiver } from '../world/webhook-receiver.ts';
import { openPhone } from './call-phone.ts';
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts';

test.skipIf(!hasPgBouncer)(
  'PgBouncer in transaction mode: a campaign is dialed and its webhook delivered',
  { timeout: 90_000 },
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const admin = new pg.Client(database.url);
    await admin.connect();
    // What sessions of the role are given must win.
    await admin.query(`alter database ${database.connection.database} set timezone = 'Europe/Berlin'`);
    await admin.end();
    const pooler = await startPgBouncer(database);
    onTestFinished(() => pooler[Symbol.asyncDispose]());
    const stranger = new pg.Client(Object.assign(new URL(pooler.url), { password: 'wrong' }).href);
    await expect(stranger.connect()).rejects.toThrow('SASL authentication failed');
    const phone = await openPhone(() => 486);
    onTestFinished(() => phone[Symbol.asyncDispose]());
    const receiver = await openReceiver();
    onTestFinished(() => receiver.close());
    const program = await startProgram({
      databaseUrl: pooler.url,
      env: { DATABASE_DIRECT_URL: pooler.directUrl, PARLEY_EGRESS_ALLOW: '127.0.0.1/32' },
    });
    onTestFinished(() => program[Symbol.asyncDispose]());

    const { request } = program;
    await make(request, '/api/webhook-endpoints', { url: receiver.url, events: ['call.ended'] });
    const dialing = await setUpDialing(request, { trunk: { port: phone.port } });
    const numbers = Array.from({ length: 10 }, (_, index) => `+1212555300${index}`);
    const queued = await Promise.all(
      numbers.map((phoneNumber) =>
        make(request, `/api/agents/${dialing.agentId}/calls/campaign`, {
          phoneNumber,
          campaignName: 'Spring',
          phoneNumberId: dialing.phoneNumberId,
          scheduleId: dialing.scheduleId,
          variables: { firstName: 'Ada' },
        }),
      ),
    );
    await eventually(() => String(receiver.received.length), '10', 60_000);
    const ended = receiver.received.map(({ body }) => body.data.callId);
    expect(ended.sort()).toEqual(queued.map(({ callId }) => callId).sort());
    for (const { body } of receiver.received) expect(body.timestamp).toMatch(/Z$/);
    expect(new Set(phone.calls.map(({ number }) => number)).size).toBe(10);
    const troubles = program
      .log()
      .filter(({ level }) => level === 'warn' || level === 'error')
      // A machine that stalls for 2.5 s delays a heartbeat.
      .filter(({ msg }) => !String(msg).startsWith('the database is not reached'));
    expect(troubles).toEqual([]);
  },
);
