import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { FoundedOrganization } from '../../src/domains/keys/index.ts';
import { scopes } from '../../src/platform/access/index.ts';
import { openApiDocument, type Route } from '../../src/platform/http/index.ts';
import { type Answer, type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { checksumOf } from './checksum.ts';
import { badCredentials } from './credentials.ts';
import { addressOf, bodyOf, parametersOf } from './operations.ts';
import { bodiesOf, type Populated, populate, samples } from './populated.ts';

/** A text that occurs only in this organization's data. */
const mark = 'm4rked';

let world: ApiWorld;
let recordingsDir: string;
let first: Populated;
let second: Populated;
let stranger: FoundedOrganization;
let bodies: Record<string, unknown>;
let before: Record<string, string>;

beforeAll(async () => {
  recordingsDir = await mkdtemp(join(tmpdir(), 'parley-walk-'));
  await writeFile(join(recordingsDir, `${mark}.wav`), `RIFF ${mark}`);
  world = await createApiWorld({ recordingsDir, storesMails: true });
  first = await populate(world, world.owner, mark, '01');
  stranger = await world.foundOrganization('Stranger');
  second = await populate(world, stranger, 'other', '02');
  bodies = bodiesOf(first.ids, '+12025550003');
  before = await checksumOf(world.db, world.owner.organizationId);
});
afterAll(async () => {
  await world.close();
  await rm(recordingsDir, { recursive: true });
});

/** Sends the operation as its owner would, with another credential. */
async function send(route: Route, key: string | null, ids = first.ids, own = bodies): Promise<Answer> {
  return world.request(route.method, addressOf(route, ids), { ...bodyOf(route, own), key });
}

/** Expects that no answer contains data of the first organization, and that nothing of it has changed. */
async function expectNothing(answers: Answer[]): Promise<void> {
  for (const { text, headers } of answers) {
    const whole = `${text} ${JSON.stringify(headers)}`;
    // The number to look up was in the request, so the answer may repeat it.
    const hidden = first.values.filter((value) => value !== first.ids.phoneNumber);
    expect(hidden.filter((value) => whole.includes(value))).toEqual([]);
  }
  expect(await checksumOf(world.db, world.owner.organizationId)).toEqual(before);
}

/** Sends every operation, and compares the "status code" of each answer with the expected one. */
async function walk(key: (route: Route) => string | null, expected: (route: Route) => string): Promise<void> {
  const statuses: Record<string, string> = {};
  const answers: Answer[] = [];
  for (const route of world.routes) {
    const answer = await send(route, key(route));
    statuses[route.operationId] = `${answer.status} ${answer.body?.code ?? ''}`.trim();
    expect(answer.body?.requestId).toBe(answer.headers['x-request-id']);
    answers.push(answer);
  }
  expect(statuses).toEqual(
    Object.fromEntries(world.routes.map((route) => [route.operationId, expected(route)])),
  );
  await expectNothing(answers);
}

test('the walk goes over every operation of the OpenAPI document', () => {
  const documented = Object.values(openApiDocument(world.routes, {}).paths).flatMap((item) =>
    Object.values(item).map((operation) => (operation as { operationId: string }).operationId),
  );
  expect(documented.toSorted()).toEqual(world.routes.map(({ operationId }) => operationId).toSorted());
  expect(new Set(documented).size).toBe(world.routes.length);
  for (const route of world.routes) {
    expect(addressOf(route, first.ids)).not.toContain('{');
    bodyOf(route, bodies);
  }
});

test('what changes something needs more than a scope to read', () => {
  for (const { operationId, method, scope } of world.routes) {
    const action = scope.split(':')[1];
    // These operations change nothing. A preview, a definition and a rule do not fit into an address, and a forecast is
    // computed anew. A search may be long.
    const reads = [
      ...['previewAgent', 'forecastCampaign', 'checkWorkflowDefinition', 'searchKnowledge', 'tryAlertRule'],
    ];
    const isRead = method === 'GET' || reads.includes(operationId);
    const fitting = isRead ? ['read', 'export', 'listen'] : ['write', 'trigger', 'control'];
    expect([operationId, fitting.includes(action!)]).toEqual([operationId, true]);
    expect(scopes).toContain(scope);
  }
});

test.each(badCredentials)('every operation refuses %s', async (_what, code, make) => {
  const key = await make(world);
  await walk(
    () => key,
    (route) => `${route.credentialFailureStatus ?? 401} ${code}`,
  );
});

test('every operation refuses a key that lacks exactly its scope', async () => {
  const keys = new Map<string, string>();
  for (const scope of scopes) {
    const body = { name: `Without ${scope}`, scopes: scopes.filter((one) => one !== scope) };
    const answer = await world.request('POST', '/api/api-keys', { body });
    expect(answer.status).toBe(201);
    keys.set(scope, answer.body.key);
  }
  before = await checksumOf(world.db, world.owner.organizationId);
  await walk(
    ({ scope }) => keys.get(scope)!,
    () => '403 scope.missing',
  );
});

test('every operation refuses a revoked key', async () => {
  const created = await world.request('POST', '/api/api-keys', { body: { name: 'Revoked', role: 'Admin' } });
  const { key, apiKeyId } = created.body;
  expect((await world.request('GET', '/api/organization', { key })).status).toBe(200);
  expect((await world.request('DELETE', `/api/api-keys/${apiKeyId}`)).status).toBe(204);
  before = await checksumOf(world.db, world.owner.organizationId);
  await walk(
    () => key,
    (route) => `${route.credentialFailureStatus ?? 401} credential.revoked`,
  );
});

/** Operations whose parameter is no id. A value that this organization does not have is a normal answer. */
const lookups = new Set([
  ...['getCallDataByExternalId', 'getCallDataByPhoneNumber', 'getPersonalization'],
  ...['listProviderModels', 'listProviderVoices'],
]);

test('another organization’s key finds none of the ids', async () => {
  const withIds = world.routes.filter(
    (route) => parametersOf(route).length > 0 && !lookups.has(route.operationId),
  );
  const statuses: Record<string, string> = {};
  const answers: Answer[] = [];
  for (const route of withIds) {
    const answer = await send(route, stranger.key);
    answers.push(answer);
    statuses[route.operationId] = `${answer.status} ${answer.body?.code.replace(/^\w+\./, '')}`;
    expect(answer.body?.code).not.toMatch(/^(route|recording)\./);
    expect(answer.body?.requestId).toBe(answer.headers['x-request-id']);
  }
  expect(statuses).toEqual(Object.fromEntries(withIds.map((route) => [route.operationId, '404 not_found'])));
  await expectNothing(answers);
});

test('another organization’s key reads nothing where an operation takes no id', async () => {
  const answers: Answer[] = [];
  const reading = world.routes.filter(
    (route) =>
      route.method === 'GET' &&
      // It names campaigns in its query. Its own test compares those of another organization.
      route.operationId !== 'compareCampaigns' &&
      (parametersOf(route).length === 0 || lookups.has(route.operationId)),
  );
  for (const route of reading) {
    const answer = await send(route, stranger.key);
    expect([route.operationId, answer.status]).toEqual([route.operationId, 200]);
    answers.push(answer);
  }
  for (const path of ['external/{externalId}', 'phone/{phoneNumber}']) {
    const route = world.routes.find((one) => one.path === `/api/calls/${path}`)!;
    expect((await send(route, stranger.key)).body).toEqual({ data: null, ttl: null, latestCall: null });
  }
  const personalization = await world.request(
    'GET',
    `/api/call-personalization/${encodeURIComponent(first.ids.phoneNumber!)}`,
    { key: stranger.key },
  );
  expect(personalization.body).toMatchObject({ state: 'none', data: null, consumedByCallId: null });
  await expectNothing(answers);
});

test('another organization’s key cannot point at the ids in queries and page tokens', async () => {
  const answers: Answer[] = [];
  const page = await world.request('GET', '/api/calls?pageSize=1');
  const at = Buffer.from(`9999-01-01T00:00:00.000Z ${first.ids.callId}`).toString('base64url');
  for (const query of [
    `agentId=${first.ids.agentId}`,
    `campaignId=${first.ids.campaignId}`,
    `customerNumber=${encodeURIComponent(first.ids.phoneNumber!)}`,
    `pageToken=${at}`,
  ]) {
    const answer = await world.request('GET', `/api/calls?${query}`, { key: stranger.key });
    expect(answer.status).toBe(200);
    answers.push(answer);
  }
  const campaigns = await world.request('GET', `/api/campaigns?agentId=${first.ids.agentId}`, {
    key: stranger.key,
  });
  expect(campaigns.body.campaigns).toEqual([]);
  expect(page.body.calls[0].callId).toBe(first.ids.callId);
  await expectNothing([...answers, campaigns]);
});

test('another organization’s key finds nothing by name and nothing by id in lists', async () => {
  const lists = world.routes.filter(
    ({ query }) => query instanceof z.ZodObject && 'search' in query.shape && 'ids' in query.shape,
  );
  expect(lists.length).toBe(14);
  const ids = Object.values(first.ids).filter((id) => /^[a-z]+_[0-9a-z]{26}$/.test(id));
  const byId = ids.map((id) => `ids=${id}`).join('&');
  for (const { path } of lists) {
    const byName = path === '/api/phone-numbers' ? 'search=2025550001' : `search=${mark}`;
    const [kind] = Object.keys((await world.request('GET', path)).body);
    for (const query of [byId, byName]) {
      const strangers = await world.request('GET', `${path}?${query}`, { key: stranger.key });
      expect([path, strangers.status, strangers.body[kind!]]).toEqual([path, 200, []]);
      const own = await world.request('GET', `${path}?${query}`);
      expect([path, query, own.body[kind!].length]).toEqual([path, query, 1]);
    }
  }
});

/**
 * All fields of bodies that name a resource: the operation, the parameters that belong to the other organization, and
 * the field.
 */
const references: [operationId: string, field: string, body: (foreign: string) => object][] = [
  ['speakPronunciation', 'agentId', (agentId) => ({ term: 'Xerox', replacement: 'zee-rocks', agentId })],
  ['searchKnowledge', 'sourceIds', (foreign) => ({ query: 'words', sourceIds: [foreign] })],
  [
    'createCustomerFact',
    'agentId',
    (agentId) => ({ phoneNumber: '+12025550009', topic: 'time', fact: 'mornings', agentId }),
  ],
  [
    'connectCarrier',
    'inboundAgentId',
    (inboundAgentId) => ({ numbers: [{ phoneNumber: '+12025550009' }], inboundAgentId }),
  ],
  ['commandCall', 'soundId', (soundId) => ({ type: 'playSound', soundId })],
  ['createPhoneNumber', 'trunkId', (trunkId) => ({ phoneNumber: '+12025550009', trunkId })],
  [
    'createPhoneNumber',
    'inboundAgentId',
    (inboundAgentId) => ({ phoneNumber: '+12025550009', inboundAgentId }),
  ],
  [
    'createPhoneNumber',
    'fallbackTrunkIds',
    (foreign) => ({
      phoneNumber: '+12025550009',
      trunkId: second.ids.trunkId,
      fallbackTrunkIds: [foreign],
    }),
  ],
  ['updatePhoneNumber', 'fallbackTrunkIds', (foreign) => ({ fallbackTrunkIds: [foreign] })],
  ['updatePhoneNumber', 'trunkId', (trunkId) => ({ trunkId })],
  ['updatePhoneNumber', 'inboundAgentId', (inboundAgentId) => ({ inboundAgentId })],
  ...(['createAgent', 'updateAgent'] as const).map((operationId): (typeof references)[number] => [
    operationId,
    'workflowId',
    (workflowId) => ({
      ...{
        name: 'A',
        prompt: 'A',
        tools: [{ type: 'workflow', name: 'go', description: 'Goes', workflowId }],
      },
    }),
  ]),
  ...(['createAgent', 'updateAgent'] as const).map((operationId): (typeof references)[number] => [
    operationId,
    'voicemailSoundId',
    (voicemailSoundId) => ({ name: 'A', prompt: 'A', conversation: { voicemailSoundId } }),
  ]),
  ...(['createAgent', 'updateAgent'] as const).map((operationId): (typeof references)[number] => [
    operationId,
    'sourceIds',
    (foreign) => ({ name: 'A', prompt: 'A', knowledge: { sourceIds: [foreign] } }),
  ]),
  ...(['createAgent', 'updateAgent'] as const).map((operationId): (typeof references)[number] => [
    operationId,
    'agentId',
    (agentId) => ({
      ...{ name: 'A', prompt: 'A' },
      tools: [{ type: 'handOver', name: 'go', description: 'Goes', agentId }],
    }),
  ]),
  [
    'setPrices',
    'trunkId',
    (trunkId) => ({
      currency: 'USD',
      prices: [{ kind: 'telephony', trunkId, unit: 'minutes', amount: '1' }],
    }),
  ],
  ['createApiKey', 'memberId', (memberId) => ({ name: 'A key', role: 'Viewer', memberId })],
  ['placeCall', 'phoneNumberId', (phoneNumberId) => ({ phoneNumber: '+12025550009', phoneNumberId })],
  ['createCampaign', 'agentId', (agentId) => ({ name: 'Another campaign', agentId })],
  ...(['scheduleId', 'phoneNumberId', 'callRetryConfigId'] as const).flatMap(
    (field): (typeof references)[number][] => [
      [
        'createCampaign',
        field,
        (foreign) => ({
          ...(bodiesOf(second.ids, '').createCampaign as object),
          callDefaults: { [field]: foreign },
        }),
      ],
      ['updateCampaign', field, (foreign) => ({ callDefaults: { [field]: foreign } })],
    ],
  ),
  ...['createAlertRule', 'updateAlertRule', 'tryAlertRule'].flatMap((operationId) =>
    ['agentId', 'campaignId', 'channelIds'].map((field): (typeof references)[number] => [
      operationId,
      field,
      (foreign) => ({
        ...(operationId === 'updateAlertRule' ? {} : samples.alertRule),
        [field]: field === 'channelIds' ? [foreign] : foreign,
      }),
    ]),
  ),
  ...['createAlertRule', 'updateAlertRule', 'tryAlertRule'].map(
    (operationId): (typeof references)[number] => [
      operationId,
      'teamId',
      (teamId) => ({
        ...(operationId === 'updateAlertRule' ? {} : samples.alertRule),
        ...{ measure: 'team-wait', agentId: null, campaignId: null, teamId },
      }),
    ],
  ),
  ...['createCampaign', 'updateCampaign'].map((operationId): (typeof references)[number] => [
    operationId,
    'teamId',
    (teamId) => ({
      ...(operationId === 'createCampaign' ? (bodiesOf(second.ids, '').createCampaign as object) : {}),
      dialing: { mode: 'progressive', teamId },
    }),
  ]),
  ...['createTeam', 'updateTeam'].flatMap((operationId): typeof references => [
    [operationId, 'memberId', (memberId) => ({ name: 'Another', members: [{ memberId }] })],
    [operationId, 'musicSoundId', (musicSoundId) => ({ name: 'Another', musicSoundId })],
  ]),
  ...(['scheduleId', 'phoneNumberId', 'callRetryConfigId'] as const).map(
    (field): (typeof references)[number] => [
      'queueCampaignCall',
      field,
      (foreign) => ({
        ...(bodiesOf(second.ids, '').queueCampaignCall as object),
        [field]: foreign,
      }),
    ],
  ),
  ...(['scheduleId', 'phoneNumberId', 'callRetryConfigId'] as const).map(
    (field): (typeof references)[number] => [
      'queueCampaignCalls',
      field,
      (foreign) => ({
        calls: [{ ...(bodiesOf(second.ids, '').queueCampaignCall as object), [field]: foreign }],
      }),
    ],
  ),
];

/** Operations that accept or refuse each item. */
const itemwise = new Set(['queueCampaignCalls']);

/** The kinds of ids of fields whose names do not say it. */
const kinds: Record<string, string> = {
  inboundAgentId: 'agentId',
  fallbackTrunkIds: 'trunkId',
  voicemailSoundId: 'soundId',
  sourceIds: 'sourceId',
  channelIds: 'alertChannelId',
  musicSoundId: 'soundId',
};

/** Returns every field of every documented body that names a resource, as "operationId field". */
function namesInBodies(): string[] {
  const { paths, components } = openApiDocument(world.routes, {});
  // Schemas may be recursive, and several operations may share one.
  const fieldsIn = (schema: unknown, seen = new Set<unknown>()): string[] => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
    seen.add(schema);
    const { $ref, properties = {} } = schema as { $ref?: string; properties?: Record<string, unknown> };
    if ($ref !== undefined) return fieldsIn(components.schemas[$ref.split('/').at(-1)!], seen);
    return [...Object.keys(properties), ...Object.values(schema).flatMap((inner) => fieldsIn(inner, seen))];
  };
  return Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => {
      const { operationId, requestBody } = operation as { operationId: string; requestBody?: unknown };
      // An organization chooses its own ids for customers, and AWS those of its keys.
      const named = fieldsIn(requestBody).filter(
        (field) => /Ids?$/.test(field) && field !== 'customerUniqueId' && field !== 'accessKeyId',
      );
      return [...new Set(named)].map((field) => `${operationId} ${field}`);
    }),
  );
}

test('another organization’s id in a body is a 400 that names the field', async () => {
  const answers: Answer[] = [];
  for (const [operationId, field, body] of references) {
    const route = world.routes.find((one) => one.operationId === operationId)!;
    const foreign = first.ids[kinds[field] ?? field]!;
    const answer = await send(route, stranger.key, second.ids, { [operationId]: body(foreign) });
    const isItemwise = itemwise.has(operationId);
    const { error } = isItemwise ? answer.body.results[0] : answer.body;
    const path = error.split(':')[0].split('.') as string[];
    const named = path.findLast((part) => !/^\d+$/.test(part));
    expect([operationId, answer.status, named]).toEqual([operationId, isItemwise ? 200 : 400, field]);
    answers.push(answer);
  }
  // A body that names a resource must be in the list above, or it is not tested.
  const walked = references.map(([operationId, field]) => `${operationId} ${field}`);
  expect(walked.toSorted()).toEqual(namesInBodies().toSorted());
  await expectNothing(answers);
});

test('a number that another organization has is refused without saying whose it is', async () => {
  const taken = first.values.at(-1)!;
  const body = { phoneNumber: taken };
  const answer = await world.request('POST', '/api/phone-numbers', { body, key: stranger.key });
  expect([answer.status, answer.body.error]).toEqual([
    400,
    'phoneNumber: cannot be added: it is not a valid number, or it is not yours',
  ]);
  expect(answer.text).not.toContain(world.owner.organizationId);
  expect(await checksumOf(world.db, world.owner.organizationId)).toEqual(before);
});

// The last test, because it changes everything: the requests that others may not send succeed for the owner.
// A drill plays calls in real time.
test('the owner’s key is taken by every operation that was walked', { timeout: 60_000 }, async () => {
  const statuses: Record<string, number> = {};
  // Deletions go last, and before them the operations that end something.
  const rank = ({ method, path }: Route) =>
    method === 'DELETE' ? 2 : /\/(?:end|cancel|disable)$/.test(path) ? 1 : 0;
  for (const route of world.routes.toSorted((a, b) => rank(a) - rank(b))) {
    const answer = await send(route, world.owner.key);
    const inUse =
      answer.status === 409 &&
      /\.(?:in_use|not_live|not_over|not_failed|not_running|ended|outcome_known|not_read|not_offered|no_file|failed|not_stopped|unreachable)$/.test(
        answer.body.code,
      );
    statuses[route.operationId] = inUse ? route.status : answer.status;
  }
  // One campaign cannot be compared.
  const { compareCampaigns, ...others } = statuses;
  expect(compareCampaigns).toBe(400);
  const walked = world.routes.filter(({ operationId }) => operationId !== 'compareCampaigns');
  expect(others).toEqual(Object.fromEntries(walked.map((route) => [route.operationId, route.status])));
  expect(await checksumOf(world.db, world.owner.organizationId)).not.toEqual(before);
});
