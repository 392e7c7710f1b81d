import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';

const path = '/api/organization/prices';
const price = { kind: 'language-model', provider: 'openai', unit: 'input-tokens', amount: '0.15' };

let world: ApiWorld;
beforeEach(async () => {
  world = await createApiWorld();
});
afterEach(() => world.close());

it('creates a version each time prices are set, and shows every version', async () => {
  const none = { version: 0, currency: null, prices: [], createdAt: null };
  expect((await world.request('GET', path)).body).toEqual(none);
  const stored = { ...price, model: null, per: 1_000_000, validFrom: null };
  const first = await world.request('PUT', path, { body: { currency: 'USD', prices: [price] } });
  expect([first.status, first.body]).toEqual([
    200,
    { version: 1, currency: 'USD', prices: [stored], createdAt: expect.stringMatching(/Z$/) },
  ]);
  const second = await world.request('PUT', path, { body: { currency: 'EUR', prices: [] } });
  expect(second.body).toMatchObject({ version: 2, currency: 'EUR', prices: [] });
  expect((await world.request('GET', path)).body).toEqual(second.body);
  expect((await world.request('GET', `${path}?version=1`)).body).toEqual(first.body);
  expect((await world.request('GET', `${path}?version=3`)).body.code).toBe('prices.not_found');
  const { body } = await world.request('GET', '/api/export/audit-logs?pageSize=10');
  expect(body.auditLogs).toContainEqual(
    expect.objectContaining({
      actionVerb: 'updated',
      resourceType: 'prices',
      resourceLabel: 'Version 2, EUR',
    }),
  );
  const other = await world.foundOrganization('Other');
  expect((await world.request('GET', path, { key: other.key })).body).toEqual(none);
});

it.each<[string, object]>([
  ['currency', { currency: 'usd' }],
  ['currency', { currency: 'DOL' }],
  ['prices.0.amount', { prices: [{ ...price, amount: 0.15 }] }],
  ['prices.0.amount', { prices: [{ ...price, amount: '-1' }] }],
  ['prices.0.per', { prices: [{ ...price, per: 0 }] }],
  ['prices.0.kind', { prices: [{ ...price, kind: 'gas' }] }],
  ['prices.0.unit', { prices: [{ ...price, unit: 'minutes' }] }],
  ['prices.0.provider', { prices: [{ ...price, provider: 'flite' }] }],
  ['prices.1', { prices: [price, { ...price, amount: '2' }] }],
  [
    'prices.1',
    {
      prices: [
        { ...price, validFrom: '2027-01-01' },
        { ...price, validFrom: '2027-01-01' },
      ],
    },
  ],
  ['prices.0.validFrom', { prices: [{ ...price, validFrom: 'tomorrow' }] }],
  [
    'prices.1',
    {
      prices: [
        { kind: 'telephony', unit: 'minutes', amount: '1' },
        { kind: 'telephony', unit: 'seconds', amount: '1' },
      ],
    },
  ],
  ['prices.0.trunkId', { prices: [{ kind: 'telephony', trunkId: 'trunk_x', unit: 'minutes', amount: '1' }] }],
  [
    'prices.0.incrementSeconds',
    { prices: [{ kind: 'telephony', unit: 'minutes', amount: '1', incrementSeconds: 0 }] },
  ],
])('rejects %s and changes nothing: %j', async (field, wrong) => {
  const before = await world.request('GET', path);
  const { status, body } = await world.request('PUT', path, {
    body: { currency: 'USD', prices: [], ...wrong },
  });
  expect([status, body.details?.[0].field]).toEqual([400, field]);
  expect((await world.request('GET', path)).body).toEqual(before.body);
});

it('takes prices of several days for the same', async () => {
  const prices = [price, { ...price, amount: '0.2', validFrom: '2027-01-01' }];
  const { status, body } = await world.request('PUT', path, { body: { currency: 'USD', prices } });
  expect(status).toBe(200);
  expect(body.prices.map(({ validFrom }: { validFrom: string | null }) => validFrom)).toEqual([
    null,
    '2027-01-01',
  ]);
});

it('serializes simultaneous changes and requires the scope', async () => {
  const { version } = (await world.request('GET', path)).body;
  const sets = await Promise.all(
    [1, 2, 3, 4].map(() => world.request('PUT', path, { body: { currency: 'USD', prices: [price] } })),
  );
  expect(sets.map(({ body }) => body.version).toSorted()).toEqual([1, 2, 3, 4].map((n) => version + n));
  const { body } = await world.request('POST', '/api/api-keys', {
    body: { name: 'V', role: 'Agent Manager' },
  });
  const { key } = body;
  expect((await world.request('GET', path, { key })).status).toBe(200);
  expect((await world.request('PUT', path, { key, body: { currency: 'USD', prices: [] } })).status).toBe(403);
});
