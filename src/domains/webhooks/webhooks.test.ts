import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld, type RequestOptions } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { statement } from '../../platform/db/index.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld({ egressAllow: ['127.0.0.1/32'] });
});
afterAll(() => world.close());

const path = '/api/webhook-endpoints';
const url = 'https://example.com/hooks?key=1';
const clear = statement('test.webhooks.clear', 'delete from webhook_endpoints');
const stored = statement(
  'test.webhooks.stored',
  'select sealed_secret as sealed, sealed_previous_secret as previous from webhook_endpoints where webhook_endpoint_id = $1',
);
beforeEach(() => world.db.query(clear));

const create = (body: unknown = { url, events: ['call.ended'] }, options: RequestOptions = {}) =>
  world.request('POST', path, { body, ...options });
const createdId = async (body?: unknown) => (await create(body)).body.webhookEndpointId as string;

describe('a webhook endpoint', () => {
  it('is created with a secret shown once, and audited by its host only', async () => {
    const { status, body, headers } = await create({ url, events: ['*'], description: 'CRM' });
    expect(status).toBe(201);
    const { secret, ...endpoint } = body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toMatchObject({
      ...{ url, events: ['*'], description: 'CRM', enabled: true, disabledReason: null },
      ...{ pendingDeliveries: 0, failures: 0, failingSince: null, previousSecretUntil: null },
    });
    const { webhookEndpointId } = endpoint;
    expect((await world.request('GET', `${path}/${webhookEndpointId}`)).body).toEqual(endpoint);
    expect((await world.request('GET', path)).body.webhookEndpoints).toEqual([endpoint]);
    const [row] = await world.db.query<{ sealed: Buffer }>(stored, [webhookEndpointId]);
    expect(row!.sealed.toString('latin1')).not.toContain(secret.slice(6, 20));
    const entries = await auditOfRequest(world.db, headers['x-request-id']);
    expect(entries).toMatchObject([
      { actionVerb: 'created', resourceType: 'webhook_endpoints', resourceLabel: 'example.com' },
    ]);
  });

  it('is shown without its secret', async () => {
    const options = { headers: { 'idempotency-key': 'once' } };
    const first = await create(undefined, options);
    const again = await create(undefined, options);
    expect(again.body).toEqual({ ...first.body, secret: null });
  });

  it.each([
    [{ url: 'ftp://example.com', events: ['*'] }, 'url: must begin with https:// or http://'],
    [{ url: 'https://a:b@example.com', events: ['*'] }, 'url: must not contain a user name or password'],
    [{ url: 'https://example.com/#a', events: ['*'] }, 'url: must not contain a fragment'],
    [{ url: 'http://169.254.169.254/', events: ['*'] }, 'url: must be a public address'],
    [{ url: 'http://2130706434/', events: ['*'] }, 'url: must be a public address'],
    [{ url: 'http://[::1]/', events: ['*'] }, 'url: must be a public address'],
    [{ url, events: [] }, /^events: /],
    [{ url, events: ['call.gone'] }, /^events\.0: /],
    [{ url, events: ['*', 'call.ended'] }, 'events: must be the only entry when it is *'],
    [{ url, events: ['call.ended', 'call.ended'] }, 'events: must contain each type once'],
    [{ url, events: ['*'], more: 1 }, /^more: /],
  ])('is rejected when invalid: %j', async (body, error) => {
    const answer = await create(body);
    expect([answer.status, answer.body.error]).toEqual([
      400,
      typeof error === 'string' ? error : expect.stringMatching(error),
    ]);
  });

  it('may use an address that the operator allows, and any name that looks public', async () => {
    expect((await create({ url: 'http://127.0.0.1:9/', events: ['*'] })).status).toBe(201);
    expect((await create({ url: 'http://hooks.internal/', events: ['*'] })).status).toBe(201);
  });

  it('requires a key that may export the audit log for its events', async () => {
    const { body: key } = await world.request('POST', '/api/api-keys', {
      body: { name: 'Hooks', scopes: ['webhooks:write', 'webhooks:read'] },
    });
    for (const events of [['*'], ['call.ended', 'audit.entry']]) {
      const { status, body } = await create({ url, events }, { key: key.key });
      expect([status, body.code]).toEqual([403, 'scope.missing']);
    }
    const { status, body } = await create({ url, events: ['call.ended'] }, { key: key.key });
    expect(status).toBe(201);
    const options = { key: key.key, body: { events: ['*'] } };
    expect((await world.request('PATCH', `${path}/${body.webhookEndpointId}`, options)).status).toBe(403);
  });

  it('is changed, disabled and enabled again with separate audit entries', async () => {
    const id = await createdId();
    const patch = (body: unknown) => world.request('PATCH', `${path}/${id}`, { body });
    const off = await patch({ description: 'New', enabled: false });
    expect(off.body).toMatchObject({ description: 'New', enabled: false, disabledReason: 'member', url });
    expect(
      (await auditOfRequest(world.db, off.headers['x-request-id'])).map(({ actionVerb }) => actionVerb),
    ).toEqual(['updated', 'disabled']);
    const on = await patch({ enabled: true });
    expect(on.body).toMatchObject({ enabled: true, disabledReason: null, disabledAt: null });
    expect(await auditOfRequest(world.db, (await patch({})).headers['x-request-id'])).toEqual([]);
    expect((await patch({ url: 'http://10.0.0.1/' })).body.error).toBe('url: must be a public address');
  });

  it('also signs with the previous secret for a day after a rotation', async () => {
    const id = await createdId();
    const [before] = await world.db.query<{ sealed: Buffer }>(stored, [id]);
    const { body } = await world.request('POST', `${path}/${id}/rotate-secret`);
    expect(body.secret).toMatch(/^whsec_/);
    expect(Date.parse(body.previousSecretUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const [after] = await world.db.query<{ previous: Buffer }>(stored, [id]);
    expect(after!.previous).toEqual(before!.sealed);
  });

  it('is limited to twenty per organization', async () => {
    const made = await Promise.all(Array.from({ length: 24 }, () => create()));
    expect(made.map(({ status }) => status).toSorted()).toEqual([
      ...Array(20).fill(201),
      ...Array(4).fill(409),
    ]);
  });

  it('is deleted with its deliveries, and hidden from other organizations', async () => {
    const id = await createdId();
    const { body: sent } = await world.request('POST', `${path}/${id}/test`);
    expect(sent).toMatchObject({ status: 'pending', type: 'webhookEndpoint.test', attempts: 0 });
    const { key } = await world.foundOrganization('Other');
    for (const [method, address] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${sent.deliveryId}`],
      ['POST', `/deliveries/${sent.deliveryId}/redeliver`],
    ] as const) {
      const options = method === 'PATCH' ? { key, body: {} } : { key };
      expect((await world.request(method, `${path}/${id}${address}`, options)).status).toBe(404);
    }
    expect((await world.request('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await world.request('GET', `${path}/${id}/deliveries`)).status).toBe(404);
  });
});
