import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { statement } from '../../platform/db/index.ts';
import { forgetProviderCircuits, storeProviderCircuit } from './index.ts';

const subject = { kind: 'model', provider: 'openai', key: null, model: 'gpt-4.1-mini' } as const;
const count = statement(
  'test.provider_circuits.count',
  'select count(*)::int as count from provider_circuits',
);
const age = statement(
  'test.provider_circuits.age',
  `update provider_circuits set open_until = clock_timestamp() - interval '2 days'`,
);
let world: ApiWorld;

beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const listed = async (key = world.owner.key) =>
  (await world.request('GET', '/api/provider-circuits', { key })).body.providerCircuits;

it('lists the providers that an organization avoids, until they are asked again', async () => {
  const { organizationId } = world.owner;
  await storeProviderCircuit(world.db, organizationId, subject, { pauseMs: 1000, message: 'it failed' });
  const opened = { pauseMs: 60_000, message: 'it answered 500' };
  await storeProviderCircuit(world.db, organizationId, subject, opened);
  const stranger = await world.foundOrganization('Stranger');
  expect(await listed()).toEqual([{ ...subject, openUntil: expect.any(String), message: 'it answered 500' }]);
  expect(await listed(stranger.key)).toEqual([]);
  await storeProviderCircuit(world.db, organizationId, subject, null);
  expect(await listed()).toEqual([]);
  await storeProviderCircuit(world.db, organizationId, { ...subject, key: 'main' }, opened);
  await world.db.query(age, []);
  expect(await listed()).toEqual([]);
  await forgetProviderCircuits(world.db);
  expect(await world.db.query(count, [])).toEqual([{ count: 0 }]);
});
