import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { LanguageModel, TextToSpeech } from '../../src/conversation/providers/interfaces/index.ts';
import { LiveCalls } from '../../src/domains/calls/index.ts';
import { Notifier, statement } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { LateSupervision } from '../../src/program/late-supervision.ts';
import { Pacer } from '../../src/runtime/dialer/index.ts';
import { correlate } from '../audio/correlation.ts';
import { tone } from '../audio/signals.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { openCallEngine } from '../world/call-engine.ts';
import { type Dialing, make, setUpDialing } from '../world/dialing.ts';
import { openPhone, type Phone, type PhoneCall } from './call-phone.ts';

const insertNode = statement(
  'test.dial_for_team.node',
  `insert into nodes (node_id, roles, version, schema_version, audio_address, audio_token, epoch_id)
   values ('node_a', '{calls}', 'x', 1, $1, $2, (select max(epoch_id) from database_epochs))`,
);

const agentTone = tone(440, 300);
const memberTone = tone(600, 300);
const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak() {
    yield { sampleRateHz: 8000, pcm: agentTone };
  },
  [Symbol.asyncDispose]: async () => undefined,
};
const model: LanguageModel = {
  name: 'test-model',
  async *answer() {
    yield { type: 'text-delta', text: 'I am back.' };
    yield { type: 'finish', reason: 'stop', usage: {}, state: null };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

let world: ApiWorld;
let phone: Phone;
let dialing: Dialing;
let address: string;
let campaignId: string;
let memberKey: string;
let supervisorKey: string;
let wake: () => void;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const recordingsDir = await mkdtemp(join(tmpdir(), 'parley-dial-for-team-'));
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
  const { memberId } = await make(request, '/api/members', { name: 'Mo', role: 'Support' });
  memberKey = (await make(request, '/api/api-keys', { name: 'k', role: 'Support', memberId })).key;
  const supervisor = (await make(request, '/api/members', { name: 'Su', role: 'Support' })).memberId;
  supervisorKey = (await make(request, '/api/api-keys', { name: 's', role: 'Support', memberId: supervisor }))
    .key;
  const { teamId } = await make(request, '/api/teams', {
    ...{ name: 'Sales', members: [{ memberId }], wrapUpSeconds: 0 },
  });
  dialing = await setUpDialing(request, {
    trunk: { port: phone.port },
    agent: { limits: { maxDurationSeconds: 60, silenceSeconds: 20 } },
  });
  campaignId = (
    await make(request, '/api/campaigns', {
      ...{ name: 'Sales', agentId: dialing.agentId, dialing: { mode: 'progressive', teamId } },
    })
  ).campaignId;
  const { db } = world;
  const { engine, dialer } = await openCallEngine({ db, voice, model, recordingsDir, ports: 20 }, closers);
  wake = () => dialer.wake();
  const pacer = new Pacer({ db, log: silentLog, notifier: { notify: wake } });
  pacer.start();
  closers.unshift(() => pacer.stop());
  await db.query(insertNode, [engine.audioPlace!.address, engine.audioPlace!.token]);
  closers.push(() => rm(recordingsDir, { recursive: true, force: true }));
});
afterAll(async () => {
  await phone[Symbol.asyncDispose]();
  for (const close of closers) await close();
  await world.close();
});

const asMember = (method: string, path: string, body?: unknown) =>
  world.request(method, path, { key: memberKey, ...(body === undefined ? {} : { body }) });
const ownCall = async () => (await asMember('GET', '/api/presence')).body.call;
const figures = async () => (await world.request('GET', `/api/campaigns/${campaignId}/dialing`)).body;
const statusOf = async (callId: string) => (await world.request('GET', `/api/calls/${callId}`)).body.status;
const hears = (call: PhoneCall, signal: Int16Array) =>
  expect
    .poll(() => correlate(call.rtp.receivedPcm(), signal).coefficient, { timeout: 15_000, interval: 50 })
    .toBeGreaterThan(0.8);

let customers = 0;
async function queue(): Promise<{ callId: string; phoneNumber: string }> {
  const phoneNumber = `+1212555${3000 + ++customers}`;
  const { agentId, scheduleId, phoneNumberId } = dialing;
  const { callId } = await make(world.request, `/api/agents/${agentId}/calls/campaign`, {
    ...{ campaignName: 'Sales', scheduleId, phoneNumberId, phoneNumber, variables: { firstName: 'Ada' } },
  });
  wake();
  return { callId, phoneNumber };
}

const isOffered = () =>
  expect.poll(async () => (await ownCall())?.isDialed, { timeout: 10_000, interval: 20 }).toBe(true);

/** Tries to take a call over as a supervisor. Resolves with the last message. */
async function superviseNow(callId: string): Promise<string> {
  const headers = { authorization: `Bearer ${supervisorKey}` };
  const socket = new WebSocket(`ws://${address}/api/calls/${callId}/takeover`, { headers });
  let last = '';
  socket.on('message', (data, isBinary) => {
    if (!isBinary) last = String(data);
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return last;
}

/** Does what the member's page does: takes the offered call at once, and speaks with a tone of 600 Hz. */
async function comeToTheLine(callId: string): Promise<WebSocket> {
  await isOffered();
  const { teamCallId } = await ownCall();
  await asMember('POST', `/api/team-calls/${teamCallId}/accept`);
  const headers = { authorization: `Bearer ${memberKey}` };
  const socket = new WebSocket(`ws://${address}/api/calls/${callId}/takeover`, { headers });
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
  return socket;
}

it('dials nothing while no member is there, then a member takes the answered call', async () => {
  const { callId, phoneNumber } = await queue();
  await expect.poll(async () => (await figures()).isPaced, { timeout: 5_000 }).toBe(true);
  expect(await statusOf(callId)).toBe('queued');
  await asMember('PUT', '/api/presence', { state: 'available' });
  const caller = await phone.call(({ number }) => number === phoneNumber);
  await isOffered();
  expect(JSON.parse(await superviseNow(callId))).toMatchObject({ type: 'refused' });
  const socket = await comeToTheLine(callId);
  await hears(caller, memberTone);
  await expect.poll(figures).toMatchObject({ answered: 1, given: 1, abandoned: 0 });
  expect(correlate(caller.rtp.receivedPcm(), agentTone).coefficient).toBeLessThan(0.5);
  caller.hangUp();
  await expect.poll(() => statusOf(callId)).toBe('ended');
  await expect.poll(ownCall).toBeNull();
  socket.close();
}, 60_000);

it('lets the agent carry a call that no member takes within 2 s, and counts it as abandoned', async () => {
  await asMember('PUT', '/api/presence', { state: 'available' });
  const { callId, phoneNumber } = await queue();
  const caller = await phone.call(({ number }) => number === phoneNumber);
  await hears(caller, agentTone);
  await expect.poll(figures).toMatchObject({ answered: 2, given: 1, abandoned: 1, abandonment: 0.5 });
  const { body } = await world.request('GET', `/api/calls/${callId}/why`);
  expect(JSON.stringify(body)).toContain('No member of the team was on the line within 2 s');
  caller.hangUp();
  await expect.poll(() => statusOf(callId)).toBe('ended');
}, 60_000);

it('gives a call to a member also when the telephone sends nothing before its owner speaks', async () => {
  phone.isMute = true;
  const before = (await figures()).given;
  const { callId, phoneNumber } = await queue();
  const caller = await phone.call(({ number }) => number === phoneNumber);
  const socket = await comeToTheLine(callId);
  const messages: string[] = [];
  socket.on('message', (data, isBinary) => !isBinary && messages.push(String(data)));
  await hears(caller, memberTone);
  expect(messages.join()).not.toContain('refused');
  await expect.poll(async () => (await figures()).given).toBe(before + 1);
  caller.hangUp();
  await expect.poll(() => statusOf(callId)).toBe('ended');
  socket.close();
}, 60_000);
