import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../../test/world/api-world.ts';
import { type Dialing, make, setUpDialing } from '../../../../test/world/dialing.ts';
import { EventSource, type StreamedEvent } from '../../../../test/world/event-source.ts';
import { fileCalls } from '../../../../test/world/file-calls.ts';
import { statement } from '../../../platform/db/index.ts';
import { endCall, storeCheckpoints, type TranscriptEntry, whileLive } from '../index.ts';
import { changesOf } from './call-changes.ts';

let world: ApiWorld;
let dialing: Dialing;
let base: string;
beforeAll(async () => {
  world = await createApiWorld({ followMsMax: 600_000 });
  dialing = await setUpDialing(world.request);
  base = `http://127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
});
afterAll(() => world.close());

const move = statement(
  'test.live.move',
  `update calls set status = 'in-progress', node_id = 'node_x', agent_version = 1, started_at = now() where call_id = $1`,
);

let customers = 0;
async function live(): Promise<string> {
  const body = { phoneNumber: `+1212555${1000 + ++customers}`, phoneNumberId: dialing.phoneNumberId };
  const variables = { firstName: 'Ada' };
  const path = `/api/agents/${dialing.agentId}/calls`;
  const { callId } = await make(world.request, path, { ...body, variables });
  await world.db.query(move, [callId]);
  await fileCalls(world.db);
  return callId;
}

const said = (role: 'bot' | 'user', message: string): TranscriptEntry => ({
  ...{ role, message, secondsFromStart: 1, duration: 1 },
  time: '2026-11-21T12:00:00.000Z',
  endTime: '2026-11-21T12:00:01.000Z',
});

async function say(callId: string, transcript: TranscriptEntry[]): Promise<void> {
  const { organizationId } = world.owner;
  const one = { organizationId, callId, transcript, turns: [], usage: [] };
  expect(await storeCheckpoints(world.db, 'node_x', [one])).toBe(1);
}

async function end(callId: string): Promise<void> {
  const condition = { organizationId: world.owner.organizationId, callId, from: whileLive, nodeId: 'node_x' };
  const ended = {
    status: 'ended',
    endedBy: 'Customer ended the call',
    endedReason: 'customer-ended-call',
  } as const;
  await endCall(world.db, condition, { ...ended, message: 'Over.' });
}

const open = (callId: string, key = world.owner.key) =>
  EventSource.open(`${base}/api/calls/${callId}/live`, { authorization: `Bearer ${key}` });
const summariesOf = (events: StreamedEvent[]) =>
  events.map(({ type, data }) => `${type} ${data.entry?.message ?? data.status ?? data.from}`);

test('streams a call from its state to its end, to every client and after each reconnection', async () => {
  const callId = await live();
  await say(callId, [said('bot', 'Hello, this')]);
  const source = await open(callId);
  await source.first(2);
  await say(callId, [said('bot', 'Hello, this is'), said('user', 'Yes?')]);
  await source.first(4);
  const second = await open(callId);
  await second.first(3);
  await say(callId, [said('bot', 'Hello, this is')]);
  await source.first(5);
  await end(callId);
  await Promise.all([source.over(), second.over()]);
  const last = ['removed 1', 'state ended', 'end ended'];
  expect(summariesOf(source.events)).toEqual([
    ...['state in-progress', 'entry Hello, this', 'entry Hello, this is', 'entry Yes?'],
    ...last,
  ]);
  expect(summariesOf(second.events)).toEqual([
    'state in-progress',
    'entry Hello, this is',
    'entry Yes?',
    ...last,
  ]);
  expect(source.events.at(-1)!.data).toMatchObject({ endedReason: 'customer-ended-call' });
  expect(source.events[2]!.data.index).toBe(0);
});

test('streams an ended call with its end', async () => {
  const callId = await live();
  await say(callId, [said('bot', 'Bye.')]);
  await end(callId);
  const source = await open(callId);
  await source.over();
  expect(summariesOf(source.events)).toEqual(['state ended', 'entry Bye.', 'end ended']);
});

test('refuses another organization, and a key without the scope', async () => {
  const callId = await live();
  const other = await world.foundOrganization('Other');
  await expect(open(callId, other.key)).rejects.toThrow('404');
  const body = { name: 'No', scopes: ['agents:read'] };
  const { key } = (await world.request('POST', '/api/api-keys', { body })).body;
  await expect(open(callId, key)).rejects.toThrow('403');
});

test('ends a stream when its key is revoked, and refuses the stream after the fiftieth', async () => {
  const callId = await live();
  const body = { name: 'Reads', scopes: ['calls:read'] };
  const { key, apiKeyId } = (await world.request('POST', '/api/api-keys', { body })).body;
  const sources = await Promise.all(Array.from({ length: 50 }, () => open(callId, key)));
  await expect(open(callId)).rejects.toThrow('429');
  await world.request('DELETE', `/api/api-keys/${apiKeyId}`);
  await Promise.all(sources.map((source) => source.over()));
  let again: EventSource | null = null;
  while (again === null) again = await open(callId).catch(() => null);
  again.close();
});

test('does not repeat what has not changed', () => {
  const call = {
    ...{ status: 'in-progress', startedAt: null, endedAt: null, endedBy: null, endedReason: null },
    ...{ answeredBy: null, transcript: [said('bot', 'Hello.')], turns: [] },
  } as const;
  const typed = call as unknown as Parameters<typeof changesOf>[1];
  expect(changesOf(null, typed).map(({ type }) => type)).toEqual(['state', 'entry']);
  expect(changesOf(typed, structuredClone(typed))).toEqual([]);
});
