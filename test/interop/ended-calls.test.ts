import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LanguageModel, TextToSpeech } from '../../src/conversation/providers/interfaces/index.ts';
import { statement } from '../../src/platform/db/index.ts';
import type { Dialer } from '../../src/runtime/dialer/index.ts';
import type { CallEngine } from '../../src/runtime/session/index.ts';
import type { MediaWorker } from '../../src/telephony/media/index.ts';
import { tone } from '../audio/signals.ts';
import { openCallEngine } from '../world/call-engine.ts';
import { callsInMemory, noneInMemory } from '../world/calls-in-memory.ts';
import { QueueWorld } from '../world/queue-world.ts';
import { type Manner, openPhone, type Phone } from './call-phone.ts';

const setNumber = statement(
  'test.ended_calls.number',
  `with trunk as (update trunks set host = '127.0.0.1', port = $2 where organization_id = $1)
   update phone_numbers set inbound_agent_id = 'agent_a'
   where organization_id = $1 and phone_number_id = 'number_a' returning phone_number`,
);
const liveCount = statement('test.ended_calls.live', 'select count(*)::int as live from live_calls');

const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak() {
    yield { sampleRateHz: 8000, pcm: tone(440, 400) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};
const model: LanguageModel = {
  name: 'echo',
  model: 'any',
  async *answer() {
    yield { type: 'text-delta', text: 'I see.' };
    yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 }, state: null };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

let world: QueueWorld;
let organizationId: string;
let number: string;
let phone: Phone;
let manner: Manner;
let engine: CallEngine;
let dialer: Dialer;
let media: MediaWorker;
let recordingsDir: string;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  manner = 'answer';
  recordingsDir = await mkdtemp(join(tmpdir(), 'parley-ended-'));
  world = await QueueWorld.open();
  organizationId = await world.organization();
  phone = await openPhone(() => manner);
  const [row] = await world.db.query<{ phone_number: string }>(setNumber, [organizationId, phone.port]);
  number = row!.phone_number;
  ({ engine, dialer, media } = await openCallEngine(
    { db: world.db, voice, model, recordingsDir, ports: 100 },
    closers,
  ));
});
afterAll(async () => {
  for (const close of closers) await close();
  await phone[Symbol.asyncDispose]();
  await world.close();
  await rm(recordingsDir, { recursive: true, force: true });
});

async function callOut(fate: Manner): Promise<void> {
  manner = fate;
  const known = phone.calls.length;
  await world.call(organizationId, {});
  dialer.wake();
  await expect.poll(() => phone.calls.length, { timeout: 10_000 }).toBe(known + 1);
  const leg = phone.calls.at(-1)!;
  if (fate !== 'answer') return;
  await leg.rtp.until((received) => received.length > 5);
  leg.hangUp();
}

async function callIn(): Promise<void> {
  const leg = await phone.dial(engine.sipAddress.port, number, { from: '+12125550777' });
  await leg.rtp.until((received) => received.length > 5);
  leg.hangUp();
}

const isOver = async () => {
  const [row] = await world.db.query<{ live: number }>(liveCount);
  return [row!.live, engine.liveCalls(), media.liveSessions()];
};

it('an ended call leaves nothing in memory, inbound or outbound, however it ended', {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < 3; round++) {
    await callOut('answer');
    await callIn();
    await callOut(486);
  }
  await expect.poll(isOver, { timeout: 20_000 }).toEqual([0, 0, 0]);
  await expect.poll(callsInMemory, { timeout: 20_000 }).toEqual(noneInMemory);
});
