import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { LiveCalls } from '../../src/domains/calls/index.ts';
import { Notifier, statement } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { openAudioLink } from '../../src/platform/nodes/index.ts';
import { LateSupervision } from '../../src/program/late-supervision.ts';
import { AudioServer } from '../../src/runtime/session/listening/audio-server.ts';
import type { MemberEnd, TakesMembers } from '../../src/runtime/session/listening/member-channel.ts';
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
let audioAddress: string;
/** The audio that calls give, and how often that was asked for or called off. */
let emit: ((pcm: Int16Array) => void) | null = null;
const monitored: string[] = [];
let gone = new AbortController();
const session = {
  sampleRateHz: 8000,
  recordingState: { isPaused: false, hasPeer: true },
  monitor(listener: typeof emit, what = 'recorded') {
    emit = listener;
    monitored.push(listener ? (what === 'whole' ? 'whole' : 'on') : 'off');
  },
};
/** What members do in calls, and how the last one is let go. */
const done: string[] = [];
let release: (end: MemberEnd) => void = () => undefined;
const takeOver: TakesMembers = {
  async begin({ memberName }, onOver, onSuggested) {
    if (done.includes('busy')) return 'Anna speaks with the customer';
    done.push(`began ${memberName}`);
    release = onOver;
    return {
      isHolding: false,
      canSuggest: true,
      suggest: (isOn) => onSuggested?.({ suggestions: isOn ? ['We open at nine.'] : [] }),
      audio: (pcm) => void done.push(`audio ${[...pcm]}`),
      hold: (isHolding) => void done.push(`hold ${isHolding}`),
      handBack(note) {
        done.push(`handed back: ${note}`);
        onOver('handed-back');
      },
      lost: () => void done.push('lost'),
    };
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
  audio = new AudioServer({
    host: '127.0.0.1',
    port: 0,
    find: () => ({ session, takeOver, gone: gone.signal }),
  });
  audioAddress = await audio.listen();
  await world.db.query(insertNode, [audioAddress, audio.token]);
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
async function listen(callId: string, key = world.owner.key, what = 'audio', autoPong = true) {
  const headers = { authorization: `Bearer ${key}` };
  const socket = new WebSocket(`ws://${address}/api/calls/${callId}/${what}`, { headers, autoPong });
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

it('carries a member to the call, whole audio to the member, and that of the recording to listeners', async () => {
  const callId = await live();
  monitored.length = done.length = 0;
  const listener = await listen(callId);
  const member = await listen(callId, world.owner.key, 'takeover');
  await expect
    .poll(() => member.messages)
    .toEqual([
      { type: 'ready', sampleRateHz: 8000, channels: 2 },
      { type: 'speaking', canSuggest: true },
    ]);
  expect(monitored).toEqual(['on', 'whole']);
  session.recordingState.isPaused = true;
  emit!(Int16Array.of(5, -5));
  await expect.poll(() => member.bytes().toString('hex')).toBe('0500fbff');
  await expect.poll(() => listener.bytes().toString('hex')).toBe('00000000');
  session.recordingState.isPaused = false;
  member.socket.send(Buffer.from('0700f9ff', 'hex'));
  member.socket.send('{"type":"hold","isHolding":"yes"}');
  const problem = () => member.messages.find(({ type }) => type === 'problem');
  await expect.poll(problem).toMatchObject({ error: expect.stringContaining('isHolding') });
  member.socket.send('{"type":"suggest","isOn":true}');
  await expect
    .poll(() => member.messages.at(-1))
    .toEqual({ type: 'suggested', suggestions: ['We open at nine.'] });
  member.socket.send('{"type":"hold","isHolding":true}');
  member.socket.send('{"type":"handBack","note":" Be kind. "}');
  await member.closed;
  expect(member.messages.at(-1)).toEqual({ type: 'ended', reason: 'handed-back' });
  await expect
    .poll(() => done.slice(1))
    .toEqual(['audio 7,-7', 'hold true', 'handed back: Be kind.', 'lost']);
  await expect.poll(() => monitored).toEqual(['on', 'whole', 'on']);
  listener.socket.close();
});

it('reports a member whose browser is gone, and refuses who may not take over', async () => {
  const callId = await live();
  done.length = 0;
  const member = await listen(callId, world.owner.key, 'takeover');
  await expect.poll(() => member.messages.at(-1)).toEqual({ type: 'speaking', canSuggest: true });
  const { auditLogs } = (await world.request('GET', '/api/export/audit-logs?pageSize=10000')).body;
  expect(auditLogs).toContainEqual(
    expect.objectContaining({ resourceType: 'call_take_over', resourceReferenceId: callId }),
  );
  member.socket.terminate();
  await expect.poll(() => done.at(-1)).toBe('lost');
  const again = await listen(callId, world.owner.key, 'takeover');
  await expect.poll(() => again.messages.at(-1)).toEqual({ type: 'speaking', canSuggest: true });
  release('call-over');
  await again.closed;
  expect(again.messages.at(-1)).toEqual({ type: 'ended', reason: 'call-over' });
  done.push('busy');
  const refused = await listen(callId, world.owner.key, 'takeover');
  await refused.closed;
  expect(refused.messages.at(-1)).toEqual({ type: 'refused', reason: 'Anna speaks with the customer' });
  done.length = 0;
  const body = { name: 'Listens', scopes: ['calls:read', 'calls:listen'] };
  const { key } = (await world.request('POST', '/api/api-keys', { body })).body;
  await expect(listen(callId, key, 'takeover')).rejects.toThrow('403');
  const other = await world.foundOrganization('Third');
  await expect(listen(callId, other.key, 'takeover')).rejects.toThrow('404');
  await expect(listen(await live('ringing'), world.owner.key, 'takeover')).rejects.toThrow('409');
  await world.request('PATCH', '/api/organization', { body: { listening: 'off' } });
  await expect(listen(callId, world.owner.key, 'takeover')).rejects.toThrow('403');
  await world.request('PATCH', '/api/organization', { body: { listening: 'on' } });
});

it('lets a member go when the process that carries the call is silent', async () => {
  const callId = await live();
  done.length = 0;
  const member = await listen(callId, world.owner.key, 'takeover');
  await expect.poll(() => member.messages.at(-1)).toEqual({ type: 'speaking', canSuggest: true });
  // The browser goes on, and the process is not heard any more, as when its machine is cut off.
  const speaking = setInterval(() => member.socket.send(new Uint8Array(640)), 20);
  const audible = setInterval(() => emit!(Int16Array.of(5, -5)), 20);
  await new Promise((resolve) => setTimeout(resolve, 3500));
  expect(member.messages.at(-1)).toEqual({ type: 'speaking', canSuggest: true });
  clearInterval(audible);
  await member.closed;
  clearInterval(speaking);
  expect(member.messages.at(-1)).toEqual({ type: 'ended', reason: 'connection-lost' });
  await expect.poll(() => done.at(-1)).toBe('lost');
});

it('waits 5 s for a browser that stands still and answers pings, and not for one that is cut off', async () => {
  const callId = await live();
  done.length = 0;
  const still = await listen(callId, world.owner.key, 'takeover');
  const cutOff = await listen(callId, world.owner.key, 'takeover', false);
  const audible = setInterval(() => emit?.(Int16Array.of(5, -5)), 20);
  await cutOff.closed;
  expect(done.filter((what) => what === 'lost')).toHaveLength(1);
  expect(still.messages.at(-1)).toEqual({ type: 'speaking', canSuggest: true });
  await still.closed;
  clearInterval(audible);
  expect(done.filter((what) => what === 'lost')).toHaveLength(2);
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

  // A screen that connects again repeats what it got no answer to.
  const next = await listen(callId, world.owner.key, 'socket');
  for (const text of ['Hello.', 'Other words.'])
    next.socket.send(JSON.stringify({ type: 'command', id: 'a', command: { type: 'say', text } }));
  const answers = () =>
    (next.messages as { type: string }[]).filter(({ type }) => /accepted|refused/.test(type));
  await expect
    .poll(answers)
    .toEqual([
      { type: 'accepted', id: 'a', sequence: 1, isRepeated: true },
      expect.objectContaining({ type: 'refused', id: 'a', code: 'idempotency_key.reused' }),
    ]);
  const numbers = Array.from({ length: 12 }, (_, i) => String(i));
  for (const id of numbers)
    next.socket.send(JSON.stringify({ type: 'command', id, command: { type: 'whisper', text: id } }));
  await expect.poll(answers).toHaveLength(14);
  const { commands } = (await world.request('GET', `/api/calls/${callId}/commands`)).body;
  const given = (commands as { command: { text: string } }[]).map(({ command }) => command.text);
  expect(given).toEqual(['Hello.', ...numbers]);
  await world.db.query(move, [callId, 'ended']);
  await fileCalls(world.db);
  await client.closed;
  expect(summary().at(-1)).toBe('end ');
});

it('refuses a process with another version of the connection, and says which it has', async () => {
  const [host, port] = audioAddress.split(':');
  const socket = connect({ host: host!, port: Number(port) });
  const wanted = { token: audio.token, organizationId: 'org_x', callId: 'call_x' };
  socket.write(`${JSON.stringify({ version: 2, ...wanted, member: 'of a later form' })}\n`);
  expect(JSON.parse(await text(socket))).toEqual({ error: 'version', version: 1 });
  await using other = createServer((each) => {
    each.on('error', () => undefined).resume();
    each.end('{"error":"version","version":2}\n');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const place = {
    token: 'x',
    address: `127.0.0.1:${(other.address() as { port: number }).port}`,
  };
  await expect(openAudioLink(place, wanted, AbortSignal.timeout(5000))).rejects.toThrow(
    'uses version 2 of the connection between processes',
  );
});
