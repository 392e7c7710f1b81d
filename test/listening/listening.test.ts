import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { LiveCalls } from '../../src/domains/calls/index.ts';
import { Notifier, statement } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { LateSupervision } from '../../src/program/late-supervision.ts';
import { AudioServer } from '../../src/runtime/session/listening/audio-server.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { type Dialing, make, setUpDialing } from '../world/dialing.ts';
import { fileCalls } from '../world/file-calls.ts';

const move = statement(
  'test.listening.move',
  `update calls set status = $2, node_id = 'node_x', agent_version = 1 where call_id = $1`,
);
const insertNode = statement(
  'test.listening.node',
  `insert into nodes (node_id, roles, version, schema_version, audio_address, audio_token)
   values ('node_x', '{calls}', 'x', 1, $1, $2)`,
);

let world: ApiWorld;
let dialing: Dialing;
let address: string;
let supervision: LateSupervision;
let liveCalls: LiveCalls;
let audio: AudioServer;
/** The audio that calls give, and how often that was asked for or called off. */
let emit: ((pcm: Int16Array) => void) | null = null;
const monitored: string[] = [];
let gone = new AbortController();
const session = {
  sampleRateHz: 8000,
  monitor(listener: typeof emit) {
    emit = listener;
    monitored.push(listener ? 'on' : 'off');
  },
};

beforeAll(async () => {
  world = await createApiWorld({
    sockets: ({ db }) => {
      liveCalls = new LiveCalls(db, silentLog);
      supervision = new LateSupervision({ db, notifier: new Notifier(db, silentLog), liveCalls });
      return supervision.routes;
    },
  });
  dialing = await setUpDialing(world.request);
  address = `127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
  audio = new AudioServer({ host: '127.0.0.1', port: 0, find: () => ({ session, gone: gone.signal }) });
  await world.db.query(insertNode, [await audio.listen(), audio.token]);
});
afterAll(async () => {
  await liveCalls.close();
  await supervision.close();
  await audio[Symbol.asyncDispose]();
  await world.close();
});

async function live(status = 'in-progress'): Promise<string> {
  const body = { phoneNumber: '+12125550123', phoneNumberId: dialing.phoneNumberId };
  const variables = { firstName: 'Ada' };
  const { callId } = await make(world.request, `/api/agents/${dialing.agentId}/calls`, {
    ...body,
    variables,
  });
  await world.db.query(move, [callId, status]);
  await fileCalls(world.db);
  return callId;
}

/** Opens a WebSocket of a call with an API key. Rejects with the status of a refusal. */
async function listen(callId: string, key = world.owner.key, what = 'audio') {
  const headers = { authorization: `Bearer ${key}` };
  const socket = new WebSocket(`ws://${address}/api/calls/${callId}/${what}`, { headers });
  const messages: { type: string; sampleRateHz?: number }[] = [];
  const heard: Buffer[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) heard.push(data);
    else messages.push(JSON.parse(data.toString()));
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, { statusCode }) => reject(new Error(`${statusCode}`)));
    socket.once('error', reject);
  });
  return { socket, messages, bytes: () => Buffer.concat(heard), closed };
}

it('gives one copy of the audio of a call to all its listeners, until the call is over', async () => {
  const callId = await live();
  const listeners = [await listen(callId), await listen(callId)];
  for (const { messages } of listeners)
    await expect.poll(() => messages[0]).toEqual({ type: 'ready', sampleRateHz: 8000, channels: 2 });
  emit!(Int16Array.of(1, -1, 2, -2));
  for (const { bytes } of listeners)
    await expect.poll(() => bytes().toString('hex')).toBe('0100ffff0200feff');
  expect(monitored).toEqual(['on']);
  listeners[0]!.socket.close();
  await listeners[0]!.closed;
  emit!(Int16Array.of(3, -3));
  await expect.poll(() => listeners[1]!.bytes().length).toBe(12);
  await world.db.query(move, [callId, 'ended']);
  await fileCalls(world.db);
  gone.abort();
  gone = new AbortController();
  await listeners[1]!.closed;
  expect(listeners[1]!.messages.at(-1)).toMatchObject({ type: 'ended' });
  expect(monitored).toEqual(['on', 'off']);
  const { auditLogs } = (await world.request('GET', '/api/export/audit-logs?pageSize=10000')).body;
  const own = auditLogs.filter(
    ({ resourceType }: { resourceType: string }) => resourceType === 'call_listening',
  );
  expect(own).toMatchObject([
    { actionVerb: 'started', resourceReferenceId: callId },
    { actionVerb: 'started', resourceReferenceId: callId },
  ]);
});

it('refuses who may not listen, and where there is nothing to hear', async () => {
  const callId = await live();
  const body = { name: 'Controls', scopes: ['calls:read', 'calls:control'] };
  const { key } = (await world.request('POST', '/api/api-keys', { body })).body;
  await expect(listen(callId, key)).rejects.toThrow('403');
  const other = await world.foundOrganization('Other');
  await expect(listen(callId, other.key)).rejects.toThrow('404');
  await expect(listen(await live('ringing'))).rejects.toThrow('409');
  await world.request('PATCH', '/api/organization', { body: { listening: 'off' } });
  await expect(listen(callId)).rejects.toThrow('403');
  await world.request('PATCH', '/api/organization', { body: { listening: 'on' } });
  const { socket, closed } = await listen(callId);
  socket.close();
  await closed;
});

it('a socket gives commands for a call and gets its events over one connection', async () => {
  const callId = await live();
  const client = await listen(callId, world.owner.key, 'socket');
  const sent = (message: object) => client.socket.send(JSON.stringify(message));
  sent({ type: 'command', id: 'a', command: { type: 'say', text: 'Hello.' } });
  sent({ type: 'command', id: 'b', command: { type: 'enterStage', stage: 'nowhere' } });
  sent({ type: 'command', command: { type: 'dance' } });
  const summary = () =>
    (client.messages as { type: string; id?: string; code?: string; command?: { state: string } }[]).map(
      ({ type, id = '', code = '', command }) => `${type} ${id}${code}${command?.state ?? ''}`,
    );
  const expected = ['state ', 'accepted a', 'refused bcall.unknown_stage', 'refused validation_failed'];
  await expect.poll(summary).toEqual(expect.arrayContaining([...expected, 'command waiting']));
  await world.db.query(move, [callId, 'ended']);
  await fileCalls(world.db);
  await client.closed;
  expect(summary().at(-1)).toBe('end ');
});
