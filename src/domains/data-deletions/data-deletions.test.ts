import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';

const phoneNumber = '+12125550177';
const customerUniqueId = 'cust-ada-77';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

test('accepts one number or one id with the scope, and shows the receipt to its organization only', async () => {
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

test('lists the receipts of the organization page by page, newest first, without naming the person', async () => {
  const { key } = await world.foundOrganization('Lister');
  const ask = (body: object) => world.request('POST', '/api/data-deletions', { body, key });
  const made: string[] = [];
  for (const body of [{ phoneNumber }, { customerUniqueId }, { customerUniqueId: 'c-2' }])
    made.push((await ask(body)).body.dataDeletionId);
  const pages: { dataDeletionId: string }[][] = [];
  let next: string | null = '/api/data-deletions?pageSize=2';
  while (next !== null) {
    const { status, text, body } = await world.request('GET', next.replace(/^https?:\/\/[^/]+/, ''), { key });
    expect([status, text.includes(phoneNumber), text.includes(customerUniqueId)]).toEqual([
      200,
      false,
      false,
    ]);
    pages.push(body.dataDeletions);
    next = body.metadata.nextPage;
  }
  expect(pages.map((page) => page.map(({ dataDeletionId }) => dataDeletionId))).toEqual([
    [made[2], made[1]],
    [made[0]],
  ]);
  const single = await world.request('GET', `/api/data-deletions/${made[0]}`, { key });
  expect(pages[1]).toEqual([single.body]);
  const reader = await world.request('POST', '/api/api-keys', { body: { name: 'V', role: 'Viewer' }, key });
  expect((await world.request('GET', '/api/data-deletions', { key: reader.body.key })).status).toBe(403);
});
