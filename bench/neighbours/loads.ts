import type { Fixtures } from '../fixtures.ts';
import type { Sent } from './client.ts';

/** Expensive requests of one key, and the number in progress at a time. */
export interface Load {
  name: string;
  connections: number;
  requests: Sent[];
}

/** The key of a load, its resources, and a function that creates more of them. */
export interface Sender {
  key: string;
  fixtures: Fixtures;
  post(path: string, body: unknown): Promise<Record<string, string>>;
}

const refusedBytes = 740_000;

const filled = (piece: string, bytes: number) =>
  Array.from({ length: Math.floor(bytes / (piece.length + 1)) }, () => piece).join(',');

/** Creates the agents and workflows of all loads, and returns the loads. */
export async function makeLoads(sender: Sender): Promise<Load[]> {
  return [
    ...refusedBodies(sender),
    ...exportedPages(sender),
    ...checkedDefinitions(sender),
    ...(await dialogues(sender)),
    ...bulkyValues(sender),
    ...(await previews(sender)),
    ...searches(sender),
  ];
}

function refusedBodies({ key, fixtures }: Sender): Load[] {
  const of = (name: string, method: string, path: string, body: string): Load => ({
    ...{ name: `refused bodies of 740 KB: ${name}`, connections: 12 },
    requests: [{ method, path, key, body }],
  });
  const campaign = `/api/agents/${fixtures.agentId}/calls/campaign`;
  const unknown = Array.from({ length: 46_000 }, (_, i) => `"unknown${i}":1`).join(',');
  return [
    of('empty tools of an agent', 'POST', '/api/agents', `{"tools":[${filled('{}', refusedBytes)}]}`),
    of('unknown fields of a campaign call', 'POST', campaign, `{${unknown}}`),
    of(
      'steps without a type',
      'POST',
      '/api/workflows',
      `{"definition":{"steps":[${filled('{}', refusedBytes)}]}}`,
    ),
    {
      ...{ name: 'refused bodies of 15 KB', connections: 200 },
      requests: [
        { method: 'POST', path: '/api/agents', key, body: `{"tools":[${filled('{}', 15_000)}]}` },
        {
          method: 'POST',
          path: '/api/workflows',
          key,
          body: `{"definition":{"steps":[${filled('{}', 15_000)}]}}`,
        },
      ],
    },
    {
      ...{ name: 'bodies of 740 KB without a key', connections: 12 },
      requests: [{ method: 'POST', path: '/api/agents', body: `{"tools":[${filled('{}', refusedBytes)}]}` }],
    },
    of('nearly JSON', 'POST', campaign, `{"variables":[${filled('1', refusedBytes)}]`),
  ];
}

function exportedPages({ key }: Sender): Load[] {
  const get = (path: string): Sent[] => [{ method: 'GET', path, key }];
  return [
    {
      name: '200 audit pages of 10,000',
      connections: 200,
      requests: get('/api/export/audit-logs?pageSize=10000'),
    },
    { name: '50 exports of calls', connections: 50, requests: get('/api/export/calls?pageSize=10000') },
    { name: '50 exports of chats', connections: 50, requests: get('/api/export/chats?pageSize=10000') },
  ];
}

/**
 * Returns a definition near the maximum size. Its expressions differ from those of other seeds, so nothing is cached.
 */
function largeDefinition(seed: number): Record<string, unknown> {
  const total = (step: number) =>
    Array.from({ length: 24 }, (_, i) => `input.a${i} * ${seed * 1000 + step}`).join(' + ');
  const steps = Array.from({ length: 125 }, (_, i) => ({
    ...{ id: `step${i}`, type: 'set' },
    values: { total: `{{ ${total(i)} }}` },
  }));
  return { version: 1, steps: [...steps, { id: 'finish', type: 'end' }] };
}

function checkedDefinitions({ key }: Sender): Load[] {
  const requests = Array.from({ length: 24 }, (_, seed) => ({
    ...{ method: 'POST', path: '/api/workflow-definition-check', key },
    body: JSON.stringify({ definition: largeDefinition(seed) }),
  }));
  return [{ name: 'checks of large definitions', connections: 12, requests }];
}

/** Returns nodes in a chain, with as many phrases as fit into a request body. */
function largeDialogue(nodesCount: number): Record<string, unknown> {
  const phrase = 'yes [please] | (sure | of course | certainly) [I do] | that is * right';
  const name = (i: number) => (i === nodesCount ? 'end' : `n${i}`);
  const nodes = Array.from({ length: nodesCount }, (_, at) => [
    name(at),
    {
      say: 'Press one to keep your appointment, or two to move it to another day.',
      listen: {
        options: Array.from({ length: 20 }, (_, i) => ({
          phrases: Array.from({ length: 8 }, (_, n) => `${phrase} ${i} ${n}`),
          goto: name(at + 1),
        })),
      },
    },
  ]);
  const end = { say: 'Goodbye.', end: true };
  return { provider: 'scripted', dialogue: { start: 'n0', nodes: { ...Object.fromEntries(nodes), end } } };
}

async function dialogues({ key, post }: Sender): Promise<Load[]> {
  const agent = { name: 'Dialogue', prompt: 'A dialogue', model: largeDialogue(50) };
  const { agentId } = await post('/agents', { name: 'Dialogue', prompt: 'A dialogue' });
  for (let i = 0; i < 12; i++) await post('/agents', agent);
  const patch = { method: 'PATCH', path: `/api/agents/${agentId}`, key };
  return [
    {
      ...{ name: 'large dialogues', connections: 12 },
      requests: [
        { method: 'POST', path: '/api/agents', key, body: JSON.stringify(agent) },
        { ...patch, body: JSON.stringify({ model: agent.model, publish: false }) },
        { method: 'GET', path: `/api/agents/${agentId}`, key },
      ],
    },
    {
      ...{ name: 'lists of agents with large dialogues', connections: 12 },
      requests: [{ method: 'GET', path: '/api/agents', key }],
    },
  ];
}

function bulkyValues({ key, fixtures }: Sender): Load[] {
  const { agentId, scheduleId, phoneNumberId, workflowId } = fixtures;
  const post = (path: string, body: unknown): Sent => ({
    ...{ method: 'POST', path: `/api${path}`, key, body: JSON.stringify(body) },
  });
  const elements = Array.from({ length: 20_000 }, (_, i) => ({ id: i, name: `item ${i}` }));
  const defaults = { campaignName: 'Batch', scheduleId, phoneNumberId };
  const calls = Array.from({ length: 10_000 }, (_, i) => ({
    ...{
      phoneNumber: `+1202555${String(i).padStart(4, '0')}`,
      variables: { customerName: 'Ada', appointmentDate: 'May' },
    },
  }));
  const wrong = calls.map(() => ({ phoneNumber: 'none', variables: [] }));
  const batch = `/agents/${agentId}/calls/campaign/batch`;
  const data = { texts: Array.from({ length: 8_000 }, (_, i) => `${i}`) };
  return [
    {
      name: 'triggers with 20,000 elements',
      connections: 12,
      requests: [post(`/workflows/${workflowId}/trigger`, elements)],
    },
    {
      ...{ name: 'triggers with 20,000 kept elements', connections: 12 },
      requests: [post(`/workflows/${workflowId}/trigger`, { elements })],
    },
    { name: 'batches of 10,000 calls', connections: 4, requests: [post(batch, { defaults, calls })] },
    {
      name: 'batches of 10,000 refused calls',
      connections: 4,
      requests: [post(batch, { defaults, calls: wrong })],
    },
    {
      ...{ name: 'pushes of 60 KB', connections: 24 },
      requests: [post('/call-personalization-webhook', { phoneNumber: '+12025550123', data })],
    },
  ];
}

async function previews({ key, post }: Sender): Promise<Load[]> {
  const names = Array.from({ length: 200 }, (_, i) => `v${i}`);
  const mentions = names.map((name) => `{{${name}}}`).join(' ');
  const prompt = Array.from({ length: Math.floor(99_000 / mentions.length) }, () => mentions).join('\n');
  const { agentId } = await post('/agents', { name: 'Long', prompt });
  const value = 'x'.repeat(300);
  const body = JSON.stringify({ variables: Object.fromEntries(names.map((name) => [name, value])) });
  return [
    {
      ...{ name: 'long previews', connections: 12 },
      requests: [{ method: 'POST', path: `/api/agents/${agentId}/preview`, key, body }],
    },
  ];
}

function searches({ key, fixtures }: Sender): Load[] {
  const get = (path: string): Sent => ({ method: 'GET', path: `/api${path}`, key });
  return [
    {
      ...{ name: 'lists of 100', connections: 64 },
      requests: [get('/calls'), get(`/agents/${fixtures.agentId}/chats`)],
    },
    {
      ...{ name: 'lists of 1,000, and searches', connections: 64 },
      requests: [
        get('/calls?pageSize=1000'),
        get(`/agents/${fixtures.agentId}/chats?pageSize=1000`),
        get('/audit-logs?pageSize=1000&resourceType=campaigns'),
        get('/campaigns?pageSize=1000&search=a'),
      ],
    },
  ];
}
