import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld, type RequestOptions } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { scopesOfRole, signToken } from '../../platform/access/index.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { findProviderCredentials } from './index.ts';

const path = '/api/provider-keys';
const apiKey = 'sk-proj-very-secret-0123456789-wxyz';
const minimal = { provider: 'openai', apiKey };
const account = {
  ...{ type: 'service_account', project_id: 'my-project', client_email: 'parley@example.com' },
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    ...{ type: 'pkcs8', format: 'pem' },
  }),
};
const json = JSON.stringify(account, null, 2);

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const post = (body: unknown, options: RequestOptions = {}) =>
  world.request('POST', path, { body, ...options });
const credentials = (provider: string, name: string | null = null, organizationId?: string) =>
  findProviderCredentials(
    world.db,
    world.secret,
    organizationId ?? world.owner.organizationId,
    provider,
    name,
  );

describe('a provider key', () => {
  it('is stored, audited, shown without the key and opened for calls', async () => {
    const { status, body, headers } = await post({ ...minimal, name: ' Main ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      providerKeyId: expect.stringMatching(/^pkey_/),
      provider: 'openai',
      name: 'Main',
      baseUrl: null,
      ...{ region: null, resource: null, apiVersion: null, accessKeyId: null },
      lastFour: 'wxyz',
      createdAt: expect.stringMatching(/Z$/),
    });
    const listed = await world.request('GET', path);
    expect(listed.body.providerKeys).toContainEqual(body);
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      {
        ...{ actionVerb: 'created', resourceType: 'provider_keys', resourceLabel: 'openai: Main' },
        resourceReferenceId: body.providerKeyId,
      },
    ]);
    expect(await credentials('openai')).toEqual({ providerKeyId: body.providerKeyId, apiKey, baseUrl: null });
  });

  it('resolves to the newest of its provider or name', async () => {
    await post({ provider: 'deepgram', apiKey: 'first-key-of-deepgram', name: 'a' });
    await post({ provider: 'deepgram', apiKey: 'other-key-of-deepgram', name: 'b' });
    expect((await credentials('deepgram'))?.apiKey).toBe('other-key-of-deepgram');
    expect((await credentials('deepgram', 'a'))?.apiKey).toBe('first-key-of-deepgram');
    expect(await credentials('deepgram', 'c')).toBeNull();
    expect(await credentials('cartesia')).toBeNull();
  });

  it('may belong to a custom service without a key', async () => {
    const { status, body } = await post({
      provider: 'openai',
      baseUrl: 'http://localhost:11434/v1',
      name: 'Ollama',
    });
    expect([status, body.lastFour]).toEqual([201, null]);
    expect(await credentials('openai', 'Ollama')).toMatchObject({
      apiKey: null,
      baseUrl: 'http://localhost:11434/v1',
    });
  });

  it.each([
    ['provider', { apiKey }],
    ['provider', { ...minimal, provider: 'flite' }],
    ['apiKey', { provider: 'openai' }],
    ['baseUrl', { provider: 'websocket', apiKey }],
    ['region', { provider: 'azure-speech', apiKey }],
    ['apiKey', { ...minimal, apiKey: '' }],
    ['apiKey', { ...minimal, apiKey: 'a b' }],
    ['apiKey', { ...minimal, apiKey: 'a\r\nx-other: 1' }],
    ['apiKey', { ...minimal, apiKey: 'é' }],
    ['apiKey', { ...minimal, apiKey: 'x'.repeat(1001) }],
    ['apiKey', { ...minimal, apiKey: [apiKey] }],
    ['name', { ...minimal, name: ' ' }],
    ['name', { ...minimal, name: 'x'.repeat(101) }],
    ['baseUrl', { ...minimal, baseUrl: 'ftp://example.com' }],
    ['baseUrl', { ...minimal, baseUrl: 'example.com' }],
    ['baseUrl', { ...minimal, baseUrl: 'https://user:pass@example.com' }],
    ['baseUrl', { ...minimal, baseUrl: 'https://example.com/v1?key=1' }],
    ['baseUrl', { ...minimal, baseUrl: `https://example.com/${'x'.repeat(500)}` }],
    ['secret', { ...minimal, secret: 'x' }],
    ['region', { ...minimal, region: 'us-east-1' }],
    ['accessKeyId', { provider: 'google', apiKey, accessKeyId: 'AKIATEST' }],
    ['region', { provider: 'bedrock', apiKey }],
    ['region', { provider: 'bedrock', apiKey, region: 'us-east-1.example.com/' }],
    ['resource', { provider: 'azure', apiKey }],
    ['resource', { provider: 'azure', apiKey, resource: 'user@internal' }],
    ['apiKey', { provider: 'bedrock', region: 'us-east-1' }],
    ['apiKey', { provider: 'bedrock', region: 'us-east-1', baseUrl: 'https://example.com' }],
    [
      'apiKey',
      { provider: 'polly', region: 'us-east-1', accessKeyId: 'AKIATEST', baseUrl: 'https://example.com' },
    ],
    ['apiKey', { provider: 'vertex', apiKey }],
    ['apiKey', { provider: 'vertex', apiKey: JSON.stringify({ ...account, private_key: 'a key' }) }],
    ['apiKey', { provider: 'google-cloud', apiKey: '{"project_id": "mine"}' }],
    ['apiKey', { provider: 'vertex', baseUrl: 'https://example.com' }],
    ['apiKey', { provider: 'vertex', apiKey: JSON.stringify({ ...account, private_key: '' }) }],
    ['apiKey', { provider: 'vertex', apiKey: JSON.stringify({ ...account, project_id: 'a/../b' }) }],
  ])('reports %s when it is rejected, without repeating the key', async (field, body) => {
    const before = (await world.request('GET', path)).body.providerKeys.length;
    const answer = await post(body);
    expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
    expect(answer.text).not.toContain(apiKey);
    expect((await world.request('GET', path)).body.providerKeys).toHaveLength(before);
  });

  it('holds the further fields of its provider', async () => {
    const bedrock = { provider: 'bedrock', apiKey, region: 'eu-central-1', accessKeyId: 'AKIATEST' };
    expect((await post(bedrock)).body).toMatchObject({
      ...{ region: 'eu-central-1', accessKeyId: 'AKIATEST', resource: null, lastFour: 'wxyz' },
    });
    expect(await credentials('bedrock')).toEqual({
      ...{ providerKeyId: expect.any(String), apiKey, baseUrl: null },
      ...{ region: 'eu-central-1', accessKeyId: 'AKIATEST' },
    });
    const azure = { provider: 'azure', apiKey };
    expect((await post({ ...azure, resource: 'my-resource', apiVersion: '2024-10-21' })).status).toBe(201);
    expect((await post({ ...azure, baseUrl: 'https://example.com/openai' })).status).toBe(201);
  });

  it('may be the JSON of a service account', async () => {
    const { status, body } = await post({ provider: 'vertex', apiKey: json, region: 'europe-west4' });
    expect([status, body.lastFour, body.region]).toEqual([201, null, 'europe-west4']);
    expect(await credentials('vertex')).toMatchObject({ apiKey: json, region: 'europe-west4' });
  });

  it('is not deleted while agents need it and no other key would do', async () => {
    const named = (await post({ provider: 'anthropic', apiKey: 'sk-ant-first-0123456789', name: 'live' }))
      .body;
    const agent = async (model: object) =>
      (await world.request('POST', '/api/agents', { body: { name: 'A', prompt: 'B', model } })).body.agentId;
    const byName = await agent({ provider: 'anthropic', model: 'claude', key: 'live' });
    const remove = (id: string) => world.request('DELETE', `${path}/${id}`);
    const refused = await remove(named.providerKeyId);
    expect([refused.status, refused.body.code]).toEqual([409, 'provider_key.in_use']);
    expect(refused.body.error).toContain(byName);
    const unnamed = (await post({ provider: 'anthropic', apiKey: 'sk-ant-other-0123456789' })).body;
    expect((await remove(named.providerKeyId)).status).toBe(409);
    const sameName = (await post({ provider: 'anthropic', apiKey: 'sk-ant-third-0123456789', name: 'live' }))
      .body;
    expect((await remove(named.providerKeyId)).status).toBe(204);
    expect((await remove(unnamed.providerKeyId)).status).toBe(204);
    expect((await world.request('DELETE', `/api/agents/${byName}`)).status).toBe(204);
    const byProvider = await agent({ provider: 'anthropic', model: 'claude' });
    expect((await remove(sameName.providerKeyId)).body.error).toContain(byProvider);
    expect((await world.request('DELETE', `/api/agents/${byProvider}`)).status).toBe(204);
    expect((await remove(sameName.providerKeyId)).status).toBe(204);
  });

  it('is deleted and audited; then it is unknown', async () => {
    const { providerKeyId } = (await post({ provider: 'cartesia', apiKey })).body;
    const { status, headers } = await world.request('DELETE', `${path}/${providerKeyId}`);
    expect(status).toBe(204);
    expect(await credentials('cartesia')).toBeNull();
    const again = await world.request('DELETE', `${path}/${providerKeyId}`);
    expect([again.status, again.body.code]).toEqual([404, 'provider_key.not_found']);
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      { actionVerb: 'deleted', resourceReferenceId: providerKeyId, resourceLabel: 'cartesia' },
    ]);
  });

  it('is stored sealed for its own row, and in no other table', async () => {
    const once = { 'idempotency-key': newId('req') };
    const [first, replay] = [await post(minimal, { headers: once }), await post(minimal, { headers: once })];
    expect(replay.body).toEqual(first.body);
    const everything = statement(
      'test.provider_keys.everything',
      `select row_to_json(k)::text as text from provider_keys k
       union all select row_to_json(i)::text from idempotency_keys i
       union all select doc from audit_logs`,
    );
    const rows = (await world.db.query<{ text: string }>(everything)).map(({ text }) => text).join('\n');
    expect(rows).toContain(first.body.providerKeyId);
    expect(rows).not.toContain(apiKey);
    expect(rows).not.toContain(Buffer.from(apiKey).toString('hex'));
    const move = statement(
      'test.provider_keys.move',
      `update provider_keys set sealed_key = (select sealed_key from provider_keys where provider_key_id = $1)
       where provider = 'elevenlabs'`,
    );
    await post({ provider: 'elevenlabs', apiKey: 'another-key-altogether' });
    await world.db.query(move, [first.body.providerKeyId]);
    await expect(credentials('elevenlabs')).rejects.toThrow();
  });
});

describe('access to provider keys', () => {
  it('is limited to the organization', async () => {
    const own = (await post({ provider: 'anthropic', apiKey })).body;
    const stranger = await world.foundOrganization('Strangers');
    const { key } = stranger;
    const answer = await world.request('DELETE', `${path}/${own.providerKeyId}`, { key });
    expect([answer.status, answer.body.code]).toEqual([404, 'provider_key.not_found']);
    expect((await world.request('GET', path, { key })).body.providerKeys).toEqual([]);
    expect(await credentials('anthropic', null, stranger.organizationId)).toBeNull();
    expect((await credentials('anthropic'))?.providerKeyId).toBe(own.providerKeyId);
  });

  it('requires the scope', async () => {
    const claims = { ...world.owner, scopes: [...scopesOfRole['Agent Manager']], expiresAtSeconds: null };
    const key = await signToken(world.secret, claims);
    expect((await post(minimal, { key })).status).toBe(403);
    expect((await world.request('DELETE', `${path}/pkey_x`, { key })).status).toBe(403);
    expect((await world.request('GET', path, { key })).status).toBe(200);
  });
});
