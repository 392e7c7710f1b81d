import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { type Dialing, make, setUpDialing } from '../../../test/world/dialing.ts';
import { fileCalls } from '../../../test/world/file-calls.ts';
import { statement } from '../../platform/db/index.ts';
import { claimCommand, endCommand, settleCommands, waitingCommands } from './index.ts';

const move = statement(
  'test.commands.move',
  `update calls set status = $2, node_id = $3, agent_version = 1 where call_id = $1`,
);
const age = statement(
  'test.commands.age',
  `update call_commands set created_at = created_at - interval '31 seconds' where call_id = $1 and sequence = $2`,
);

let world: ApiWorld;
let dialing: Dialing;
beforeAll(async () => {
  world = await createApiWorld();
  dialing = await setUpDialing(world.request);
});
afterAll(() => world.close());

let nodes = 0;
/** Returns a live call of a process of its own. */
const live = async (status = 'in-progress') => {
  const body = { phoneNumber: '+12125550123', phoneNumberId: dialing.phoneNumberId };
  const variables = { firstName: 'Ada' };
  const { callId } = await make(world.request, `/api/agents/${dialing.agentId}/calls`, {
    ...body,
    variables,
  });
  const nodeId = `node_${++nodes}`;
  await world.db.query(move, [callId, status, nodeId]);
  await fileCalls(world.db);
  return { callId, nodeId, path: `/api/calls/${callId}/commands` };
};
const listed = async (path: string) => (await world.request('GET', path)).body.commands;

it('numbers the commands of a call, stores each once for an Idempotency-Key, and audits them', async () => {
  const { callId, path } = await live();
  const body = { type: 'say', text: ' Hello. ' };
  const headers = { 'idempotency-key': 'once' };
  const given = [1, 2].map(() => world.request('POST', path, { body, headers }));
  for (const { status, body: answer } of await Promise.all(given))
    expect([status, answer.sequence, answer.state]).toEqual([201, 1, 'waiting']);
  expect((await world.request('POST', path, { body: { type: 'mute' } })).body.sequence).toBe(2);
  const commands = await listed(path);
  expect(commands.map(({ command }: { command: unknown }) => command)).toEqual([
    { type: 'say', text: 'Hello.', when: 'now' },
    { type: 'mute' },
  ]);
  const { auditLogs } = (await world.request('GET', '/api/export/audit-logs?pageSize=10000')).body;
  const own = auditLogs.filter(
    (entry: { resourceReferenceId: string; resourceType: string }) =>
      entry.resourceReferenceId === callId && entry.resourceType === 'call_commands',
  );
  expect(own).toHaveLength(2);
});

it.each([
  [{ type: 'say', text: ' ' }, 400, 'validation_failed'],
  [{ type: 'pressKeys', keys: '12x' }, 400, 'validation_failed'],
  [{ type: 'enterStage', stage: 'nowhere' }, 409, 'call.unknown_stage'],
  [{ type: 'transfer', destination: 'nobody' }, 409, 'call.unknown_destination'],
  [{ type: 'playSound', soundId: 'sound_x' }, 400, 'validation_failed'],
])('refuses %j', async (body, status, code) => {
  const { path } = await live();
  const answer = await world.request('POST', path, { body });
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(await listed(path)).toEqual([]);
});

it('refuses commands for calls that are not answered, of others, and without the scope', async () => {
  const ringing = await live('ringing');
  const body = { type: 'mute' };
  const answer = await world.request('POST', ringing.path, { body });
  expect([answer.status, answer.body.code]).toEqual([409, 'call.not_live']);
  const { path } = await live();
  const other = await world.foundOrganization('Other');
  expect((await world.request('POST', path, { body, key: other.key })).status).toBe(404);
  const scoped = { name: 'Writes', scopes: ['calls:write', 'calls:read'] };
  const { key } = (await world.request('POST', '/api/api-keys', { body: scoped })).body;
  expect((await world.request('POST', path, { body, key })).status).toBe(403);
});

it('gives each command to the process that carries the call, once', async () => {
  const { callId, nodeId, path } = await live();
  await world.request('POST', path, { body: { type: 'unmute' } });
  expect(await waitingCommands(world.db, 'node_other')).toEqual([]);
  const [waiting] = await waitingCommands(world.db, nodeId);
  expect(waiting).toMatchObject({ callId, sequence: 1, command: { type: 'unmute' } });
  expect(await claimCommand(world.db, waiting!, 'node_other')).toBe(false);
  const claims = await Promise.all([1, 2].map(() => claimCommand(world.db, waiting!, nodeId)));
  expect(claims.toSorted()).toEqual([false, true]);
  expect(await waitingCommands(world.db, nodeId)).toEqual([]);
  await endCommand(world.db, waiting!, { state: 'refused', detail: 'no' });
  await endCommand(world.db, waiting!, { state: 'done', detail: null });
  expect(await listed(path)).toMatchObject([{ state: 'refused', detail: 'no', endedAt: expect.any(String) }]);
  const { decisions } = (await world.request('GET', `/api/calls/${callId}/why`)).body;
  expect(decisions.filter(({ reason }: { reason: string }) => reason.startsWith('command-'))).toMatchObject([
    { reason: 'command-refused', message: 'The command to unmute the agent was refused: no.' },
  ]);
});

it('ends commands that were not begun in time, and those of calls that are over', async () => {
  const late = await live();
  const over = await live();
  for (const type of ['mute', 'unmute']) {
    await world.request('POST', late.path, { body: { type } });
    await world.request('POST', over.path, { body: { type } });
  }
  await world.db.query(age, [late.callId, 1]);
  const [first] = await waitingCommands(world.db, over.nodeId);
  await claimCommand(world.db, first!, over.nodeId);
  await settleCommands(world.db);
  await world.db.query(move, [over.callId, 'ended', null]);
  await fileCalls(world.db);
  await settleCommands(world.db);
  const states = async (path: string) => (await listed(path)).map(({ state }: { state: string }) => state);
  expect(await states(late.path)).toEqual(['expired', 'waiting']);
  expect(await states(over.path)).toEqual(['unknown', 'expired']);
});
