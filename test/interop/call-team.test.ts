import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { ToolRunner } from '../../src/conversation/pipeline/index.ts';
import type {
  LanguageModel,
  ModelMessage,
  TextToSpeech,
} from '../../src/conversation/providers/interfaces/index.ts';
import { LiveCalls } from '../../src/domains/calls/index.ts';
import { Notifier, statement } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { LateSupervision } from '../../src/program/late-supervision.ts';
import { ownMusic } from '../../src/runtime/session/transfer/music.ts';
import { correlate } from '../audio/correlation.ts';
import { noise, tone } from '../audio/signals.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { openCallEngine } from '../world/call-engine.ts';
import { type Dialing, make, setUpDialing } from '../world/dialing.ts';
import { openPhone, type Phone, type PhoneCall } from './call-phone.ts';

const insertNode = statement(
  'test.call_team.node',
  `insert into nodes (node_id, roles, version, schema_version, audio_address, audio_token, epoch_id)
   values ('node_a', '{calls}', 'x', 1, $1, $2, (select max(epoch_id) from database_epochs))`,
);

const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak() {
    yield { sampleRateHz: 8000, pcm: tone(440, 300) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};
const asked: (readonly ModelMessage[])[] = [];
/** Calls the tool for the first key that is pressed, summarizes, and says something to everything else. */
const model: LanguageModel = {
  name: 'test-model',
  collectsKeys: true,
  async *answer({ messages, tools: offered }) {
    if (offered.length === 0) yield { type: 'text-delta', text: 'Ada asks for a person.' };
    else if (!messages.some(({ role }) => role === 'tool')) {
      yield { type: 'tool-call', call: { id: 'call_1', name: 'transfer', arguments: {} } };
    } else {
      asked.push(messages);
      yield { type: 'text-delta', text: 'I am back.' };
    }
    yield { type: 'finish', reason: 'stop', usage: {}, state: null };
  },
  [Symbol.asyncDispose]: async () => undefined,
};
const then = { kind: 'transfer', destination: 'people' } as const;
const tools: ToolRunner = {
  definitions: [{ name: 'transfer', description: '', parameters: { type: 'object' } }],
  run: async () => ({ result: {}, then }),
};

let world: ApiWorld;
let phone: Phone;
let dialing: Dialing;
let address: string;
let teamId: string;
let memberKey: string;
let wake: () => void;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const recordingsDir = await mkdtemp(join(tmpdir(), 'parley-team-'));
  phone = await openPhone();
  world = await createApiWorld({
    sockets: ({ db }) => {
      const liveCalls = new LiveCalls(db, silentLog);
      const supervision = new LateSupervision({ db, notifier: new Notifier(db, silentLog), liveCalls });
      closers.push(
        () => supervision.close(),
        () => liveCalls.close(),
      );
      return supervision.routes;
    },
  });
  address = `127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
  const { request } = world;
  const member = await make(request, '/api/members', { name: 'Mo', role: 'Support' });
  const { memberId } = member;
  memberKey = (await make(request, '/api/api-keys', { name: 'k', role: 'Support', memberId })).key;
  const team = { name: 'People', members: [{ memberId }], wrapUpSeconds: 60, saysPosition: false };
  teamId = (await make(request, '/api/teams', team)).teamId;
  dialing = await setUpDialing(request, {
    trunk: { port: phone.port },
    agent: {
      limits: { maxDurationSeconds: 60, silenceSeconds: 20 },
      transferDestinations: [{ name: 'people', type: 'team', destination: teamId }],
      tools: [{ type: 'transfer' }],
    },
  });
  const { db } = world;
  const setting = { db, voice, model, tools, recordingsDir, ports: 20 };
  const { engine, dialer } = await openCallEngine(setting, closers);
  wake = () => dialer.wake();
  await db.query(insertNode, [engine.audioPlace!.address, engine.audioPlace!.token]);
  closers.push(() => rm(recordingsDir, { recursive: true, force: true }));
});
afterAll(async () => {
  await phone[Symbol.asyncDispose]();
  for (const close of closers) await close();
  await world.close();
});
beforeEach(() => {
  asked.length = 0;
});

const asMember = (method: string, path: string, body?: unknown) =>
  world.request(method, path, { key: memberKey, ...(body === undefined ? {} : { body }) });
const presence = async () => (await asMember('GET', '/api/presence')).body;
const figures = async () => (await world.request('GET', `/api/teams/${teamId}/figures`)).body;
const statusOf = async (callId: string) => (await world.request('GET', `/api/calls/${callId}`)).body.status;

let customers = 0;
/** Dials a customer, who presses a key, so that the agent transfers the call to the team. */
async function transferred(): Promise<{ callId: string; caller: PhoneCall }> {
  const phoneNumber = `+1212555${2000 + ++customers}`;
  const { phoneNumberId } = dialing;
  const path = `/api/agents/${dialing.agentId}/calls`;
  const { callId } = await make(world.request, path, {
    ...{ phoneNumber, phoneNumberId, variables: { firstName: 'Ada' } },
  });
  wake();
  const caller = await phone.call(({ number }) => number === phoneNumber);
  await hears(caller, tone(440, 300));
  expect(await caller.incoming!.sendDigit('1')).toBe(true);
  return { callId, caller };
}

const hears = (call: PhoneCall, signal: Int16Array) =>
  expect
    .poll(() => correlate(call.rtp.receivedPcm(), signal).coefficient, { timeout: 15_000, interval: 100 })
    .toBeGreaterThan(0.8);

/** Opens the WebSocket of a take-over, and speaks with a tone of 600 Hz until it is closed. */
async function takeOver(callId: string) {
  const headers = { authorization: `Bearer ${memberKey}` };
  const socket = new WebSocket(`ws://${address}/api/calls/${callId}/takeover`, { headers });
  const messages: Record<string, unknown>[] = [];
  const heard: Buffer[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) heard.push(data);
    else messages.push(JSON.parse(data.toString()));
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const pcm = tone(600, 2000, 8_000, 16_000);
  const startedAtMs = performance.now();
  let sent = 0;
  const speaking = setInterval(() => {
    for (; sent * 20 < performance.now() - startedAtMs; sent++) {
      const at = (sent * 320) % pcm.length;
      if (socket.readyState === socket.OPEN) socket.send(pcm.slice(at, at + 320));
    }
  }, 20);
  socket.once('close', () => clearInterval(speaking));
  const customer = () => {
    const both = new Int16Array(new Uint8Array(Buffer.concat(heard)).buffer);
    return both.filter((_, index) => index % 2 === 0);
  };
  return { socket, messages, customer };
}

it('a caller waits with music, a member accepts and speaks with the caller, and hands the call back', async () => {
  await asMember('PUT', '/api/presence', { state: 'available' });
  const { callId, caller } = await transferred();
  await expect.poll(async () => (await presence()).call?.state, { timeout: 10_000 }).toBe('offered');
  await hears(caller, ownMusic(8000).subarray(0, 4000));
  await expect.poll(async () => (await presence()).call?.summary).toBe('Ada asks for a person.');
  expect(await statusOf(callId)).toBe('forwarding');
  const { teamCallId } = (await presence()).call;
  expect((await asMember('POST', `/api/team-calls/${teamCallId}/accept`)).status).toBe(200);
  const member = await takeOver(callId);
  await expect.poll(() => member.messages.at(-1), { timeout: 10_000 }).toMatchObject({ type: 'speaking' });
  await hears(caller, tone(600, 300));
  await expect
    .poll(
      async () => {
        await caller.rtp.sendPcm(noise(1, 600));
        return correlate(member.customer(), noise(1, 600)).coefficient;
      },
      { timeout: 15_000, interval: 50 },
    )
    .toBeGreaterThan(0.8);
  await expect.poll(() => statusOf(callId)).toBe('in-progress');
  expect(await presence()).toMatchObject({ state: 'busy', call: { state: 'answered', callId } });
  expect(asked).toEqual([]);
  member.socket.send(JSON.stringify({ type: 'handBack', note: 'Ask for the address.' }));
  await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(1);
  expect(JSON.stringify(asked[0])).toContain('Ask for the address.');
  await expect.poll(async () => (await presence()).state).toBe('wrapUp');
  const { body } = await world.request('GET', `/api/calls/${callId}/why`);
  expect(JSON.stringify(body)).toMatch(
    /Put through to the destination people \(a team\)[\s\S]*Mo is on the line[\s\S]*handed the call back/,
  );
  expect(await figures()).toMatchObject({ answered: 1, waiting: 0, serviceLevel: 1, inWrapUp: 1 });
  caller.hangUp();
  await expect.poll(() => statusOf(callId)).toBe('ended');
}, 60_000);

it('the agent has the caller again when no member is there', async () => {
  await asMember('PUT', '/api/presence', { state: 'away' });
  const { callId, caller } = await transferred();
  await expect.poll(() => asked.length, { timeout: 15_000 }).toBe(1);
  expect(JSON.stringify(asked[0])).toContain('no member of the team is there to take the call');
  await expect.poll(() => statusOf(callId)).toBe('in-progress');
  caller.hangUp();
  await expect.poll(figures).toMatchObject({ unanswered: 1 });
}, 60_000);

it('a caller who hangs up while it rings is abandoned, and the member is free', async () => {
  await asMember('PUT', '/api/presence', { state: 'available' });
  const { callId, caller } = await transferred();
  await expect.poll(async () => (await presence()).call?.state, { timeout: 10_000 }).toBe('offered');
  caller.hangUp();
  await expect.poll(async () => (await presence()).call).toBeNull();
  expect(await presence()).toMatchObject({ state: 'available' });
  expect(await figures()).toMatchObject({ abandoned: 1 });
  await expect.poll(() => statusOf(callId)).toBe('ended');
}, 60_000);
