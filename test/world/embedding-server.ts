import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const dimensions = 256;
/** Words without a meaning of their own. */
const fillers =
  /^(a|an|the|and|or|of|to|in|on|at|is|it|be|do|does|how|what|when|where|much|may|i|my|you|your|me|so|get|tell|please)$/;
/** Words that mean the same to this server. */
const synonyms: Readonly<Record<string, string>> = {
  vacation: 'leave',
  holiday: 'leave',
  pooch: 'dog',
  vehicle: 'cars',
};

interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
  texts: string[];
}

/**
 * A local server that embeds texts over HTTP in the formats of several vendors. It stands in for a model in tests of the plumbing: a
 * vector is the sum of random ones for the words, where synonyms share one. It says nothing about the quality of real models.
 */
export class EmbeddingServer implements AsyncDisposable {
  readonly asked: Asked[] = [];
  /** The key that requests need. */
  apiKey = 'sk-test-0123456789';
  /** Answers with this status and these words instead; null: embeds. */
  failure: { status: number; words: string } | null = null;
  /** Requests with a text that contains this get a 400; null: none. */
  refused: string | null = null;
  /** Returns how well a text answers any question, for requests to rerank. */
  relevanceOf: (text: string) => number = () => 0.5;
  /** Requests wait for it. */
  gate: Promise<void> = Promise.resolve();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  url = '';

  static async start(): Promise<EmbeddingServer> {
    const started = new EmbeddingServer();
    started.#server.listen(0, '127.0.0.1');
    await once(started.#server, 'listening');
    started.url = `http://127.0.0.1:${(started.#server.address() as AddressInfo).port}`;
    return started;
  }

  /** All texts that were sent, in their order. */
  get texts(): string[] {
    return this.asked.flatMap(({ texts }) => texts);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request);
    const { url: path = '', headers } = request;
    if (sent === '') {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ data: [{ id: 'text-embedding-3-small' }] }));
    }
    const body = JSON.parse(sent) as Record<string, unknown>;
    const texts = textsOf(body);
    this.asked.push({ path, headers, body, texts });
    await this.gate;
    const isKnown = Object.values(headers).some((value) => String(value).includes(this.apiKey));
    const isRefused = this.refused !== null && texts.some((one) => one.includes(this.refused!));
    const refusal = isRefused ? { status: 400, words: 'The input is blocked' } : null;
    const failure = this.failure ?? (isKnown ? refusal : { status: 401, words: 'Incorrect API key' });
    const reranked = path.endsWith('/rerank') && !failure ? this.#reranked(body, texts) : null;
    const size = Number(body.dimensions ?? body.output_dimension ?? dimensions);
    const vectors = texts.map((one) => vectorOf(one, size));
    response.writeHead(failure?.status ?? 200, { 'content-type': 'application/json' });
    const answer = failure ? failureOf(path, failure.words) : (reranked ?? answerOf(path, vectors, texts));
    response.end(JSON.stringify(answer));
  }

  /** Returns the answer of Cohere, or of Bedrock, whose fields have other names. */
  #reranked(body: Record<string, unknown>, texts: readonly string[]): unknown {
    const field = body.queries ? 'relevanceScore' : 'relevance_score';
    const ranking = texts.map((one, index) => ({ index, [field]: this.relevanceOf(one) }));
    const results = ranking.sort((a, b) => Number(b[field]) - Number(a[field]));
    return body.queries ? { results } : { id: 'a', results, meta: { billed_units: { search_units: 1 } } };
  }
}

function textsOf(body: Record<string, unknown>): string[] {
  const partsOf = (content: unknown) =>
    (content as { parts: { text: string }[] }).parts.map((part) => part.text).join('');
  if (Array.isArray(body.requests))
    return (body.requests as { content: unknown }[]).map(({ content }) => partsOf(content));
  if (body.content) return [partsOf(body.content)];
  if (Array.isArray(body.documents)) return body.documents as string[];
  if (Array.isArray(body.sources))
    return body.sources.map((source) => source.inlineDocumentSource.textDocument.text as string);
  const nova = body.singleEmbeddingParams as { text: { value: string } } | undefined;
  if (nova) return [nova.text.value];
  return [body.input ?? body.texts ?? body.inputText].flat() as string[];
}

function answerOf(path: string, vectors: number[][], texts: readonly string[]): unknown {
  const tokens = texts.reduce((sum, one) => sum + one.split(/\s+/).length, 0);
  if (path.includes(':batchEmbedContents')) return { embeddings: vectors.map((values) => ({ values })) };
  if (path.includes(':embedContent')) return { embedding: { values: vectors[0] } };
  if (path.includes('/invoke')) return { embedding: vectors[0], inputTextTokenCount: tokens };
  if (path.endsWith('/embed'))
    return { id: 'a', embeddings: { float: vectors }, meta: { billed_units: { input_tokens: tokens } } };
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  return { object: 'list', data, model: 'a', usage: { prompt_tokens: tokens, total_tokens: tokens } };
}

function failureOf(path: string, words: string): unknown {
  if (path.includes(':')) return { error: { code: 400, message: words, status: 'INVALID_ARGUMENT' } };
  if (/\/(embed|rerank)$|\/invoke/.test(path)) return { message: words };
  return { error: { message: words, type: 'a', param: null, code: null }, message: words };
}

function vectorOf(given: string, size: number): number[] {
  const vector = new Array<number>(size).fill(0);
  const words = given.toLowerCase().match(/\p{L}+/gu) ?? [];
  for (const word of words.filter((one) => words.length < 3 || !fillers.test(one))) {
    let state = 17;
    for (const letter of synonyms[word] ?? word) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0;
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) | 1;
    for (let at = 0; at < size; at++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      vector[at]! += state / 2 ** 31;
    }
  }
  return vector;
}
