import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ToolRunner } from '../../src/conversation/pipeline/index.ts';
import type { TextToSpeech } from '../../src/conversation/providers/interfaces/index.ts';
import { createScripted, DialogueSchema } from '../../src/conversation/providers/scripted/index.ts';
import { getCall } from '../../src/domains/calls/index.ts';
import { statement } from '../../src/platform/db/index.ts';
import { systemActor } from '../../src/platform/http/index.ts';
import { metrics } from '../../src/platform/kernel/index.ts';
import { LoadWatch } from '../../src/runtime/session/capacity/load-watch.ts';
import type { CallEngine } from '../../src/runtime/session/index.ts';
import { type MediaWorker, readWav } from '../../src/telephony/media/index.ts';
import { agentSays, callerSays, numbersIn, numbersMax } from '../audio/numbered-voices.ts';
import { openCallEngine } from '../world/call-engine.ts';
import { callsInMemory, noneInMemory } from '../world/calls-in-memory.ts';
import { QueueWorld } from '../world/queue-world.ts';
import { areFree } from '../world/rtp-ports.ts';
import { type BankCaller, CallerBank } from './caller-bank.ts';
import { numberedTranscriber } from './numbered-transcriber.ts';

/** Callers are the numbers from 1 on; 0 is what the agent says to all of them first. */
const numbers = Array.from({ length: numbersMax }, (_, index) => index + 1);
/** Of the callers with odd numbers the agent takes leave; the others hang up. */
const isLeft = (number: number) => number % 2 === 1;
const saysForMs = 800;
/** A call is refused when the database needs 1.5 s to admit it, as with sixty in one moment on a busy machine. */
const dialedAtOnce = 10;
/** What the agent calls a caller: `caller bab` for 5. Digits would be read in words, and the voice must find the number. */
const nameOf = (number: number) =>
  `caller ${[...number.toString(2)].map((bit) => (bit === '1' ? 'b' : 'a')).join('')}`;

const setUp = statement(
  'test.many_calls.set_up',
  `with trunk as (update trunks set host = '127.0.0.1', port = $2 where organization_id = $1),
   agent as (update agent_versions set configuration = (configuration::jsonb
     || '{"limits": {"maxDurationSeconds": 300, "silenceSeconds": 200}}')::json where organization_id = $1)
   update phone_numbers set inbound_agent_id = 'agent_a'
   where organization_id = $1 and phone_number_id = 'number_a' returning phone_number`,
);
const callsOf = statement(
  'test.many_calls.calls',
  'select call_id, customer_number, recording_file from calls where organization_id = $1 order by customer_number',
);
const liveCount = statement('test.many_calls.live', 'select count(*)::int as live from live_calls');

const dialogue = DialogueSchema.parse({
  start: 'ask',
  nodes: {
    ask: {
      listen: { options: numbers.map((n) => ({ phrases: [`number ${n}`], goto: `is${n}` })) },
    },
    ...Object.fromEntries(
      numbers.map((n) => [
        `is${n}`,
        { say: `You are ${nameOf(n)}.`, ...(isLeft(n) ? { end: true } : { goto: 'ask' }) },
      ]),
    ),
  },
});

/** Says the number of the caller who is named in a text; 0 for a text without one. */
const voice: TextToSpeech = {
  name: 'numbers',
  voices: [],
  async *speak({ text }) {
    const number = numbers.find((one) => text.includes(`${nameOf(one)}.`)) ?? 0;
    yield { sampleRateHz: 8000, pcm: agentSays(number, saysForMs) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

const tools: ToolRunner = {
  definitions: [{ name: 'endCall', description: 'Ends the call.', parameters: { type: 'object' } }],
  run: async () => ({ result: { ended: true }, then: { kind: 'end-call' } }),
};

let world: QueueWorld;
let organizationId: string;
let bank: CallerBank;
let engine: CallEngine;
let media: MediaWorker;
let rtpPorts: { min: number; max: number };
let calledNumber: string;
let recordingsDir: string;
let closers: (() => Promise<unknown>)[];

// Each attempt has a world of its own.
beforeEach(async () => {
  closers = [];
  // The callers load this process too, and others the machine.
  vi.spyOn(LoadWatch.prototype, 'admits').mockReturnValue(Number.POSITIVE_INFINITY);
  recordingsDir = await mkdtemp(join(tmpdir(), 'parley-many-'));
  world = await QueueWorld.open();
  organizationId = await world.organization({ max: numbersMax });
  bank = await CallerBank.open();
  const [row] = await world.db.query<{ phone_number: string }>(setUp, [organizationId, bank.port]);
  calledNumber = row!.phone_number;
  ({ engine, media, rtpPorts } = await openCallEngine(
    {
      ...{
        db: world.db,
        voice,
        model: createScripted(dialogue, {}),
        transcriber: numberedTranscriber,
        tools,
      },
      recordingsDir,
      ...{ ports: numbersMax, callsMax: numbersMax },
    },
    closers,
  ));
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers) await close();
  // Another engine registers the same metrics.
  metrics.clear();
  await bank?.[Symbol.asyncDispose]();
  await world?.close();
  await rm(recordingsDir, { recursive: true, force: true });
});

const phoneOf = (number: number) => `+1212555${String(number).padStart(4, '0')}`;
const dial = (number: number) => bank.dial(engine.sipAddress.port, calledNumber, phoneOf(number));
const converse = async (caller: BankCaller, number: number) => {
  caller.say(callerSays(number, saysForMs));
  if (isLeft(number)) return bank.untilLeft(caller);
  await caller.hearsOut();
  bank.hangUp(caller);
};
/** What comes of every caller, in the order of their numbers; fails with the numbers of those that wait in vain. */
const all = async <Result>(work: Promise<Result>[]): Promise<Result[]> => {
  const waiting = new Set(numbers);
  const done = Promise.all(work.map((one, index) => one.finally(() => waiting.delete(numbers[index]!))));
  done.catch(() => undefined);
  await expect.poll(() => [...waiting], { timeout: 60_000 }).toEqual([]);
  return done;
};
const live = async () => {
  const [row] = await world.db.query<{ live: number }>(liveCount);
  return [row!.live, engine.liveCalls(), media.liveSessions()];
};

it('sixty callers at once each receive the answer to their own words, and leave nothing behind', {
  timeout: 240_000,
}, async () => {
  // The first one opens what all need.
  const callers = [await dial(numbers[0]!)];
  for (let from = 1; from < numbers.length; from += dialedAtOnce)
    callers.push(...(await Promise.all(numbers.slice(from, from + dialedAtOnce).map(dial))));
  // What was heard until here may be all that the agent says.
  await all(callers.map((caller) => caller.hearsOut(0)));
  expect(await live()).toEqual([numbersMax, numbersMax, numbersMax]);
  expect(engine.room()).toBe(0);
  await all(callers.map((caller, index) => converse(caller, numbers[index]!)));
  await expect.poll(live, { timeout: 60_000 }).toEqual([0, 0, 0]);

  const ports = callers.map(({ rtp }) => new Set(rtp.received.map(({ fromPort }) => fromPort & ~1)));
  expect(ports.map(({ size }) => size)).toEqual(numbers.map(() => 1));
  expect(new Set(ports.flatMap((own) => [...own])).size).toBe(numbersMax);

  const rows = await world.db.query<{ call_id: string; customer_number: string; recording_file: string }>(
    callsOf,
    [organizationId],
  );
  expect(rows.map(({ customer_number }) => customer_number)).toEqual(numbers.map(phoneOf));
  const actor = systemActor(organizationId, 'req_many');
  for (const [index, { call_id, recording_file }] of rows.entries()) {
    const number = numbers[index]!;
    const { rtp, sent } = callers[index]!;
    expect(numbersIn(rtp.receivedPcm()), `heard by ${number}`).toEqual([0, number]);

    const record = await getCall({ db: world.db, actor, baseUrl: '' }, call_id);
    expect(record.endedReason).toBe(isLeft(number) ? 'assistant-ended-call' : 'customer-ended-call');
    const spoken = record.transcript.filter(({ role }) => role !== 'tool');
    expect(spoken.map(({ role, message }) => `${role}: ${message}`)).toEqual([
      'bot: Hello',
      `user: number ${number}`,
      `bot: You are ${nameOf(number)}.`,
    ]);
    const heard = rtp.received.filter(({ payloadType }) => payloadType === 0).length;
    const { packetsSent, packetsReceived } = record.quality!;
    expect(packetsSent).toBeGreaterThanOrEqual(heard);
    expect(packetsReceived).toBeGreaterThan(saysForMs / 20);
    expect(packetsReceived).toBeLessThanOrEqual(sent);

    const { channels, sampleRateHz } = readWav(await readFile(join(recordingsDir, recording_file)));
    expect(channels.map(numbersIn), `recording of ${number}`).toEqual([[number], [0, number]]);
    // A busy machine may leave a packet out.
    expect(channels[0]!.length / (sampleRateHz / 50)).toBeGreaterThan(heard * 0.9);
  }

  expect(engine.room()).toBe(numbersMax);
  await expect.poll(() => areFree(rtpPorts)).toBe(true);
  await expect.poll(callsInMemory, { timeout: 20_000 }).toEqual(noneInMemory);
});
