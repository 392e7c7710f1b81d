import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../test/world/api-world.ts';

const phoneNumber = '+12125550177';
const customerUniqueId = 'cust-ada-77';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

test('one number or one id is taken, from those who may; a receipt is only its organization’s', async () => {
  const status = async (body: unknown, key = world.owner.key) =>
    (await world.request('POST', '/api/data-deletions', { body, key })).status;
  expect(await status({})).toBe(400);
  expect(await status({ phoneNumber, customerUniqueId })).toBe(400);
  expect(await status({ phoneNumber: '2125550177' })).toBe(400);
  const ask = async (path: string, body: object) => (await world.request('POST', path, { body })).body;
  const { key } = await ask('/api/api-keys', { name: 'Manager', role: 'Agent Manager' });
  expect(await status({ phoneNumber }, key)).toBe(403);
  const { dataDeletionId } = await ask('/api/data-deletions', { customerUniqueId: 'nobody' });
  const stranger = await world.foundOrganization('Stranger');
  const foreign = await world.request('GET', `/api/data-deletions/${dataDeletionId}`, { key: stranger.key });
  expect(foreign.status).toBe(404);
});
