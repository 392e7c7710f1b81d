import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { statement, toJson } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { ScenarioDocument } from './index.ts';

const insertCall = statement(
  'test.scenarios.call',
  `insert into calls (organization_id, call_id, agent_id, agent_version, campaign_id, type, status, customer_number,
     phone_number_id, agent_number, started_at, ended_at, ended_by, ended_reason, variables, transcript, created_at)
   values ($1, $2, $3, 1, '', 'inboundPhoneCall', $4, '+12125550123', 'number_x', '+12025550100', $5, $6,
     'Customer ended the call', 'customer-ended-call', '{"name": "Maya"}', $7, now())`,
);

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const createAgent = async (): Promise<string> => {
  const body = { name: 'Anna', prompt: 'Be kind to {{name}}.', firstMessage: 'Hello!' };
  return (await world.request('POST', '/api/agents', { body })).body.agentId;
};

async function callOf(agentId: string, endedAt: string | null = '2026-11-21T10:00:05Z'): Promise<string> {
  const callId = newId('call');
  const time = '2026-11-21T10:00:01Z';
  const said = { role: 'bot', message: 'Hello!', secondsFromStart: 1, duration: 1, time, endTime: time };
  const status = endedAt === null ? 'in-progress' : 'ended';
  const startedAt = '2026-11-21T10:00:00Z';
  const { organizationId } = world.owner;
  const values = [organizationId, callId, agentId, status, startedAt, endedAt, toJson([said])];
  await world.db.query(insertCall, values);
  return callId;
}

const read = (callId: string, query = '', key?: string) =>
  world.request('GET', `/api/calls/${callId}/scenario${query}`, key === undefined ? {} : { key });

it("returns a call as a scenario with its agent's version, as JSON and as YAML", async () => {
  const agentId = await createAgent();
  const callId = await callOf(agentId);
  await world.request('PATCH', `/api/agents/${agentId}`, { body: { firstMessage: 'Changed!' } });
  const { status, body } = await read(callId);
  expect(status).toBe(200);
  expect(ScenarioDocument.parse(body)).toMatchObject({
    agent: { name: 'Anna', prompt: 'Be kind to {{name}}.', firstMessage: 'Hello!' },
    variables: { name: 'Maya' },
    steps: [{ await: 'turn' }, { wait: 2300 }, { hangUp: true }],
    recorded: { callId, agentVersion: 1 },
  });
  const yaml = await read(callId, '?format=yaml');
  expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
  expect(yaml.headers['content-disposition']).toBe(`attachment; filename="${callId}.yaml"`);
  expect(ScenarioDocument.parse(parse(yaml.text))).toEqual(body);
  expect(await read(callId, '?format=xml')).toMatchObject({ status: 400, body: { error: /^format: / } });
});

it('rejects a call that has not ended, was never placed, or lost its agent', async () => {
  const agentId = await createAgent();
  const [callId, live] = [await callOf(agentId), await callOf(agentId, null)];
  expect(await read(live)).toMatchObject({ status: 409, body: { code: 'call.not_over' } });
  expect(await read('call_x')).toMatchObject({ status: 404, body: { code: 'call.not_found' } });
  const { key } = await world.foundOrganization();
  expect(await read(callId, '', key)).toMatchObject({ status: 404 });
  await world.request('POST', `/api/calls/${live}/cancel`);
  await callOf(agentId);
  const other = await createAgent();
  const orphan = await callOf(other);
  expect(await world.request('DELETE', `/api/agents/${other}`)).toMatchObject({ status: 204 });
  expect(await read(orphan)).toMatchObject({ status: 409, body: { code: 'call.agent_deleted' } });
});

it('rejects a key without the scope for agents', async () => {
  const callId = await callOf(await createAgent());
  const body = { name: 'Calls only', scopes: ['calls:read'] };
  const { key } = (await world.request('POST', '/api/api-keys', { body })).body;
  expect(await read(callId, '', key)).toMatchObject({ status: 403, body: { code: 'scope.missing' } });
});
