import { expect, test } from 'vitest';
import { EmbeddingServer } from '../../../test/world/embedding-server.ts';
import { ProviderSettings, type VendorOptions } from './kit/index.ts';
import { vendors } from './vendors.ts';

type Vendor = 'openai' | 'google' | 'azure' | 'bedrock' | 'mistral' | 'cohere' | 'together' | 'fireworks';

const texts = Array.from({ length: 100 }, (_, at) => `text${' word'.repeat(at)}`);
const tokens = 5050;

/** Opens a vendor's model at a local server. */
function opened(
  server: EmbeddingServer,
  vendor: Vendor,
  settings: { model: string; dimensions?: number },
  more: Partial<VendorOptions> = {},
) {
  const options = { apiKey: server.apiKey, baseUrl: server.url, ...more };
  return vendors[vendor].embedding(options, new ProviderSettings({ provider: vendor, ...settings }));
}

/** The path, what a request says about its use, and the most texts of one. */
const cases: [Vendor, string, string, RegExp, RegExp, number][] = [
  ['openai', 'text-embedding-3-small', '/embeddings', /"dimensions":32/, /"dimensions":32/, 96],
  ['google', 'gemini-embedding-001', ':batchEmbedContents', /RETRIEVAL_DOCUMENT/, /RETRIEVAL_QUERY/, 96],
  ['azure', 'my-deployment', '/embeddings', /"dimensions":32/, /"dimensions":32/, 96],
  ['bedrock', 'amazon.titan-embed-text-v2:0', '/invoke', /"dimensions":256/, /"dimensions":256/, 1],
  ['mistral', 'mistral-embed', '/embeddings', /"output_dimension":32/, /"output_dimension":32/, 32],
  ['together', 'BAAI/bge-base-en-v1.5', '/embeddings', /"dimensions":32/, /"dimensions":32/, 96],
  ['fireworks', 'nomic-ai/nomic-embed-text-v1.5', '/embeddings', /"dimensions":32/, /"dimensions":32/, 96],
];

test.each(cases)(
  '%s embeds texts and questions in their order',
  async (vendor, model, path, document, query, most) => {
    await using server = await EmbeddingServer.start();
    // Titan has three numbers of dimensions.
    const dimensions = vendor === 'bedrock' ? 256 : 32;
    const region = vendor === 'bedrock' ? { region: 'eu-central-1' } : {};
    await using embedding = opened(server, vendor, { model, dimensions }, region);
    const { vectors, usage } = await embedding.embed(texts, { use: 'document' });
    expect(vectors).toHaveLength(texts.length);
    expect(new Set(server.texts)).toEqual(new Set(texts));
    expect(Math.max(...server.asked.map((one) => one.texts.length))).toBe(most);
    expect(server.asked[0]!.path).toContain(path);
    expect(JSON.stringify(server.asked[0]!.body)).toMatch(document);
    // Google reports no tokens.
    expect(usage.inputTokens ?? 0).toBe(vendor === 'google' ? 0 : tokens);
    const again = await embedding.embed([texts[57]!], { use: 'query' });
    expect(again.vectors[0]).toEqual(vectors[57]);
    expect(JSON.stringify(server.asked.at(-1)!.body)).toMatch(query);
  },
);

test('cohere distinguishes questions and texts, and takes only its own numbers of dimensions', async () => {
  await using server = await EmbeddingServer.start();
  await using embedding = opened(server, 'cohere', { model: 'embed-v4.0', dimensions: 256 });
  const { vectors, usage } = await embedding.embed(['a text'], { use: 'document' });
  await embedding.embed(['a question'], { use: 'query' });
  expect(server.asked.map(({ path, body }) => [path, body.input_type, body.output_dimension])).toEqual([
    ['/embed', 'search_document', 256],
    ['/embed', 'search_query', 256],
  ]);
  expect([vectors[0]!.length, usage]).toEqual([256, { inputTokens: 2 }]);
  await using wrong = opened(server, 'cohere', { model: 'embed-v4.0', dimensions: 300 });
  await expect(wrong.embed(['a text'], { use: 'document' })).rejects.toMatchObject({ retryable: false });
});

test.each([
  ['openai', 401, false],
  ['openai', 503, true],
  ['google', 400, false],
  ['mistral', 429, true],
  ['bedrock', 500, true],
] as const)(
  'a failure of %s with %d says whether it may pass, without the key',
  async (vendor, status, retryable) => {
    await using server = await EmbeddingServer.start();
    await using embedding = opened(server, vendor, { model: 'a' }, { region: 'eu-central-1' });
    server.failure = { status, words: `no, not with ${server.apiKey}` };
    const failure = await embedding.embed(['a'], { use: 'query' }).catch((error: Error) => error);
    expect(failure).toMatchObject({ provider: vendor, retryable, status });
    expect((failure as Error).message).toContain('no, not with');
    expect((failure as Error).message).not.toContain(server.apiKey);
  },
);

test('an abort ends the request, and strange answers are failures', async () => {
  await using server = await EmbeddingServer.start();
  await using embedding = opened(server, 'openai', { model: 'a' });
  const abort = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.gate = promise;
  const asking = embedding.embed(['a'], { use: 'query', signal: abort.signal });
  abort.abort(new Error('enough'));
  await expect(asking).rejects.toThrow('enough');
  resolve();
  await using tiny = opened(server, 'openai', { model: 'a', dimensions: 4 });
  await expect(tiny.embed(['a'], { use: 'query' })).rejects.toThrow(/4 dimensions/);
});

test.each([
  ['cohere', 'rerank-v3.5', /"query":"Where do cars park\?".*"top_n":3/],
  ['bedrock', 'cohere.rerank-v3-5:0', /foundation-model\/cohere\.rerank-v3-5:0.*"numberOfResults":3/],
] as const)('%s puts texts in order, and says why it cannot', async (vendor, model, sent) => {
  await using server = await EmbeddingServer.start();
  server.relevanceOf = (text) => text.length / 100;
  const options = { apiKey: server.apiKey, baseUrl: server.url, region: 'eu-central-1' };
  const settings = new ProviderSettings({ provider: vendor, model });
  await using reranker = vendors[vendor].reranking(options, settings);
  const order = await reranker.rerank('Where do cars park?', ['two', 'three', 'a'], {});
  expect(order).toEqual([
    { index: 1, relevance: 0.05 },
    { index: 0, relevance: 0.03 },
    { index: 2, relevance: 0.01 },
  ]);
  expect([server.asked[0]!.path, JSON.stringify(server.asked[0]!.body)]).toEqual([
    '/rerank',
    expect.stringMatching(sent),
  ]);
  server.failure = { status: 429, words: `too often with ${server.apiKey}` };
  const failure = await reranker.rerank('a', ['b'], {}).catch((error: Error) => error);
  expect(failure).toMatchObject({ provider: vendor, retryable: true, status: 429 });
  expect((failure as Error).message).not.toContain(server.apiKey);
});
