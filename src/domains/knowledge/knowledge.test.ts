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
  expect(
    (await searchKnowledge({ db: world.db }, { ...asked, sourceIds: 'all' })).map(({ title }) => title),
  ).toEqual(['Shop']);
  expect(await searchKnowledge({ db: world.db }, { ...asked, sourceIds: [] })).toEqual([]);
});

it('searches each source in its language, and places other languages than that of the question behind', async () => {
  const { ask, organizationId } = await founded();
  const german = '# Express\n\nEin Express-Paket kommt am nächsten Werktag. Die Lieferung wird verfolgt.';
  await ask('POST', '/texts', { name: 'Laden', language: 'de-AT', text: german });
  const titles = async (query: string, language: string | null) =>
    (
      await searchKnowledge({ db: world.db }, { organizationId, sourceIds: 'all', query, language, limit: 5 })
    ).map(({ title }) => title);
  expect(await titles('Lieferungen', null)).toEqual(['Laden']);
  expect((await titles('express', 'de'))[0]).toBe('Laden');
  expect((await titles('express', 'en-GB'))[0]).toBe('Shop');
});

it('searches only the given sources', async () => {
  const { ask, organizationId, source } = await founded();
  const other = (await ask('POST', '/texts', { name: 'Depot', language: 'en', text: 'A parcel is kept.' }))
    .body;
  const titles = async (sourceIds: string[]) =>
    (
      await searchKnowledge(
        { db: world.db },
        {
          organizationId,
          sourceIds,
          query: 'parcel',
          language: null,
          limit: 5,
        },
      )
    ).map(({ title }) => title);
  expect(await titles([other.sourceId])).toEqual(['Depot']);
  expect(new Set(await titles([source.sourceId]))).toEqual(new Set(['Shop']));
  const many = Array.from({ length: 30 }, (_, n) => `ksource_${n}`);
  expect(await titles([other.sourceId, ...many])).toEqual(['Depot']);
});

it('finds words of a language without spaces', async () => {
  const { find, ask } = await founded();
  await ask('POST', '/texts', {
    name: 'FAQ',
    language: 'ja',
    text: '# 返品\n\n商品は三十日以内に返品できます。',
  });
  expect(await find('返品はできますか')).toEqual(['返品']);
});

it('changes a text and a document, keeps the ids of parts that stay, and counts', async () => {
  const { ask, source, find } = await founded();
  const path = `/sources/${source.sourceId}`;
  const { documents } = (await ask('GET', `${path}/documents`)).body;
  const document = `/documents/${documents[0].documentId}`;
  const before = (await ask('GET', `${document}/chunks`)).body.chunks;
  const changed = await ask('PATCH', document, { text: delivery.replace('30 days', '60 days') });
  expect([changed.status, changed.body.isCorrected]).toEqual([200, true]);
  const after = (await ask('GET', `${document}/chunks`)).body.chunks;
  expect(after[0].chunkId).toBe(before[0].chunkId);
  expect(after.at(-1).chunkId).not.toBe(before.at(-1).chunkId);
  const renamed = await ask('PATCH', path, { name: 'Store', text: '# Only\n\nNothing else.' });
  expect(renamed.body).toMatchObject({ name: 'Store', documentCount: 1, chunkCount: 1 });
  expect(await find('parcel')).toEqual([]);
  const refused = await ask('PATCH', path, { rereadHours: 1 });
  expect([refused.status, refused.body.details[0].field]).toEqual([400, 'rereadHours']);
});

it('undoes the last correction of a document, and brings it back', async () => {
  const { ask, source, find } = await founded();
  const { documents } = (await ask('GET', `/sources/${source.sourceId}/documents`)).body;
  const document = `/documents/${documents[0].documentId}`;
  const undo = () => ask('POST', `${document}/undo`);
  const none = await undo();
  expect([none.status, none.body.code]).toEqual([409, 'knowledge_document.nothing_to_undo']);
  await ask('PATCH', document, { title: 'Wrong', text: '# Only\n\nNothing else.' });
  expect(await find('parcel')).toEqual([]);
  // The same text again is no correction that hides the one before.
  expect((await ask('PATCH', document, { title: 'Wrong' })).body.canUndo).toBe(true);
  const undone = await undo();
  expect([undone.status, undone.body]).toMatchObject([
    200,
    { title: documents[0].title, text: delivery, isCorrected: false, canUndo: true },
  ]);
  expect(await find('parcel')).not.toEqual([]);
  expect((await undo()).body).toMatchObject({ title: 'Wrong', isCorrected: true });
  const path = `/sources/${source.sourceId}`;
  await ask('PATCH', path, { text: 'Another text.' });
  await ask('PATCH', path, { name: 'Renamed' });
  expect((await undo()).body).toMatchObject({ text: '# Only\n\nNothing else.', isCorrected: true });
  expect((await ask('POST', '/documents/kdoc_none/undo')).status).toBe(404);
});

it.each([
  ['/texts', 'text', { name: 'A', text: ' ' }],
  ['/texts', 'name', { text: 'A' }],
  ['/texts', 'language', { name: 'A', text: 'A', language: 'no tag' }],
  ['/pages', 'address', { address: 'ftp://example.com' }],
  ['/sites', 'rereadHours', { address: 'https://example.com', rereadHours: 0 }],
  ['/search', 'query', { query: '' }],
  ['/search', 'sourceIds', { query: 'a', sourceIds: ['ksource_none'] }],
])('%s names %s when it is refused', async (path, field, body) => {
  const answer = await world.request('POST', `/api/knowledge${path}`, { body });
  expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
});
