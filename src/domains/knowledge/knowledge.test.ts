import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { searchKnowledge } from './index.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const delivery = `# Delivery

We deliver to all countries of the European Union. Delivery takes three to five working days.

## Express

An express parcel arrives on the next working day and costs 12 euros.

# Returns

Send goods back within 30 days. We refund the price when the parcel has arrived at our warehouse.
`;

/** Founds an organization with a text. */
async function founded(text = delivery) {
  const { key, organizationId } = await world.foundOrganization();
  const ask = (method: string, path: string, body?: unknown) =>
    world.request(method, `/api/knowledge${path}`, { key, body });
  const source = (await ask('POST', '/texts', { name: 'Shop', language: 'en', text })).body;
  const find = async (query: string) =>
    (await ask('POST', '/search', { query })).body.chunks.map(({ headings }: { headings: string[] }) =>
      headings.join(' > '),
    );
  return { key, organizationId, ask, source, find };
}

it('finds the part of a text that answers a spoken question, from its creation to its deletion', async () => {
  const { ask, source, find } = await founded();
  expect(source).toMatchObject({ kind: 'text', state: 'ready', documentCount: 1, problem: null });
  expect((await find('what do I have to do when I want to send something back'))[0]).toBe('Returns');
  expect((await find('how long does a delivery take'))[0]).toBe('Delivery');
  expect((await find('what costs an exspress parcel'))[0]).toMatch(/Delivery/);
  expect(await find('who are you')).toEqual([]);
  expect((await ask('DELETE', `/sources/${source.sourceId}`)).status).toBe(204);
  expect(await find('how long does a delivery take')).toEqual([]);
});

it('never finds the knowledge of another organization', async () => {
  await founded();
  const { find, organizationId } = await founded('# Other\n\nNothing about parcels that matters.');
  expect(await find('how long does a delivery take')).toEqual([]);
  const asked = { organizationId, query: 'parcels', language: null, limit: 5 };
  expect((await searchKnowledge(world.db, { ...asked, sourceIds: 'all' })).map(({ title }) => title)).toEqual(
    ['Shop'],
  );
  expect(await searchKnowledge(world.db, { ...asked, sourceIds: [] })).toEqual([]);
});
