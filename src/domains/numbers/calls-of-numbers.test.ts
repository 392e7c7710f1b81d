import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { fileCalls } from '../../../test/world/file-calls.ts';
import { Listener, statement } from '../../platform/db/index.ts';
import { newId, silentLog } from '../../platform/kernel/index.ts';

const path = '/api/phone-numbers';
const insertCall = statement(
  'test.numbers.insert_call',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
       created_at)
     values ($1, $2, 'agent', 'outboundPhoneCall', $3, '+12025550199', $4, '+12025550101', now()) returning *)
   insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, hold_reason)
   select organization_id, call_id, '', 5, now() + interval '1 hour', phone_number_id, $5 from made
   where status = 'queued'`,
);
const dueCalls = statement(
  'test.numbers.due_calls',
  'select call_id from queued_calls where organization_id = $1 and due_at <= now() order by call_id',
);
const moveCall = statement('test.numbers.move_call', 'update calls set status = $2 where call_id = $1');
const holdRow = statement(
  'test.numbers.hold_row',
  'update queued_calls set due_at = due_at where call_id = $1',
);

let world: ApiWorld;
let trunkIds: string[];
let phoneNumberId: string;
let organizationId: string;
beforeAll(async () => {
  world = await createApiWorld();
  organizationId = world.owner.organizationId;
  const make = async (name: string) => {
    const body = { name, host: `${name}.carrier.example` };
    return (await world.request('POST', '/api/trunks', { body })).body.trunkId as string;
  };
  trunkIds = [await make('one'), await make('two')];
});
afterAll(() => world.close());

let lastNumber = 12_025_550_100;
beforeEach(async () => {
  const body = { phoneNumber: `+${++lastNumber}` };
  phoneNumberId = (await world.request('POST', path, { body })).body.phoneNumberId;
});

const queue = async (values: { status?: string; phoneNumberId?: string; holdReason?: string | null }) => {
  const callId = newId('call');
  const { status = 'queued', holdReason = 'no-trunk' } = values;
  const number = values.phoneNumberId ?? phoneNumberId;
  await world.db.query(insertCall, [organizationId, callId, status, number, holdReason]);
  await fileCalls(world.db);
  return callId;
};
const due = async () =>
  (await world.db.query<{ call_id: string }>(dueCalls, [organizationId])).map(({ call_id }) => call_id);
const patch = (body: unknown) => world.request('PATCH', `${path}/${phoneNumberId}`, { body });

it('makes calls held for a missing trunk due when the number gets one', async () => {
  const held = [await queue({}), await queue({ holdReason: 'trunk-down' })];
  await queue({ phoneNumberId: 'number_other' });
  await queue({ holdReason: 'schedule-closed' });
  await queue({ holdReason: null });
  await queue({ status: 'dialing' });
  await patch({ localPresence: true });
  expect(await due()).toEqual([]);
  await patch({ trunkId: trunkIds[0] });
  expect(await due()).toEqual(held);
});

it('wakes them for a different trunk, but not for the same one or none', async () => {
  await patch({ trunkId: trunkIds[0] });
  const before = await due();
  const held = await queue({ holdReason: 'trunk-down' });
  await patch({ trunkId: trunkIds[0] });
  await patch({ trunkId: null });
  expect(await due()).toEqual(before);
  await patch({ trunkId: trunkIds[1] });
  expect(await due()).toEqual([...before, held]);
});

it('wakes no call when the change is refused', async () => {
  const before = await due();
  await queue({});
  expect((await patch({ trunkId: trunkIds[0], inboundAgentId: 'agent_none' })).status).toBe(400);
  expect(await due()).toEqual(before);
});

it('does not wait for a call locked by another transaction', async () => {
  const [held, free] = [await queue({}), await queue({})];
  await world.db.transaction(async (tx) => {
    await tx.query(holdRow, [held]);
    expect((await patch({ trunkId: trunkIds[0] })).status).toBe(200);
  });
  expect(await due()).toContain(free);
  expect(await due()).not.toContain(held);
});

it('notifies the dialer', async () => {
  const { connectionString } = world.db;
  const listener = new Listener({ connectionString, applicationName: 'test', log: silentLog });
  const calls = Promise.withResolvers<void>();
  const config = Promise.withResolvers<void>();
  listener.on('parley_calls', () => calls.resolve());
  listener.on('parley_config', () => config.resolve());
  await listener.start();
  try {
    await patch({ trunkId: trunkIds[0] });
    await Promise.all([calls.promise, config.promise]);
  } finally {
    await listener.close();
  }
});

it.each(['queued', 'dialing', 'ringing', 'in-progress', 'forwarding'])(
  'does not delete a number used by a call that is %s',
  async (status) => {
    const callId = await queue({ status });
    const refused = await world.request('DELETE', `${path}/${phoneNumberId}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'phone_number.in_use']);
    expect(refused.body.error).toContain(`call ${callId}`);
    await world.db.query(moveCall, [callId, 'ended']);
    await fileCalls(world.db);
    expect((await world.request('DELETE', `${path}/${phoneNumberId}`)).status).toBe(204);
  },
);
