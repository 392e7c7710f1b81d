import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { describeError } from '../../../platform/kernel/index.ts';
import type { ModelPart, ModelRequest } from '../interfaces/index.ts';
import type { ModelOptions } from '../kit/index.ts';
import { describeLanguageModel, ModelServer, unansweredCall } from '../testing/index.ts';
import { converseFixtures, exceptionOf } from './fixtures/bedrock.ts';
import { commonFixtures, deepSeekFixtures, groqFixtures, mistralFixtures } from './fixtures/chat.ts';
import { cohereFixtures } from './fixtures/cohere.ts';
import { callSignature, geminiFixtures } from './fixtures/gemini.ts';
import { responsesFixtures } from './fixtures/xai.ts';
import { PackageLanguageModel, packages } from './index.ts';

type Vendor = keyof typeof packages;
type Body = Record<string, unknown>;

const apiKey = 'sk-test-0123456789';
const accessToken = 'ya29.a-token-of-google';
const model = 'a-model';

/** How a local server imitates a vendor's API. */
interface Wire {
  path: string;
  contentType?: string;
  fixtures: ConstructorParameters<typeof ModelServer>[0]['fixtures'];
  /** The header that carries the credentials, and its value. */
  credentials: [name: string, value: string | RegExp];
  objectTo(body: Body): string | null;
  failureBody?(status: number, message: string): unknown;
  lacks?: readonly ('cached tokens' | 'refusals')[];
  /** A text of the credentials that must not appear in errors. */
  secret?: string;
  options?: Partial<ModelOptions>;
}

const bearer = ['authorization', `Bearer ${apiKey}`] satisfies Wire['credentials'];
const chat = (path: string, more: Partial<Wire> = {}): Wire => ({
  path,
  fixtures: commonFixtures,
  credentials: bearer,
  objectTo: (body) =>
    body.stream !== true || body.model !== model ? 'no model' : unansweredCall(body.messages),
  ...more,
});
const gemini = (path: string, more: Partial<Wire>): Wire => ({
  path,
  fixtures: geminiFixtures,
  credentials: ['x-goog-api-key', apiKey],
  objectTo: ({ contents }) =>
    Array.isArray(contents) && contents[0]?.role === 'user' ? null : 'contents is not specified',
  failureBody: (code, message) => ({ error: { code, message, status: 'INVALID_ARGUMENT' } }),
  ...more,
});
const converse = (more: Partial<Wire>): Wire => ({
  path: '/model/a-model/converse-stream',
  contentType: 'application/vnd.amazon.eventstream',
  fixtures: converseFixtures,
  credentials: bearer,
  objectTo: ({ messages }) => (Array.isArray(messages) ? null : 'messages is missing'),
  failureBody: (_, message) => ({ message }),
  options: { region: 'eu-central-1' },
  ...more,
});
const signature =
  /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/eu-central-1\/bedrock\/aws4_request, SignedHeaders=\S+, Signature=[\da-f]{64}$/;

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const wires: Record<Vendor, Wire> = {
  google: gemini('/models/a-model:streamGenerateContent?alt=sse', {}),
  vertex: gemini('/models/a-model:streamGenerateContent?alt=sse', {
    credentials: ['authorization', `Bearer ${accessToken}`],
    secret: accessToken,
  }),
  azure: chat('/chat/completions', { credentials: ['api-key', apiKey] }),
  bedrock: converse({}),
  mistral: chat('/chat/completions', { fixtures: mistralFixtures, lacks: ['refusals'] }),
  groq: chat('/chat/completions', { fixtures: groqFixtures }),
  cohere: {
    path: '/chat',
    fixtures: cohereFixtures,
    credentials: bearer,
    objectTo: (body) => (body.model === model ? unansweredCall(body.messages) : 'no model'),
    failureBody: (_, message) => ({ id: 'a', message }),
    lacks: ['cached tokens', 'refusals'],
  },
  xai: {
    path: '/responses',
    fixtures: responsesFixtures,
    credentials: bearer,
    objectTo: ({ input }) => (Array.isArray(input) ? null : 'input is missing'),
    failureBody: (_, error) => ({ code: 'Client specified an invalid argument', error }),
  },
  deepseek: chat('/chat/completions', { fixtures: deepSeekFixtures }),
  together: chat('/chat/completions'),
  fireworks: chat('/chat/completions'),
  cerebras: chat('/chat/completions', {
    failureBody: (_, message) => ({ message, type: 'a', param: 'b', code: 'c' }),
  }),
};

/** Answers the request for a token of a service account. */
function answerToken(request: IncomingMessage, body: string): object | null {
  if (request.url !== '/token') return null;
  const assertion = new URLSearchParams(body).get('assertion') ?? '';
  const claims = JSON.parse(Buffer.from(assertion.split('.')[1]!, 'base64url').toString());
  expect(claims).toMatchObject({ iss: 'parley@my-project.iam.gserviceaccount.com' });
  return { access_token: accessToken, expires_in: 3_599, token_type: 'Bearer' };
}

function serverOf(wire: Wire): ModelServer {
  const [name, value] = wire.credentials;
  return new ModelServer({
    path: wire.path,
    ...(wire.contentType ? { contentType: wire.contentType } : {}),
    fixtures: wire.fixtures,
    failureBody:
      wire.failureBody ?? ((_, message) => ({ error: { message, type: 'a', param: null, code: null } })),
    objectTo(request, body) {
      const sent = String(request.headers[name] ?? '');
      const isKnown = typeof value === 'string' ? sent === value : value.test(sent);
      return isKnown ? wire.objectTo(body) : `invalid ${name}: ${sent}`;
    },
    answerOther: answerToken,
  });
}

/** Returns the options of a vendor's model at a server. */
function optionsOf(vendor: Vendor, baseUrl: string): ModelOptions {
  const account = {
    ...{ type: 'service_account', project_id: 'my-project', private_key: privateKey },
    ...{ client_email: 'parley@my-project.iam.gserviceaccount.com', token_uri: `${baseUrl}/token` },
  };
  const key = vendor === 'vertex' ? JSON.stringify(account) : apiKey;
  return { apiKey: key, baseUrl, model, ...wires[vendor].options };
}

const plain: ModelRequest = {
  model: null,
  messages: [{ role: 'user', content: 'Hello', input: 'speech' }],
  tools: [],
  language: null,
  temperature: null,
  outputTokensMax: null,
  responseSchema: null,
  state: null,
};

async function partsOf(
  asked: PackageLanguageModel,
  request: Partial<ModelRequest> = {},
): Promise<ModelPart[]> {
  const parts: ModelPart[] = [];
  for await (const part of asked.answer({ ...plain, ...request })) parts.push(part);
  return parts;
}

describe.each(Object.keys(packages) as Vendor[])('%s', (vendor) => {
  const wire = wires[vendor];
  const server = serverOf(wire);
  let baseUrl: string;
  beforeAll(async () => {
    baseUrl = await server.start();
  });
  afterAll(() => server.close());

  describeLanguageModel(vendor, {
    create: () => new PackageLanguageModel(vendor, packages[vendor], optionsOf(vendor, baseUrl)),
    apiKey: wire.secret ?? apiKey,
    server,
    ...(wire.lacks ? { lacks: wire.lacks } : {}),
  });
});

describe('a package', () => {
  const start = async (vendor: Vendor, wire: Wire = wires[vendor], more: Partial<ModelOptions> = {}) => {
    const server = serverOf(wire);
    const baseUrl = await server.start();
    const asked = new PackageLanguageModel(vendor, packages[vendor], {
      ...optionsOf(vendor, baseUrl),
      ...more,
    });
    return { server, asked, [Symbol.dispose]: () => server.close() };
  };

  test('gets the conversation in a form that every vendor accepts', async () => {
    using at = await start('groq');
    const call = { id: 'call_9', name: 'book_table', arguments: { guests: 2 } };
    await partsOf(at.asked, {
      messages: [
        { role: 'system', content: 'You are kind.' },
        { role: 'system', content: 'You are brief.' },
        { role: 'bot', content: 'Good morning.' },
        { role: 'bot', content: ' ', toolCalls: [call] },
        { role: 'user', content: '', input: 'none' },
        { role: 'system', content: 'The caller was put on hold.' },
        { role: 'bot', content: '' },
        { role: 'user', content: '1', input: 'dtmf' },
      ],
    });
    const messages = at.server.bodies[0]!.messages as { role: string; content: unknown }[];
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['system', 'You are kind.\n\nYou are brief.'],
      ['user', '[The conversation begins]'],
      ['assistant', 'Good morning.'],
      ['tool', 'The tool was interrupted and gave no result.'],
      ['user', '[The user says nothing]\n\n[The caller was put on hold.]\n\n[The user pressed the keys 1]'],
    ]);
  });

  test("gets limits, tools and the vendor's own options, and nothing that was not asked for", async () => {
    using at = await start('together', wires.together, { providerOptions: { top_k: 5, nested: { a: [1] } } });
    await partsOf(at.asked);
    expect(Object.keys(at.server.bodies[0]!).toSorted()).toEqual([
      'messages',
      'model',
      'nested',
      'stream',
      'stream_options',
      'top_k',
    ]);
    await partsOf(at.asked, {
      temperature: 0.2,
      outputTokensMax: 50,
      tools: [{ name: 'end_call', description: 'Ends it.', parameters: {} }],
    });
    expect(at.server.bodies[1]).toMatchObject({
      ...{ temperature: 0.2, max_tokens: 50, top_k: 5, nested: { a: [1] } },
      tools: [{ function: { name: 'end_call', parameters: { type: 'object', properties: {} } } }],
    });
  });

  test('of xAI asks it to keep nothing, unless the agent wants that', async () => {
    using at = await start('xai');
    await partsOf(at.asked);
    expect(at.server.bodies[0]).toMatchObject({ store: false });
    using other = await start('xai', wires.xai, { providerOptions: { store: true } });
    await partsOf(other.asked);
    expect(other.server.bodies[0]).not.toMatchObject({ store: false });
  });

  test.each([
    ['vertex', { thinkingConfig: { thinkingBudget: 0 } }, '"thinkingBudget":0'],
    ['bedrock', { additionalModelRequestFields: { top_k: 7 } }, '"top_k":7'],
    ['azure', { user: 'someone' }, '"user":"someone"'],
    ['cerebras', { reasoningEffort: 'low' }, '"reasoning_effort":"low"'],
    ['cohere', { thinking: { type: 'disabled' } }, '"thinking":{"type":"disabled"}'],
    ['groq', { reasoningFormat: 'hidden' }, '"reasoning_format":"hidden"'],
    ['mistral', { safePrompt: true }, '"safe_prompt":true'],
    ['deepseek', { thinking: { type: 'disabled' } }, '"thinking":{"type":"disabled"}'],
    ['fireworks', { promptCacheKey: 'a' }, '"prompt_cache_key":"a"'],
  ] as const)('of %s gets its own options', async (vendor, providerOptions, sent) => {
    using at = await start(vendor, wires[vendor], { providerOptions });
    await partsOf(at.asked);
    expect(JSON.stringify(at.server.bodies[0])).toContain(sent);
  });

  test('rejects options of the wrong type, and is not asked again', async () => {
    using at = await start('groq', wires.groq, { providerOptions: { reasoningFormat: 5 } });
    await expect(partsOf(at.asked)).rejects.toMatchObject({ provider: 'groq', retryable: false });
    expect(at.server.bodies).toEqual([]);
  });

  test('gets back what the vendor reported with a tool call', async () => {
    using at = await start('google');
    at.server.answerWith('toolCall');
    const parts = await partsOf(at.asked);
    const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
    const last = parts.at(-1)!;
    const state = last.type === 'finish' ? last.state : null;
    const messages: ModelRequest['messages'] = [
      ...plain.messages,
      { role: 'bot', content: 'One moment.', toolCalls: calls },
      { role: 'tool', toolCallId: calls[0]!.id, name: 'book_table', content: 'booked' },
    ];
    at.server.answerWith('text');
    await partsOf(at.asked, { messages, state });
    expect(JSON.stringify(at.server.bodies.at(-1))).toContain(callSignature);
    await partsOf(at.asked, { messages, state: { ...(state as object), provider: 'another' } });
    expect(JSON.stringify(at.server.bodies.at(-1))).not.toContain(callSignature);
  });

  test('of Vertex asks for one token for several answers', async () => {
    let tokens = 0;
    using at = await start('vertex', {
      ...wires.vertex,
      objectTo(body) {
        tokens++;
        return wires.vertex.objectTo(body);
      },
    });
    await Promise.all([partsOf(at.asked), partsOf(at.asked)]);
    await partsOf(at.asked);
    expect([tokens, at.server.others]).toEqual([3, 1]);
  });

  test('of Bedrock signs its requests when there is an access key id', async () => {
    using at = await start('bedrock', converse({ credentials: ['authorization', signature] }), {
      accessKeyId: 'AKIATEST',
    });
    expect((await partsOf(at.asked)).at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
  });

  test('of Azure uses the addresses of deployments when there is a version', async () => {
    const wire = chat('/deployments/a-model/chat/completions?api-version=2024-10-21', {
      credentials: ['api-key', apiKey],
    });
    using at = await start('azure', wire, { apiVersion: '2024-10-21' });
    expect((await partsOf(at.asked)).at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
  });

  test('sends no key to a server that needs none', async () => {
    using at = await start('together', chat('/chat/completions', { credentials: ['authorization', /^$/] }), {
      apiKey: null,
    });
    expect((await partsOf(at.asked)).at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
  });

  test('does not read keys or addresses from the environment', async () => {
    const ofOperator = ['GROQ_API_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];
    for (const name of ofOperator) vi.stubEnv(name, 'sk-of-the-operator');
    try {
      using groq = await start('groq');
      await partsOf(groq.asked);
      using bedrock = await start('bedrock', converse({ credentials: ['authorization', signature] }), {
        accessKeyId: 'AKIATEST',
      });
      await partsOf(bedrock.asked);
      using keyless = await start('bedrock', converse({ credentials: ['x-amz-security-token', /./] }), {
        apiKey: null,
      });
      await expect(partsOf(keyless.asked)).rejects.toMatchObject({ provider: 'bedrock', retryable: false });
      // A key of Bedrock takes precedence over a signature, so it is not set before.
      vi.stubEnv('AWS_BEARER_TOKEN_BEDROCK', 'sk-of-the-operator');
      using signed = await start('bedrock', converse({ credentials: ['authorization', signature] }), {
        accessKeyId: 'AKIATEST',
      });
      await partsOf(signed.asked);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("of a failure in mid-answer, the log gets the vendor's words without the key", async () => {
    const text = [`data: {"detail":"unknown key Bearer ${apiKey}"}\n\n`];
    using at = await start('groq', chat('/chat/completions', { fixtures: { ...groqFixtures, text } }));
    const failure = await partsOf(at.asked).catch((error: Error) => error);
    const logged = JSON.stringify(describeError(failure as Error));
    expect(logged).toContain('unknown key');
    expect(logged).not.toContain(apiKey);
  });

  test.each([
    ['an exception that may pass', 'throttlingException', true],
    ['an exception that stays', 'validationException', false],
  ])('of Bedrock: %s in mid-answer', async (_, type, retryable) => {
    const text = [...converseFixtures.text.slice(0, 2), exceptionOf(type, 'Slow down')];
    using at = await start('bedrock', converse({ fixtures: { ...converseFixtures, text } }));
    await expect(partsOf(at.asked)).rejects.toMatchObject({ provider: 'bedrock', retryable });
  });

  test.each([
    ['an answer without an end', commonFixtures.text.slice(0, 2), true],
    ['a chunk that is no JSON', ['data: <html>\n\n'], true],
    ['a failure in mid-answer', ['data: {"error":{"message":"overloaded","code":503}}\n\n'], true],
    ['a refusal in mid-answer', ['data: {"error":{"message":"too long","code":400}}\n\n'], false],
    ['nothing at all', [], true],
  ])('%s is a failure', async (_, text, retryable) => {
    using at = await start('together', chat('/chat/completions', { fixtures: { ...commonFixtures, text } }));
    await expect(partsOf(at.asked)).rejects.toMatchObject({ provider: 'together', retryable });
  });
});
