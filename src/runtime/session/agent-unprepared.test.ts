import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tone } from '../../../test/audio/signals.ts';
import { openCallEngine } from '../../../test/world/call-engine.ts';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import type { TextToSpeech } from '../../conversation/providers/interfaces/index.ts';
import { statement } from '../../platform/db/index.ts';
import type { Dialer } from '../dialer/index.ts';

const setBreaker = statement(
  'test.unprepared.breaker',
  `update organizations set circuit_breaker =
     '{"enabled": true, "failures": 3, "attempts": 20, "windowSeconds": 300, "cooldownSeconds": 600}'
   where organization_id = $1`,
);
const circuit = statement(
  'test.unprepared.circuit',
  `select state from circuits where organization_id = $1 and kind = 'campaign' and subject_id = $2`,
);

const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak() {
    yield { sampleRateHz: 8000, pcm: tone(440, 100) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

let world: QueueWorld;
let dialer: Dialer;
let recordingsDir: string;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  world = await QueueWorld.open();
  recordingsDir = await mkdtemp(join(tmpdir(), 'parley-unprepared-'));
  const findVoice = async (): Promise<TextToSpeech> => {
    throw new Error('The organization has no key of any voice');
  };
  ({ dialer } = await openCallEngine({ db: world.db, voice, findVoice, recordingsDir, ports: 20 }, closers));
});
afterAll(async () => {
  for (const close of closers) await close();
  await world.close();
  await rm(recordingsDir, { recursive: true, force: true });
});

it('keeps the calls of a campaign whose agent cannot be prepared, and opens its circuit', async () => {
  // One call at a time, so that the circuit is open before the fourth.
  const organizationId = await world.organization({ max: 1 });
  await world.db.query(setBreaker, [organizationId]);
  const campaignId = await world.campaign(organizationId);
  for (let n = 0; n < 6; n++) await world.call(organizationId, { campaignId });
  dialer.wake();
  await expect
    .poll(async () => (await world.db.query(circuit, [organizationId, campaignId]))[0], { timeout: 10_000 })
    .toEqual({ state: 'open' });
  const calls = await world.readAll(organizationId);
  expect(calls.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'queued'));
  const held = calls.filter(({ hold_reason }) => hold_reason === 'agent-unprepared');
  expect(held).toHaveLength(3);
  const { call_id: callId } = held[0]!;
  expect(await world.events(callId)).toEqual(['held agent-unprepared']);
  expect(await world.lastMessage(callId)).toBe(
    'The call was not dialed: The organization has no key of any voice.',
  );
});

it('ends a single call whose agent cannot be prepared', async () => {
  const organizationId = await world.organization();
  const callId = await world.call(organizationId);
  dialer.wake();
  await expect
    .poll(async () => (await world.read(callId)).ended_reason, { timeout: 10_000 })
    .toBe('provider-error');
  expect(await world.lastMessage(callId)).toMatch(/^The call was not dialed: The organization has no key/);
});
