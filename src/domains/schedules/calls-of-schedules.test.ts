import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { fileCalls } from '../../../test/world/file-calls.ts';
import { Listener, statement } from '../../platform/db/index.ts';
import { newId, silentLog } from '../../platform/kernel/index.ts';
import { rescheduleMore } from './index.ts';

const path = '/api/schedules';
const nextYear = new Date().getUTCFullYear() + 1;
const once = (date: string) => [{ date: `${nextYear}-${date}`, windows: [{ start: '09:00', end: '10:00' }] }];
/** Closed until next year, when it opens once. */
const closed = { name: 'Closed', timeZone: 'UTC', windows: [], exceptions: once('01-04') };
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const open = { windows: [{ days, start: '00:00', end: '24:00' }] };
const insertCall = statement(
  'test.schedules.insert_call',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id,
       agent_number, schedule_id, not_before, created_at)
     values ($1, $2, 'agent', 'outboundPhoneCall', $3, $8, 'number', '+12025550101', $4,
       now() + make_interval(mins => $6), now()) returning *)
   insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, schedule_id,
     hold_reason)
   select organization_id, call_id, '', 5, now() + make_interval(mins => $5), phone_number_id, schedule_id, $7
   from made where status = 'queued'`,
);
const readCall = statement(
  'test.schedules.read_call',
  `select q.due_at, c.not_before, q.due_at <= now() as due, q.hold_reason
   from calls c left join queued_calls q using (call_id) where c.call_id = $1`,
);
const moveCall = statement('test.schedules.move_call', 'update calls set status = $2 where call_id = $1');
const holdRow = statement(
  'test.schedules.hold_row',
  'update queued_calls set due_at = due_at where call_id = $1',
);

let world: ApiWorld;
let scheduleId: string;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  scheduleId = (await world.request('POST', path, { body: closed })).body.scheduleId;
});

interface Waiting {
  status?: string;
  schedule?: string;
  dueInMinutes?: number;
  /** null: no retry delay. */
  notBeforeInMinutes?: number | null;
  holdReason?: string | null;
  customerNumber?: string;
}
const queue = async (values: Waiting = {}) => {
  const { status = 'queued', schedule = scheduleId, dueInMinutes = 60, notBeforeInMinutes = null } = values;
  const callId = newId('call');
  const { holdReason = 'schedule-closed', customerNumber = '+12125550199' } = values;
  const place = [world.owner.organizationId, callId, status, schedule];
  const times = [dueInMinutes, notBeforeInMinutes, holdReason];
  await world.db.query(insertCall, [...place, ...times, customerNumber]);
  await fileCalls(world.db);
  return callId;
};
interface Seen {
  due_at: string;
  not_before: string | null;
  due: boolean;
  hold_reason: string | null;
}
const look = async (callId: string) => (await world.db.query<Seen>(readCall, [callId]))[0]!;
const lookAll = (callIds: string[]) => Promise.all(callIds.map(look));
const patch = (body: unknown) => world.request('PATCH', `${path}/${scheduleId}`, { body });

it('makes the waiting calls of an opened schedule due after their retry delay', async () => {
  const waiting = [
    await queue(),
    await queue({ holdReason: 'schedule-never-opens' }),
    await queue({ notBeforeInMinutes: -5, holdReason: 'retry-delay' }),
  ];
  const retry = await queue({ notBeforeInMinutes: 5, holdReason: 'retry-delay' });
  const others = [await queue({ schedule: 'schedule_other' }), await queue({ status: 'dialing' })];
  const before = await lookAll(others);
  expect((await patch(open)).status).toBe(200);
  expect((await lookAll(waiting)).map(({ due }) => due)).toEqual([true, true, true]);
  const retried = await look(retry);
  expect([retried.due_at, retried.hold_reason]).toEqual([retried.not_before, 'retry-delay']);
  expect(await lookAll(others)).toEqual(before);
});

it('moves the waiting calls of a rescheduled opening without the dialer', async () => {
  const calls = [
    await queue(),
    await queue({ holdReason: 'time-zone-unknown' }),
    await queue({ notBeforeInMinutes: 5 }),
  ];
  expect((await patch({ exceptions: once('06-01') })).status).toBe(200);
  for (const seen of await lookAll(calls)) {
    expect(seen).toMatchObject({ due_at: `${nextYear}-06-01T09:00:00.000Z`, hold_reason: 'schedule-closed' });
  }
  await patch({ exceptions: once('02-01') });
  for (const seen of await lookAll(calls)) expect(seen.due_at).toBe(`${nextYear}-02-01T09:00:00.000Z`);
});

it("uses the clock of each call's customer", async () => {
  const numbers = ['+12125550199', '+13125550199', '+442079460958', '+80012345678'];
  const calls: string[] = [];
  for (const customerNumber of numbers) calls.push(await queue({ customerNumber }));
  await patch({ timeZone: 'customer' });
  const seen = await lookAll(calls);
  expect(seen.slice(0, 3).map(({ due_at }) => due_at.slice(11, 13))).toEqual(['14', '15', '09']);
  // The last number has no known location, so the dialer decides.
  expect(seen[3]!.due).toBe(true);
});

const insertMany = statement(
  'test.schedules.many_calls',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number,
       phone_number_id, agent_number, schedule_id, priority, created_at)
     select $1, 'call_' || $2 || i, 'agent', 'campaign_' || i % 3, 'outboundPhoneCall', 'queued', '+12125550199',
       'number', '+12025550101', $2, 1 + i % 2, now()
     from generate_series(1, 5000) i returning *)
   insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, schedule_id,
     hold_reason)
   select organization_id, call_id, campaign_id, priority,
     now() + make_interval(mins => 1 + hashtext(call_id) % 700 + 700), phone_number_id, schedule_id, 'schedule-closed'
   from made`,
);
const dues = statement(
  'test.schedules.dues',
  'select due_at, count(*) from queued_calls where schedule_id = $1 group by due_at',
);

it('moves more calls than a batch, forwards and backwards', async () => {
  await world.db.query(insertMany, [world.owner.organizationId, scheduleId]);
  for (const date of ['06-01', '09-01', '02-01']) {
    await patch({ exceptions: once(date) });
    expect(await world.db.query(dues, [scheduleId])).toEqual([
      { due_at: `${nextYear}-${date}T09:00:00.000Z`, count: 5000 },
    ]);
  }
  expect(await rescheduleMore(world.db)).toBe(0);
});

it('continues after a killed process, one worker at a time', async () => {
  await world.db.query(insertMany, [world.owner.organizationId, scheduleId]);
  const breakOff = statement(
    'test.schedules.break_off',
    `update schedules set exceptions = $2, version = version + 1,
       reschedule_from = '{"campaignId":"","priority":0,"dueAt":"-infinity","callId":""}' where schedule_id = $1`,
  );
  await world.db.query(breakOff, [scheduleId, JSON.stringify(once('06-01'))]);
  expect(await rescheduleMore(world.db)).toBe(1);
  const moved = await world.db.query<{ due_at: string; count: number }>(dues, [scheduleId]);
  const due = moved.find(({ due_at }) => due_at === `${nextYear}-06-01T09:00:00.000Z`);
  expect(due?.count).toBe(2000);
  const worker = async () => {
    while ((await rescheduleMore(world.db)) > 0);
  };
  await Promise.all([worker(), worker(), worker()]);
  // A worker that finds the schedule locked stops. The last worker processes all calls.
  await worker();
  expect(await world.db.query(dues, [scheduleId])).toEqual([
    { due_at: `${nextYear}-06-01T09:00:00.000Z`, count: 5000 },
  ]);
});

it('keeps the place of a due call in the queue', async () => {
  const callId = await queue({ dueInMinutes: -30, holdReason: null });
  const before = await look(callId);
  await patch(open);
  expect(await look(callId)).toEqual(before);
});

it('moves no calls on a new name or a refused change', async () => {
  const callId = await queue();
  const before = await look(callId);
  expect((await patch({ name: 'Renamed' })).status).toBe(200);
  expect((await patch({ exceptions: [] })).status).toBe(400);
  expect(await look(callId)).toEqual(before);
});

it('does not wait for a call locked by another transaction', async () => {
  const [held, free] = [await queue(), await queue()];
  await world.db.transaction(async (tx) => {
    await tx.query(holdRow, [held]);
    expect((await patch(open)).status).toBe(200);
  });
  expect((await lookAll([held, free])).map(({ due }) => due)).toEqual([false, true]);
});

it('notifies the dialer', async () => {
  const { connectionString } = world.db;
  const listener = new Listener({ connectionString, applicationName: 'test', log: silentLog });
  const heard = Promise.withResolvers<void>();
  listener.on('parley_calls', () => heard.resolve());
  await listener.start();
  try {
    await patch(open);
    await heard.promise;
  } finally {
    await listener.close();
  }
});

it.each(['queued', 'dialing', 'ringing', 'in-progress', 'forwarding'])(
  'does not delete a schedule used by a call that is %s',
  async (status) => {
    const callId = await queue({ status });
    const refused = await world.request('DELETE', `${path}/${scheduleId}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'schedule.in_use']);
    expect(refused.body.error).toContain(`call ${callId}`);
    await world.db.query(moveCall, [callId, 'ended']);
    await fileCalls(world.db);
    expect((await world.request('DELETE', `${path}/${scheduleId}`)).status).toBe(204);
  },
);
