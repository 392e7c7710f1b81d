import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../test/world/api-world.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

async function run(csv: string, query = '') {
  const headers = { 'content-type': 'text/csv' };
  const sent = await world.request('POST', `/api/suppressions/import${query}`, { body: csv, headers });
  expect([sent.status, sent.body.error]).toEqual([202, undefined]);
  const path = `/api/suppressions/imports/${sent.body.importId}`;
  let body: Record<string, unknown> = {};
  await expect.poll(async () => (body = (await world.request('GET', path)).body).status).toBe('completed');
  return { body, path, refused: (await world.request('GET', `${path}/refused`)).text };
}
const numbersOf = async () =>
  (await world.request('GET', '/api/suppressions')).body.suppressions.map(
    ({ phoneNumber, source, reason }: Record<string, string>) => [phoneNumber, source, reason],
  );

it('suppresses the numbers of a file; one that is suppressed already stays as it is', async () => {
  await world.request('POST', '/api/suppressions', {
    body: { phoneNumber: '+12125550001', reason: 'asked' },
  });
  const csv = 'name,phoneNumber\nA,+12125550001\nB,+12125550002\nC,+12125550002\nD,0172\nE,(212) 555-0003\n';
  const { body, refused } = await run(csv, '?reason=list&country=US');
  expect(body).toMatchObject({ kind: 'suppressions', campaignId: null, rowsAccepted: 3, rowsRefused: 2 });
  expect((await numbersOf()).toSorted()).toEqual([
    ['+12125550001', 'api', 'asked'],
    ['+12125550002', 'import', 'list'],
    ['+12125550003', 'import', 'list'],
  ]);
  expect(refused.split('\r\n').slice(1)).toEqual([
    '4,phoneNumber: is that of line 3 too,C,+12125550002',
    '5,phoneNumber: is not a phone number of US,D,0172',
    '',
  ]);
});

it('is another organization’s to read for nobody', async () => {
  const { path } = await run('phoneNumber\n+12125550009\n');
  const other = await world.foundOrganization('Other');
  for (const address of [path, `${path}/refused`]) {
    expect((await world.request('GET', address, { key: other.key })).status).toBe(404);
  }
});
