import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tone } from '../../../../test/audio/signals.ts';
import { openPhone, type Phone } from '../../../../test/interop/call-phone.ts';
import { openCallEngine } from '../../../../test/world/call-engine.ts';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import type { TextToSpeech } from '../../../conversation/providers/interfaces/index.ts';
import { readStatement, statement } from '../../../platform/db/index.ts';
import { metrics } from '../../../platform/kernel/index.ts';
import type { CallEngine } from '../index.ts';

const setUp = statement(
  'test.wait_for_room.set_up',
  `with trunk as (update trunks set host = '127.0.0.1', port = $2 where organization_id = $1),
   agent as (update agent_versions set configuration = (configuration::jsonb
     || '{"limits": {"maxDurationSeconds": 300, "silenceSeconds": 200}}')::json where organization_id = $1)
   update phone_numbers set inbound_agent_id = 'agent_a'
   where organization_id = $1 and phone_number_id = 'number_a' returning phone_number`,
);
const other = statement(
  'test.wait_for_room.other',
  `insert into nodes (node_id, roles, dialing_capacity) values ('node_other', '{calls,dialer}', 5)`,
);
const visit = statement(
  'test.wait_for_room.visit',
  `with offered as (
     insert into web_calls (organization_id, call_id, agent_id, visitor, origin, offer)
     values ($1, 'call_visitor', 'agent_a', 'visitor', 'https://shop.example', 'v=0') returning 1)
   select pg_notify('parley_web_calls', '') from offered`,
);
const visits = readStatement('test.wait_for_room.visits', 'select state from web_calls');
const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak() {
    yield { sampleRateHz: 8000, pcm: tone(440, 100) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};
const waitMsMax = 4_000;

let world: QueueWorld;
let engine: CallEngine;
let phone: Phone;
let organizationId: string;
let calledNumber: string;
let recordingsDir: string;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  world = await QueueWorld.open();
  organizationId = await world.organization({ max: 10 });
  phone = await openPhone();
  const [row] = await world.db.query<{ phone_number: string }>(setUp, [organizationId, phone.port]);
  calledNumber = row!.phone_number;
  recordingsDir = await mkdtemp(join(tmpdir(), 'parley-wait-'));
  const options = { db: world.db, voice, recordingsDir, ports: 20, callsMax: 1, waitMsMax, isNotified: true };
  ({ engine } = await openCallEngine(options, closers));
});
afterAll(async () => {
  for (const close of closers) await close();
  await phone?.[Symbol.asyncDispose]();
  await world?.close();
  await rm(recordingsDir, { recursive: true, force: true });
});

let lastCaller = 2_125_550_700;
const dial = (number = calledNumber) =>
  phone.dial(engine.sipAddress.port, number, { from: `+1${lastCaller++}` });
const visitors = async () => (await world.db.query<{ state: string }>(visits)).map(({ state }) => state);
const waiting = async () => (await metrics.getSingleMetric('parley_inbound_waiting')!.get()).values[0]!.value;
const happened = (call: { events: string[] }, what: RegExp) =>
  expect.poll(() => call.events.join(), { timeout: 10_000 }).toMatch(what);

it('callers and visitors of web pages wait in one line', async () => {
  const first = await dial();
  await happened(first, /answered/);
  const second = await dial();
  await happened(second, /provisional 180/);
  // The browser is not understood: the visitor's call is over as soon as it is claimed.
  await world.db.query(visit, [organizationId]);
  await expect.poll(waiting, { timeout: 3_000 }).toBe(2);
  const third = await dial();
  await happened(third, /provisional 180/);
  first.hangUp();
  await happened(second, /answered/);
  // The visitor came after the second caller and before the third.
  expect(await visitors()).toEqual(['offered']);
  second.hangUp();
  await happened(third, /answered/);
  expect(await visitors()).toEqual([]);
  third.hangUp();
  await expect.poll(() => engine.liveCalls()).toBe(0);
});

it('a caller rings until there is room, and is refused when there is none in time', async () => {
  const first = await dial();
  await happened(first, /answered/);
  const second = await dial();
  await happened(second, /provisional 180/);
  // A call is not dialed while a caller waits.
  expect([engine.room(), engine.liveCalls()]).toEqual([0, 1]);
  // A wrong number does not ring.
  const wrong = await dial('+12025559999');
  await happened(wrong, /failed rejected 404/);
  first.hangUp();
  await happened(second, /answered/);
  expect(second.events.filter((event) => event === 'provisional 180')).toHaveLength(1);

  const third = await dial();
  await happened(third, /provisional 180/);
  const gone = await dial();
  await happened(gone, /provisional 180/);
  gone.hangUp();
  await happened(third, /failed rejected 503/);
  expect(engine.refusals).toMatchObject({ now: 'process-full', count: 1, lastReason: 'process-full' });
  expect(await world.db.query(other, [])).toEqual([]);
  // Another process has room, to which a proxy may pass the call on.
  const passed = await dial();
  await happened(passed, /failed rejected 503/);
  expect(passed.events.join()).not.toContain('180');
  second.hangUp();
  await expect.poll(() => engine.liveCalls()).toBe(0);
});
