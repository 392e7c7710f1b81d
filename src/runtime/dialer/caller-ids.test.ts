import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { CallWriter } from '../../domains/calls/index.ts';
import { statement } from '../../platform/db/index.ts';
import { loadDialableCalls } from './dialable-call.ts';
import { holdCall } from './gatekeeper.ts';
import { claimDueCalls } from './store.ts';

const addNumber = statement(
  'test.caller_ids.number',
  `insert into phone_numbers (organization_id, phone_number_id, phone_number, trunk_id, local_presence,
     external_id_header, max_calls_per_day, day_offset_minutes, created_at, updated_at)
   values ($1, $2, $3, 'trunk_a', $4, 'X-External-ID', $5, -300, now(), now())`,
);
const wantLocal = statement(
  'test.caller_ids.local',
  `with c as (update calls set local_presence = true where call_id = $1)
   update queued_calls set is_local = true where call_id = $1`,
);
const readNumber = statement(
  'test.caller_ids.read',
  'select dial_number_id, dial_number, phone_number_id from calls where call_id = $1',
);
const readDays = statement(
  'test.caller_ids.days',
  'select phone_number_id, calls from number_days where organization_id = $1 order by 1',
);
const readHeld = statement(
  'test.caller_ids.held',
  'select call_id, hold_reason, due_at from queued_calls where organization_id = $1',
);
const readNote = statement(
  'test.caller_ids.note',
  "select message from call_events where call_id = $1 and reason = 'caller-id'",
);
const setOffset = statement(
  'test.caller_ids.offset',
  'update phone_numbers set day_offset_minutes = $3 where organization_id = $1 and phone_number_id = $2',
);
const written = statement(
  'test.caller_ids.written',
  'select call_id, xmin::text from queued_calls where organization_id = $1 order by call_id',
);
const shiftDays = statement(
  'test.caller_ids.shift',
  "update number_days set day = day - 2 where organization_id = $1 and phone_number_id = 'number_spent'",
);
const distance = statement('test.caller_ids.distance', 'select number_distance($1, $2) as distance');

let world: QueueWorld;
let organizationId: string;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  organizationId = await world.organization({ max: 1000 });
});

const claim = (max = 50, db = world.db) =>
  claimDueCalls(db, organizationId, 'node_a', max).then(({ callIds }) => callIds);
async function number(id: string, e164: string, values: { local?: boolean; cap?: number | null } = {}) {
  const { local = true, cap = null } = values;
  // A number is in one organization of the installation.
  await world.db.query(forgetNumber, [e164]);
  await world.db.query(addNumber, [organizationId, id, e164, local, cap]);
}
const forgetNumber = statement('test.caller_ids.forget', 'delete from phone_numbers where phone_number = $1');
/** Queues each call to another customer of the area, because a customer gets one call at a time. */
let lastCustomer = 5_560_000;
const newYorker = () => `+1212${lastCustomer++}`;
async function call(customerNumber: string, phoneNumberId = 'number_a'): Promise<string> {
  const callId = await world.call(organizationId, { customerNumber, phoneNumberId });
  await world.db.query(wantLocal, [callId]);
  return callId;
}
async function usedBy(callId: string): Promise<string> {
  const [row] = await world.db.query<{ dial_number_id: string | null; phone_number_id: string }>(readNumber, [
    callId,
  ]);
  return row!.dial_number_id ?? row!.phone_number_id;
}
const days = async () =>
  Object.fromEntries(
    (await world.db.query<{ phone_number_id: string; calls: number }>(readDays, [organizationId])).map(
      (d) => [d.phone_number_id, d.calls],
    ),
  );

describe('the distance of a number from a customer', () => {
  it.each([
    ['+12125550123', '+12125550199', 0],
    ['+12125550123', '+17165550199', 1],
    ['+12125550123', '+12015550199', 2],
    ['+12125550123', '+13105550199', null],
    ['+18085550123', '+19075550199', null],
    ['+14165550123', '+17165550199', null],
    ['+493012345678', '+493087654321', 15],
    ['+493012345678', '+498912345678', 17],
    ['+493012345678', '+431123456', null],
    ['+12125550123', '+493012345678', null],
  ])('from %s to %s is %j', async (customer, own, expected) => {
    expect(await world.db.query(distance, [customer, own])).toEqual([{ distance: expected }]);
  });
});

describe('local presence', () => {
  it("calls from the customer's area code, else state, else a neighbouring state, else the requested number", async () => {
    await number('number_ny', '+17165550100');
    await number('number_nyc', '+12125550100');
    await number('number_nj', '+12015550100');
    await number('number_other', '+12125550101', { local: false });
    const customers = ['+12125550123', '+15855550123', '+12035550123', '+12155550123', '+13105550123'];
    const ids: string[] = [];
    for (const customer of customers) ids.push(await call(customer));
    expect((await claim()).toSorted()).toEqual(ids.toSorted());
    const used = await Promise.all(ids.map(usedBy));
    expect(used[0]).toBe('number_nyc');
    expect(['number_ny', 'number_nyc']).toContain(used[1]);
    expect(['number_ny', 'number_nyc']).toContain(used[2]);
    expect(['number_nj', 'number_ny', 'number_nyc']).toContain(used[3]);
    expect(used[4]).toBe('number_a');
    // A claimed call may still be refused, so the caller id is recorded with the INVITE.
    expect(await world.events(ids[0]!)).toEqual([]);
    const noteOf = async (callId: string) => {
      await new CallWriter(world.db).dialed({ organizationId, callId, nodeId: 'node_a' }, 'Dialed.', null);
      expect(await world.events(callId)).toEqual(['noted caller-id', 'dialed invite-sent']);
      return (await world.db.query<{ message: string }>(readNote, [callId]))[0]!.message;
    };
    expect(await noteOf(ids[0]!)).toBe(
      'Called from +12125550100, because it has the area code of the customer.',
    );
    expect(await noteOf(ids[4]!)).toContain('no local presence number near the customer was left.');
  });

  it('rotates equal numbers, the least used of the day first', async () => {
    for (const n of [1, 2, 3]) await number(`number_${n}`, `+1212555020${n}`);
    for (let i = 0; i < 7; i++) await call(newYorker());
    expect(await claim(2)).toHaveLength(2);
    expect(await claim()).toHaveLength(5);
    expect(await days()).toEqual({ number_1: 3, number_2: 2, number_3: 2 });
  });

  it('skips a number at its limit, and holds calls without another number until the next day', async () => {
    await number('number_nyc', '+12125550300', { cap: 2 });
    await number('number_ny', '+17165550300', { cap: 1 });
    await number('number_last', '+13105550300', { local: false, cap: 1 });
    // This number is near other customers, so only a lookup for each call shows that no number is left.
    await number('number_la', '+12135550300');
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) ids.push(await call(newYorker(), 'number_last'));
    expect(await claim()).toHaveLength(4);
    expect(await days()).toEqual({ number_last: 1, number_ny: 1, number_nyc: 2 });
    const rows = await world.db.query<{ call_id: string; hold_reason: string; due_at: string }>(readHeld, [
      organizationId,
    ]);
    expect(rows.map(({ hold_reason }) => hold_reason)).toEqual(['number-limit', 'number-limit']);
    const dueAt = new Date(rows[0]!.due_at);
    expect([dueAt.getUTCHours(), dueAt.getUTCMinutes()]).toEqual([5, 0]);
    expect(dueAt.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    expect(await world.events(rows[0]!.call_id)).toEqual(['held number-limit']);
    expect(await claim()).toEqual([]);
  });

  it('holds such calls until the day of the first number ends', async () => {
    await number('number_nyc', '+12125550310', { cap: 1 });
    await number('number_far', '+12015550310', { cap: 1 });
    await number('number_asked', '+13105550310', { local: false, cap: 1 });
    await number('number_la', '+12135550310');
    // The days of these numbers begin at different hours.
    const offsets = { number_nyc: -300, number_far: 300, number_asked: -600 };
    for (const [id, minutes] of Object.entries(offsets))
      await world.db.query(setOffset, [organizationId, id, minutes]);
    for (let i = 0; i < 4; i++) await call(newYorker(), 'number_asked');
    expect(await claim()).toHaveLength(3);
    const [held] = await world.db.query<{ due_at: string }>(readHeld, [organizationId]);
    const nextDay = (minutes: number) => {
      const local = Date.now() + minutes * 60_000;
      return (Math.floor(local / 86_400_000) + 1) * 86_400_000 - minutes * 60_000;
    };
    expect(Date.parse(held!.due_at)).toBe(Math.min(...Object.values(offsets).map(nextDay)));
  });

  it('skips calls that wait for the day of their number without writing them, and claims them when it begins', async () => {
    await number('number_spent', '+13105550320', { local: false, cap: 2 });
    await number('number_ny', '+17165550320', { cap: 1 });
    const ids: string[] = [];
    for (let i = 0; i < 12; i++)
      ids.push(
        i % 3 === 0
          ? await call(newYorker(), 'number_spent')
          : await world.call(organizationId, { phoneNumberId: 'number_spent' }),
      );
    const free = await world.call(organizationId);
    expect(await claim(4)).toHaveLength(4);
    expect(await days()).toEqual({ number_ny: 1, number_spent: 2 });
    const waiting = await world.db.query<{ hold_reason: unknown; call_id: string }>(readHeld, [
      organizationId,
    ]);
    expect(waiting.map(({ hold_reason }) => hold_reason)).toEqual(Array(9).fill(null));
    expect(await claim()).toEqual([]);
    const before = await world.db.query(written, [organizationId]);
    const { callIds, isCutShort } = await claimDueCalls(world.db, organizationId, 'node_a', 50);
    expect([callIds, isCutShort]).toEqual([[], false]);
    expect(await world.db.query(written, [organizationId])).toEqual(before);
    for (const { call_id: callId } of waiting) expect(await world.events(callId)).toEqual([]);
    expect(waiting.map(({ call_id }) => call_id)).not.toContain(free);

    // The calls count for a day that has ended.
    await world.db.query(shiftDays, [organizationId]);
    expect(await claim()).toHaveLength(2);
    expect(await claim()).toEqual([]);
  });

  it('never uses a number more often than its limit while several processes claim', async () => {
    for (const n of [1, 2, 3]) await number(`number_${n}`, `+1212555040${n}`, { cap: 5 });
    for (let i = 0; i < 40; i++) await call(newYorker(), 'number_1');
    const databases = Array.from({ length: 4 }, () => world.another());
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, i) => claim(1 + (i % 3), databases[i % 4])),
    );
    await Promise.all(databases.map((db) => db.close()));
    expect(claims.flat()).toHaveLength(15);
    expect(await days()).toEqual({ number_1: 5, number_2: 5, number_3: 5 });
  });

  it('skips numbers that cannot call now, and falls back to the requested number', async () => {
    await world.db.query(otherTrunk, [organizationId]);
    await number('number_lost', '+12125550600');
    await number('number_full', '+12125550601');
    await number('number_near', '+17165550600');
    await world.db.query(unplug, [organizationId]);
    await world.db.query(limitOther, [organizationId]);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push(await call(newYorker()));
    expect((await claim()).toSorted()).toEqual(ids);
    const used = await Promise.all(ids.map(usedBy));
    // The limit of its trunk allows one call from this number.
    expect(used.toSorted()).toEqual(['number_full', 'number_near', 'number_near']);
    await world.db.query(down, [organizationId, 'trunk_a']);
    const plain = await call(newYorker());
    expect(await claim()).toEqual([]);
    await world.db.query(moveNumber, [organizationId, 'number_a']);
    await world.db.query(unlimitOther, [organizationId]);
    const asked = await call('+13105550133');
    expect((await claim()).toSorted()).toEqual([plain, asked].toSorted());
    expect([await usedBy(plain), await usedBy(asked)]).toEqual(['number_full', 'number_a']);
  });

  it('dials with the number over its trunk, and releases the number when the call was not dialed', async () => {
    await world.db.query(otherTrunk, [organizationId]);
    await number('number_local', '+12125550500', { cap: 1 });
    await world.db.query(moveNumber, [organizationId, 'number_local']);
    const callId = await call('+12125550123');
    expect(await claim()).toEqual([callId]);
    const load = { organizationId, callIds: [callId], nodeId: 'node_a', claimedAtMs: 0 };
    const [loaded] = await loadDialableCalls(world.db, load);
    expect(loaded).toMatchObject({
      agentNumber: '+12125550500',
      claimedTrunkId: 'trunk_b',
      trunk: { trunkId: 'trunk_b' },
    });
    expect(await days()).toEqual({ number_local: 1 });
    const hold = { reason: 'trunk-down', message: 'x', untilMs: Date.now() - 1000 };
    await holdCall(world.db, { organizationId, callId, nodeId: 'node_a' }, hold);
    expect(await days()).toEqual({ number_local: 0 });
    expect(await usedBy(callId)).toBe('number_a');
    expect(await claim()).toEqual([callId]);
    expect(await usedBy(callId)).toBe('number_local');
    expect(await days()).toEqual({ number_local: 1 });
  });
});

const otherTrunk = statement(
  'test.caller_ids.trunk',
  `insert into trunks (organization_id, trunk_id, name, host, port, transport, register, codecs, created_at, updated_at)
   select organization_id, 'trunk_b', 'Other', host, port, transport, register, codecs, now(), now() from trunks
   where organization_id = $1`,
);
const moveNumber = statement(
  'test.caller_ids.move',
  "update phone_numbers set trunk_id = 'trunk_b' where organization_id = $1 and phone_number_id = $2",
);
const unplug = statement(
  'test.caller_ids.unplug',
  `update phone_numbers set trunk_id = case phone_number_id when 'number_full' then 'trunk_b' end
   where organization_id = $1 and phone_number_id in ('number_lost', 'number_full')`,
);
const limitOther = statement(
  'test.caller_ids.limit',
  "update trunks set max_concurrent_calls = 1 where organization_id = $1 and trunk_id = 'trunk_b'",
);
const unlimitOther = statement(
  'test.caller_ids.unlimit',
  "update trunks set max_concurrent_calls = null where organization_id = $1 and trunk_id = 'trunk_b'",
);
const down = statement(
  'test.caller_ids.down',
  `insert into trunk_health (organization_id, trunk_id, status, since, checked_at)
   values ($1, $2, 'down', now(), now())`,
);
