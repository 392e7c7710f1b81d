import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../../test/world/api-world.ts';
import { EmbeddingServer } from '../../../../test/world/embedding-server.ts';
import { statement } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { conversationSearch, Embedder, QuestionVectors } from '../index.ts';
import { bytesOf, signsCount, signsOf, similarityTo } from './signs.ts';

const text = `# Time off

25 days of annual leave.

# Visitors

A dog may come on Fridays.

# Parking

Cars park behind the building for 40 euros.
`;
const expire = statement(
  'test.expire_leases',
  "update knowledge_models set due_at = now() - interval '1 second'",
);
const counted = statement(
  'test.count_vectors',
  `select (select count(*)::int from knowledge_vectors where organization_id = $1) as "rows",
     (select count(*)::int from knowledge_vectors where organization_id = $1 and generation > 0) as "made",
     (select count(*)::int from knowledge_vector_values where organization_id = $1) as "values"`,
);
const insertAsBefore = statement(
  'test.insert_chunk',
  `insert into knowledge_chunks (organization_id, chunk_id, source_id, document_id, position, headings, text, lexemes, length)
   select $1, 'kchunk_old', $2, document_id, 9, '{Bicycles}', 'Bicycles stay outside.', to_tsvector('Bicycles'), 1
   from knowledge_documents where organization_id = $1 and source_id = $2`,
);

let world: ApiWorld;
let server: EmbeddingServer;
beforeAll(async () => {
  world = await createApiWorld({ egressAllow: ['127.0.0.0/8'] });
});
afterAll(() => world.close());
beforeEach(async () => {
  server = await EmbeddingServer.start();
  return () => server[Symbol.asyncDispose]();
});

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
const choice = { provider: 'openai', model: 'text-embedding-3-small' };
const embedder = () => new Embedder({ db: world.db, log: silentLog, open: world.providers, pollMs: 20 });

/** Runs an embedder of the process while `work` runs. */
async function embedding(work: () => Promise<unknown>): Promise<void> {
  const running = embedder();
  running.start();
  try {
    await work();
  } finally {
    await running.close();
  }
}

/** Founds an organization with a text and a key of the server. */
async function founded() {
  const { key, organizationId } = await world.foundOrganization();
  const ask = async (method: string, path: string, body?: unknown) =>
    await world.request(method, `/api${path}`, { key, body });
  const body = { provider: 'openai', apiKey: server.apiKey, baseUrl: server.url };
  expect((await ask('POST', '/provider-keys', body)).status).toBe(201);
  const source = (await ask('POST', '/knowledge/texts', { name: 'Handbook', language: 'en', text })).body;
  const state = async () => (await ask('GET', '/knowledge/embedding')).body;
  const isDone = () =>
    eventually(async () => {
      const { chunkCount, embeddedCount } = await state();
      expect(embeddedCount).toBe(chunkCount);
    });
  const find = async (query: string) => (await ask('POST', '/knowledge/search', { query })).body;
  const vectors = async () => (await world.db.query(counted, [organizationId]))[0]!;
  return { organizationId, ask, source, state, isDone, find, vectors };
}

it('finds by meaning what no word finds, from the choice of a model to its end', async () => {
  const { ask, state, isDone, find, vectors, source } = await founded();
  expect(await state()).toMatchObject({ model: null, chunkCount: 3, embeddedCount: 0 });
  expect((await find('how much vacation do I get')).chunks).toEqual([]);
  const chosen = await ask('PUT', '/knowledge/embedding', choice);
  expect([chosen.status, chosen.body]).toMatchObject([
    200,
    { model: choice, dimensions: 256, chunkCount: 3 },
  ]);
  await embedding(isDone);
  expect(await vectors()).toEqual({ rows: 3, made: 3, values: 3 });
  const { chunks, problem } = await find('how much vacation do I get');
  expect([chunks[0].headings, chunks[0].foundBy, chunks[0].isEnough, problem]).toEqual([
    ...[['Time off'], ['meaning'], true, null],
  ]);
  const both = (await find('may a dog come on fridays')).chunks[0];
  expect([both.headings, both.foundBy]).toEqual([['Visitors'], ['words', 'meaning']]);
  expect((await state()).chunkTokens).toBeGreaterThan(15);
  expect((await ask('DELETE', '/knowledge/embedding')).status).toBe(204);
  await embedding(() =>
    eventually(async () => expect(await vectors()).toEqual({ rows: 3, made: 0, values: 0 })),
  );
  expect(await state()).toMatchObject({ model: null, embeddedCount: 0 });
  await ask('DELETE', `/knowledge/sources/${source.sourceId}`);
  expect(await vectors()).toEqual({ rows: 0, made: 0, values: 0 });
});

it('embeds only parts that are new or changed, and all of them for another model', async () => {
  const { ask, source, isDone, vectors, find } = await founded();
  await ask('PUT', '/knowledge/embedding', choice);
  await embedding(isDone);
  expect((await find('pooch')).chunks[0].text).toContain('A dog');
  const from = server.texts.length;
  await ask('PATCH', `/knowledge/sources/${source.sourceId}`, { text: text.replace('40 euros', '50 euros') });
  expect(await vectors()).toEqual({ rows: 3, made: 2, values: 2 });
  // The same model with another key keeps the vectors.
  await ask('PUT', '/knowledge/embedding', choice);
  const trial = server.texts.length;
  await embedding(isDone);
  expect(server.texts.slice(trial)).toEqual([expect.stringContaining('50 euros')]);
  const places = (await find('vehicle')).chunks.map((chunk: { text: string }) => chunk.text);
  expect(places[0]).toContain('50 euros');
  expect(places.join()).not.toContain('40 euros');
  expect(server.texts.length).toBeGreaterThan(from);
  await ask('PUT', '/knowledge/embedding', { ...choice, dimensions: 128 });
  const again = server.texts.length;
  await embedding(isDone);
  expect(server.texts.slice(again)).toHaveLength(3);
});

it('refuses a model that fails, with the words of the provider, and changes nothing', async () => {
  const { ask, state } = await founded();
  const { ask: stranger } = await founded();
  server.failure = { status: 404, words: 'The model does not exist' };
  const refused = await ask('PUT', '/knowledge/embedding', choice);
  expect([refused.status, refused.body.code]).toEqual([409, 'knowledge_embedding.failed']);
  expect(refused.body.error).toContain('The model does not exist');
  server.failure = null;
  const keyless = await ask('PUT', '/knowledge/embedding', { ...choice, provider: 'cohere' });
  expect([keyless.status, keyless.body.error]).toEqual([409, expect.stringContaining('no key of cohere')]);
  const wrong = await ask('PUT', '/knowledge/embedding', { ...choice, provider: 'anthropic' });
  expect([wrong.status, wrong.body.details[0].field]).toEqual([400, 'provider']);
  const size = await ask('PUT', '/knowledge/embedding', { ...choice, key: 'Another' });
  expect([size.status, size.body.error]).toEqual([409, expect.stringContaining('with the name "Another"')]);
  expect(await state()).toMatchObject({ model: null });
  await stranger('PUT', '/knowledge/embedding', choice);
  expect(await state()).toMatchObject({ model: null });
});

it('goes on by words while the provider fails, shows why, and embeds later', async () => {
  const { ask, state, isDone, find } = await founded();
  await ask('PUT', '/knowledge/embedding', choice);
  server.failure = { status: 503, words: 'overloaded' };
  await embedding(() => eventually(async () => expect((await state()).problem).toContain('overloaded')));
  const { chunks, problem } = await find('where do cars park');
  expect([chunks[0].foundBy, problem]).toEqual([['words'], expect.stringContaining('overloaded')]);
  server.failure = null;
  await world.db.query(expire);
  await embedding(isDone);
  expect((await state()).problem).toBeNull();
});

it('puts what was found in the order of a reranker, and keeps its own order while that fails', async () => {
  const { organizationId, ask, state, isDone, find } = await founded();
  const keyOf = { provider: 'cohere', apiKey: server.apiKey, baseUrl: server.url };
  await ask('POST', '/provider-keys', keyOf);
  const reranker = { provider: 'cohere', model: 'rerank-v3.5', key: null };
  server.refused = 'Guests park';
  const refused = await ask('PUT', '/knowledge/embedding', { ...choice, reranker });
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('blocked')]);
  server.refused = null;
  expect((await ask('PUT', '/knowledge/embedding', choice)).body.model.reranker).toBeNull();
  await embedding(isDone);
  const question = 'where do cars park on fridays';
  const headingsOf = ({ chunks }: { chunks: { headings: string[] }[] }) =>
    chunks.map(({ headings }) => headings[0]);
  const own = headingsOf(await find(question));
  expect(own.slice(0, 2)).toEqual(['Parking', 'Visitors']);
  server.relevanceOf = (part) => (part.includes('dog') ? 0.9 : 0.1);
  expect((await ask('PUT', '/knowledge/embedding', { ...choice, reranker })).body.model).toMatchObject({
    reranker,
  });
  // A reranker changes no vectors.
  expect((await state()).embeddedCount).toBe(3);
  const reranked = await find(question);
  expect([headingsOf(reranked)[0], reranked.chunks[0].score, reranked.problem]).toEqual([
    'Visitors',
    0.9,
    null,
  ]);
  const asked = { organizationId, sourceIds: 'all' as const, language: null, limit: 2 };
  const place = {
    db: world.db,
    vectors: new QuestionVectors({ db: world.db, log: silentLog, open: world.providers }),
  };
  const search = conversationSearch(place, asked);
  const first: string[] = [];
  const onFound = (chunks: readonly { headings: string[] }[]) => first.push(chunks[0]!.headings[0]!);
  // While the caller speaks, no part is sent.
  const requests = () => server.asked.filter(({ path }) => path.endsWith('/rerank')).length;
  const before = requests();
  await search(question, { isPartial: true, onFound });
  expect(requests()).toBe(before);
  const spoken = await search(question, { onFound });
  expect([spoken[0]!.headings, first[0], requests()]).toEqual([['Visitors'], 'Parking', before + 1]);
  server.failure = { status: 503, words: 'overloaded' };
  const alone = await find(question);
  expect([headingsOf(alone), alone.problem]).toEqual([own, expect.stringContaining('overloaded')]);
  // One that failed is not asked again at once.
  const after = requests();
  await find(question);
  expect(requests()).toBe(after);
});

it('sets a part aside that the provider refuses, says so, and embeds the others', async () => {
  const { ask, source, state, find } = await founded();
  server.refused = '40 euros';
  const chosen = await ask('PUT', '/knowledge/embedding', choice);
  expect([chosen.status, chosen.body.model?.model]).toEqual([200, choice.model]);
  const isSetAside = () =>
    eventually(async () => expect(await state()).toMatchObject({ embeddedCount: 2, refusedCount: 1 }));
  await embedding(isSetAside);
  expect((await state()).problem).toBeNull();
  expect((await find('pooch')).chunks[0].text).toContain('A dog');
  expect((await find('where do cars park')).chunks[0].foundBy).toEqual(['words']);
  expect((await ask('GET', `/knowledge/sources/${source.sourceId}`)).body.refusedCount).toBe(1);
  const { documents } = (await ask('GET', `/knowledge/sources/${source.sourceId}/documents`)).body;
  expect(documents[0].refusedCount).toBe(1);
  const { chunks } = (await ask('GET', `/knowledge/documents/${documents[0].documentId}/chunks`)).body;
  expect(chunks.map(({ refusal }: { refusal: string | null }) => refusal)).toEqual([
    ...[null, null, expect.stringContaining('The input is blocked')],
  ]);
  // It is not asked again until a model is chosen again.
  const asked = server.asked.length;
  await ask('POST', '/knowledge/texts', { name: 'Lunch', language: 'en', text: 'Soup at noon.' });
  await embedding(() => eventually(async () => expect((await state()).embeddedCount).toBe(3)));
  expect(server.asked.slice(asked).flatMap(({ texts }) => texts)).toEqual([
    expect.stringContaining('Soup at noon'),
  ]);
  server.refused = null;
  await ask('PUT', '/knowledge/embedding', choice);
  await embedding(() =>
    eventually(async () => expect(await state()).toMatchObject({ embeddedCount: 4, refusedCount: 0 })),
  );
});

it('embeds parts that a program from before vectors has stored', async () => {
  const { organizationId, ask, isDone, source, vectors } = await founded();
  await ask('PUT', '/knowledge/embedding', choice);
  await embedding(isDone);
  await world.db.query(insertAsBefore, [organizationId, source.sourceId]);
  await embedding(() =>
    eventually(async () => expect(await vectors()).toEqual({ rows: 4, made: 4, values: 4 })),
  );
  expect(server.texts.at(-1)).toContain('Bicycles');
});

it('lets another process finish the work of one that died, which then stores nothing', async () => {
  const { ask, isDone, state, vectors } = await founded();
  await ask('PUT', '/knowledge/embedding', choice);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.gate = promise;
  const before = server.asked.length;
  const stalled = embedder();
  stalled.start();
  await eventually(async () => expect(server.asked.length).toBeGreaterThan(before));
  server.gate = Promise.resolve();
  await world.db.query(expire);
  await embedding(isDone);
  const { chunkTokens } = await state();
  resolve();
  await stalled.close();
  expect(await vectors()).toEqual({ rows: 3, made: 3, values: 3 });
  expect((await state()).chunkTokens).toBe(chunkTokens);
});

it('searches by the words at once while the caller speaks, and embeds few of the partial texts', async () => {
  const { organizationId, ask, isDone } = await founded();
  await ask('PUT', '/knowledge/embedding', choice);
  await embedding(isDone);
  await using vectors = new QuestionVectors({ db: world.db, log: silentLog, open: world.providers });
  const asked = { organizationId, sourceIds: 'all' as const, language: 'en', limit: 4 };
  const search = conversationSearch({ db: world.db, vectors }, asked);
  const from = server.asked.length;
  const words = 'how much vacation do I get so tell me please';
  const parts = words.split(' ');
  for (let count = 2; count < parts.length; count += 2)
    await search(parts.slice(0, count).join(' '), { isPartial: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.gate = promise;
  const first: string[][] = [];
  const whole = search(`${words}?`, {
    onFound: (found) => void first.push(...found.map(({ foundBy }) => foundBy)),
  });
  await eventually(async () => expect(server.texts.at(-1)).toBe(`${words}?`));
  // The meaning of what was said before stands in for that of the whole question.
  await eventually(async () => expect(first).toContainEqual(['meaning']));
  resolve();
  expect((await whole)[0]).toMatchObject({ headings: ['Time off'], foundBy: ['meaning'] });
  expect(server.asked.length - from).toBeLessThanOrEqual(4);
});

it('compares vectors in both short forms much as they are', () => {
  const random = (seed: number) =>
    Float32Array.from({ length: 1536 }, (_, at) => Math.sin(seed * (at + 1) ** 2));
  const one = random(1);
  const near = one.map((value, at) => value + random(2)[at]! / 3);
  expect(similarityTo(one, bytesOf(one))).toBeCloseTo(1, 3);
  expect(similarityTo(one, bytesOf(near))).toBeCloseTo(3 / Math.sqrt(10), 2);
  expect(similarityTo(one, bytesOf(random(2)))).toBeLessThan(0.1);
  const bitsOf = (signs: Buffer) => [...signs].flatMap((byte) => byte.toString(2).padStart(8, '0').split(''));
  const different = (a: Buffer, b: Buffer) =>
    bitsOf(a).filter((bit, at) => bit !== bitsOf(b)[at]).length / signsCount;
  const angle = Math.acos(3 / Math.sqrt(10)) / Math.PI;
  expect(Math.abs(different(signsOf(one), signsOf(near)) - angle)).toBeLessThan(0.04);
  expect(Math.abs(different(signsOf(one), signsOf(random(2))) - 0.5)).toBeLessThan(0.06);
});
