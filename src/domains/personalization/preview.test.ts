import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { make, setUpDialing } from '../../../test/world/dialing.ts';
import { signToken } from '../../platform/access/index.ts';
import { type CallFacts, valuesOfVariables } from './index.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const agent = {
  prompt: 'Greet {{firstName}} of {{town}} at {{customerNumber}}, whose plan is {{plan}}.',
  firstMessage: ' {{agentNumber}} calls {{firstName}}. ',
  variables: [
    { name: 'town', default: 'Springfield' },
    { name: 'note', required: false },
  ],
};
const preview = (agentId: string, body: object = {}, options = {}) =>
  world.request('POST', `/api/agents/${agentId}/preview`, { body, ...options });

it('fills the texts like a call, shows where each value comes from, and consumes nothing', async () => {
  const { agentId, phoneNumber } = await setUpDialing(world.request, { agent });
  const customer = '+12125550123';
  const pushed = { phoneNumber: customer, data: { firstName: 'Ada' } };
  await world.request('POST', '/api/call-personalization-webhook', { body: pushed });
  for (let time = 0; time < 2; time++) {
    const { status, body } = await preview(agentId, {
      ...{ phoneNumber: '(212) 555-0123', variables: { firstName: 'Bo', more: 1 } },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ agentId, version: 1, missing: ['plan'] },
      prompt: `Greet Ada of Springfield at ${customer}, whose plan is .`,
      firstMessage: `${phoneNumber} calls Ada.`,
      personalization: { state: 'available' },
    });
    expect(body.variables).toEqual([
      { name: 'town', value: 'Springfield', source: 'default' },
      { name: 'note', value: null, source: null },
      { name: 'firstName', value: 'Ada', source: 'personalization' },
      { name: 'customerNumber', value: customer, source: 'built-in' },
      { name: 'plan', value: null, source: null },
      { name: 'agentNumber', value: phoneNumber, source: 'built-in' },
      { name: 'more', value: 1, source: 'call' },
    ]);
  }
  const outbound = { phoneNumber: customer, direction: 'outbound', variables: { firstName: 'Bo' } };
  expect((await preview(agentId, outbound)).body).toMatchObject({
    ...{ firstMessage: `${phoneNumber} calls Bo.`, personalization: null },
  });
});

it('shows the words with which a script or a flow begins', async () => {
  const openingOf = async (body: object) => {
    const { agentId } = await make(world.request, '/api/agents', { name: 'A', prompt: 'Help.', ...body });
    return (await preview(agentId, { variables: { first_name: 'Ada' } })).body.opening;
  };
  const { templates } = (await world.request('GET', '/api/agent-templates')).body;
  const { embedded, vendor } = templates.find(({ job }: { job: string }) => job === 'appointment-reminder');
  expect(await openingOf(embedded)).toMatch(
    /^Hello Ada, this is the automated assistant of Northside Dental\./,
  );
  const dialogue = { start: 'hello', nodes: { hello: { say: 'Hi {{first_name}}.', end: true } } };
  expect(await openingOf({ model: { provider: 'scripted', dialogue } })).toBe('Hi Ada.');
  expect(await openingOf({ firstMessage: 'First.', model: { provider: 'scripted', dialogue } })).toBe(
    'First.',
  );
  expect(await openingOf({ ...vendor, firstMessage: null, flow: null })).toBeNull();
});

it('previews a version or the draft', async () => {
  const { agentId } = await make(world.request, '/api/agents', { name: 'A', prompt: 'One' });
  const patch = (body: object) => world.request('PATCH', `/api/agents/${agentId}`, { body });
  await patch({ prompt: 'Two' });
  expect((await preview(agentId, { draft: true })).status).toBe(404);
  await patch({ prompt: 'Three', publish: false });
  expect((await preview(agentId, { version: 1 })).body).toMatchObject({ version: 1, prompt: 'One' });
  expect((await preview(agentId)).body).toMatchObject({ version: 2, prompt: 'Two' });
  expect((await preview(agentId, { draft: true })).body).toMatchObject({ version: null, prompt: 'Three' });
  expect((await preview(agentId, { version: 9 })).status).toBe(404);
  const both = await preview(agentId, { version: 1, draft: true });
  expect([both.status, both.body.details]).toEqual([400, [expect.objectContaining({ field: 'draft' })]]);
});

it('shows pushed data only to keys that may read it', async () => {
  const { agentId } = await make(world.request, '/api/agents', { name: 'A', prompt: 'One' });
  const claims = { ...world.owner, scopes: ['agents:read'], expiresAtSeconds: null };
  const key = await signToken(world.secret, claims);
  expect((await preview(agentId, {}, { key })).status).toBe(200);
  expect(await preview(agentId, { phoneNumber: '+12125550124' }, { key })).toMatchObject({
    ...{ status: 403, body: { code: 'scope.missing' } },
  });
});

it('shows what an agent with memory knows, in calls of both directions, to keys that may read it', async () => {
  const memory = { writtenBy: { analysis: false } };
  const body = { name: 'A', prompt: 'One', memory };
  const { agentId } = await make(world.request, '/api/agents', body);
  const phoneNumber = '+12125550125';
  const fact = { phoneNumber, agentId, topic: 'time', fact: 'mornings' };
  await make(world.request, '/api/customer-facts', fact);
  for (const direction of ['inbound', 'outbound'])
    expect((await preview(agentId, { phoneNumber, direction })).body.prompt).toMatch(/^One\n\n.*"mornings"/s);
  const claims = { ...world.owner, scopes: ['agents:read'], expiresAtSeconds: null };
  const key = await signToken(world.secret, claims);
  expect((await preview(agentId, { phoneNumber, direction: 'outbound' }, { key })).status).toBe(403);
});

it('documents both scopes of a preview and of other operations that need two', async () => {
  const file = new URL('../../../openapi/openapi.json', import.meta.url);
  const { paths } = JSON.parse(await readFile(file, 'utf8'));
  const { post } = paths['/api/agents/{agentId}/preview'];
  expect(post['x-scope']).toBe('agents:read personalization:read');
  expect(post.description).toContain(
    'Needs the scope `agents:read`, and in the cases named above `personalization:read`.',
  );
  expect(paths['/api/calls/{callId}/scenario'].get['x-scope']).toBe('calls:read agents:read');
  expect(paths['/api/events'].get['x-scope']).toBe('events:read audit:export');
  expect(paths['/api/webhook-endpoints'].post['x-scope']).toBe('webhooks:write audit:export');
});

it('does not require built-in variables', async () => {
  const body = { name: 'A', prompt: '{{date}} {{time}} {{timeZone}} {{callId}} {{name}}' };
  const { requiredVariables } = await make(world.request, '/api/agents', body);
  expect(requiredVariables).toEqual(['name']);
});

it("uses the customer's date and time unless the call provides others", () => {
  const nowMs = Date.parse('2026-03-01T02:30:00Z');
  const facts: CallFacts = {
    callId: 'call_x',
    customerNumber: '+12125550123',
    agentNumber: null,
    memory: null,
    nowMs,
  };
  const of = (values: Partial<CallFacts>, call = {}) =>
    valuesOfVariables({ agent: { variables: [] }, facts: { ...facts, ...values }, call, pushed: {} });
  expect(of({})).toEqual({
    ...{ callId: 'call_x', customerNumber: '+12125550123' },
    ...{ date: '2026-02-28', time: '21:30', timeZone: 'America/New_York' },
  });
  const nowhere = { date: '2026-03-01', time: '02:30', timeZone: 'UTC' };
  expect(of({ customerNumber: 'anonymous' })).toMatchObject(nowhere);
  expect(of({ customerNumber: '+18005550123' })).toMatchObject(nowhere);
  expect(of({}, { date: 'today' })).toMatchObject({ date: 'today' });
  // What another agent handed over is not what an agent with memory knows.
  expect(of({ memory: '' }, { memory: 'handed over' })).toMatchObject({ memory: '' });
  expect(of({}, { memory: 'free' })).toMatchObject({ memory: 'free' });
});
