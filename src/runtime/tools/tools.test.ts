import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { soundUpload } from '../../../test/world/sound-file.ts';
import { configurationOf } from '../../domains/agents/index.ts';
import { statement } from '../../platform/db/index.ts';
import { Egress } from '../../platform/egress/index.ts';
import { type OpenToolRunner, openToolRunner } from './index.ts';

const versionOf = statement(
  'test.tools.version',
  'select configuration from agent_versions where agent_id = $1',
);
const insertCall = statement(
  'test.tools.call',
  `insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
     created_at)
   values ($1, $2, $3, 'outboundPhoneCall', 'in-progress', '+12025550199', 'number_a', '+12025550100', now())`,
);
const readData = statement('test.tools.data', 'select data from session_data where call_id = $1');
const auditOf = statement(
  'test.tools.audit',
  `select doc from audit_logs where organization_id = $1 and doc like '%' || $2 || '%'`,
);

const removeSound = statement('test.tools.remove_sound', 'delete from sounds where sound_id = $1');

let world: ApiWorld;
let egress: Egress;
let server: Server;
let base: string;
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
let answer: (response: ServerResponse) => void;
let problems: string[];
const opened: OpenToolRunner[] = [];
let calls = 0;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

beforeAll(async () => {
  world = await createApiWorld();
  egress = new Egress({ allow: ['127.0.0.1/32'] });
  server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (request.url === '/mcp') return serveMcp(request, response, body);
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const runner of opened.splice(0)) await runner[Symbol.asyncDispose]();
});
afterAll(async () => {
  await egress[Symbol.asyncDispose]();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await world.close();
});

const taken = { content: [{ type: 'text' as const, text: 'taken' }] };
const slowPattern = '^(a+)+$';
const numbers = { a: { type: 'number' }, b: { type: 'number' } };
/** Tool schemas as the server sends them. The SDK would not create those of `odd` and `slow`. */
const listedSchemas: Record<string, { type: 'object'; [keyword: string]: unknown }> = {
  add: { type: 'object', properties: numbers },
  fail: { type: 'object' },
  odd: {
    type: 'object',
    properties: { slow: { type: 'string', pattern: slowPattern } },
    if: { properties: { slow: { const: 'x' } } },
    // biome-ignore lint/suspicious/noThenProperty: it is a word of JSON Schema
    then: { required: ['more'] },
  },
  slow: {
    type: 'object',
    properties: { words: { type: 'array', items: { type: 'string', pattern: slowPattern } } },
  },
  silent: { type: 'object' },
};

/** Serves a request with the protocol's SDK, without sessions. */
async function serveMcp(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
  if (request.headers.authorization !== 'Bearer mcp') {
    response.writeHead(401).end();
    return;
  }
  const mcp = new McpServer({ name: 'test', version: '1.0.0' });
  mcp.registerTool(
    'add',
    { description: 'Adds', inputSchema: { a: z.number(), b: z.number() } },
    ({ a, b }) => ({
      content: [{ type: 'text', text: String(a + b) }],
    }),
  );
  mcp.registerTool('fail', {}, () => ({ content: [{ type: 'text', text: 'no luck' }], isError: true }));
  mcp.registerTool('odd', { inputSchema: z.looseObject({}) }, () => taken);
  mcp.registerTool('slow', { inputSchema: z.looseObject({}) }, () => taken);
  mcp.registerTool('silent', {}, () => new Promise<never>(() => undefined));
  const tools = Object.entries(listedSchemas).map(([name, inputSchema]) => ({ name, inputSchema }));
  // Pages of two tools.
  mcp.server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const from = Number(params?.cursor ?? 0);
    const rest = from + 2 < tools.length ? { nextCursor: String(from + 2) } : {};
    return { tools: tools.slice(from, from + 2), ...rest };
  });
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  await mcp.connect(transport as Parameters<McpServer['connect']>[0]);
  await transport.handleRequest(request, response, body === '' ? undefined : JSON.parse(body));
}

/** Opens the tools of an agent created through the API, in a call. */
async function open(values: object, variables: Record<string, unknown> = {}) {
  const made = await world.request('POST', '/api/agents', { body: { name: 'A', prompt: 'B', ...values } });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const { agentId } = made.body;
  const [row] = await world.db.query<{ configuration: object }>(versionOf, [agentId]);
  calls += 1;
  const callId = `call_tools_${calls}`;
  const { organizationId } = world.owner;
  await world.db.query(insertCall, [organizationId, callId, agentId]);
  seen = [];
  problems = [];
  const runner = openToolRunner(
    { db: world.db, secret: world.secret, egress: async () => egress },
    {
      ...{ organizationId, callId, customerNumber: '+12025550199', variables },
      agent: { agentId, ...configurationOf(row!.configuration) },
    },
    { signal: new AbortController().signal, onProblem: ({ tool }) => problems.push(tool) },
  );
  opened.push(runner);
  await runner.complete;
  const run = (name: string, input: Record<string, unknown> = {}) =>
    runner.run({ id: '1', name, arguments: input }, { signal: new AbortController().signal });
  return { runner, run, callId };
}

const look = () => ({
  type: 'http',
  name: 'look_up',
  description: 'Looks up',
  url: `${base}/c/{{id}}?q={{town}}`,
});

describe('the tool switchLanguage', () => {
  it('is offered to a call of an agent with further languages', async () => {
    const { run, runner } = await open({ languages: [{ language: 'en-GB' }] });
    expect(runner.definitions).toMatchObject([
      { name: 'switchLanguage', parameters: { properties: { language: { enum: ['en-US', 'en-GB'] } } } },
    ]);
    const then = { kind: 'switch-language', language: 'en-GB' };
    expect(await run('switchLanguage', { language: 'en-GB' })).toEqual({
      result: { language: 'en-GB' },
      then,
    });
    expect(await run('switchLanguage', { language: 'fr' })).toEqual({
      result: { error: expect.any(String) },
    });
  });
});

it('an agent that finds its way through menus has a tool for keys, its own or ours', async () => {
  const hearing = {
    transcriber: { provider: 'pocketsphinx' },
    model: { provider: 'scripted', dialogue: { start: 'bye', nodes: { bye: { end: true } } } },
  };
  const names = async (tools: object[]) =>
    (await open({ tools, conversation: { menus: {} }, ...hearing })).runner.definitions.map(
      ({ name }) => name,
    );
  expect(await names([])).toEqual(['endCall', 'pressKeys']);
  expect(await names([{ type: 'sendDtmf', name: 'dial' }])).toEqual(['dial', 'endCall']);
});

describe('an HTTP tool', () => {
  it('fills URL, body and secret headers, and returns the response to the model', async () => {
    const { run, runner } = await open(
      {
        tools: [
          {
            ...look(),
            parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
            headers: { Authorization: { secret: 'Bearer s' }, 'X-Plain': 'p' },
            body: { customer: '{{id}}', words: 'in {{town}}', age: '{{age}}' },
          },
        ],
      },
      { town: 'A B', age: 7 },
    );
    answer = (response) => response.end('{"name":"Ada"}');
    expect(await run('look_up', { id: '../x' })).toEqual({ result: { name: 'Ada' } });
    expect(seen[0]).toMatchObject({
      ...{ method: 'POST', url: '/c/..%2Fx?q=A%20B' },
      headers: { authorization: 'Bearer s', 'x-plain': 'p', 'content-type': 'application/json' },
      body: '{"customer":"../x","words":"in A B","age":7}',
    });
    expect(runner.definitions).toMatchObject([{ name: 'look_up', parameters: { required: ['id'] } }]);
  });

  it('rejects a value that would change the path', async () => {
    const parameters = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    const { run } = await open({ tools: [{ ...look(), parameters }] }, { town: '..' });
    for (const id of ['..', '.'])
      expect(await run('look_up', { id })).toEqual({
        result: { error: expect.stringContaining('another address') },
      });
    expect(seen).toEqual([]);
    answer = (response) => response.end('{}');
    await run('look_up', { id: '...' });
    expect(seen[0]).toMatchObject({ url: '/c/...?q=..' });
  });

  it('lets the model fill declared parameters only, and no values of the call', async () => {
    const parameters = {
      type: 'object',
      properties: { id: { type: 'string' }, account: { type: 'string' } },
    };
    const body = { id: '{{id}}', account: '{{account}}', town: '{{town}}', secret: '{{secret}}' };
    const { run } = await open({ tools: [{ ...look(), parameters, body }] }, { town: 'Ulm', account: '7' });
    answer = (response) => response.end('{}');
    await run('look_up', { id: 'x', account: '8', town: 'Bonn', secret: 'given' });
    expect(seen[0]).toMatchObject({
      url: '/c/x?q=Ulm',
      body: '{"id":"x","account":"7","town":"Ulm","secret":null}',
    });
  });

  it('gets the declared values in place of spoken words, and rejects words that are no value', async () => {
    const properties = {
      email: { type: 'string', format: 'email' },
      order: { type: 'string', pattern: '^\\d{4}$' },
      guests: { type: 'integer' },
    };
    const tool = { ...look(), method: 'POST', url: `${base}/c`, parameters: { type: 'object', properties } };
    const { run } = await open({ tools: [tool] });
    const email = 'max dot mustermann at web dot de';
    const outcome = await run('look_up', { email, order: 'four seven double one', guests: 'two' });
    const values = { email: 'max.mustermann@web.de', order: '4711', guests: 2 };
    expect([JSON.parse(seen[0]!.body), outcome.normalized]).toEqual([values, values]);
    expect(await run('look_up', { email: 'my usual one', guests: 'two' })).toEqual({
      result: { error: expect.stringMatching(/^arguments: email: /) },
      normalized: { guests: 2 },
    });
    expect(await run('look_up', { order: 'four seven' })).toEqual({
      result: { error: 'arguments: order: must match ^\\d{4}$' },
    });
    expect(seen).toHaveLength(1);
  });

  it('rejects invalid arguments without a request', async () => {
    const parameters = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    const { run } = await open({ tools: [{ ...look(), parameters }] });
    expect(await run('look_up', { id: 7 })).toMatchObject({
      result: { error: expect.stringMatching(/^arguments: id: /) },
    });
    expect(seen).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['a status', (response) => response.writeHead(500).end('broken'), /^status 500: broken$/],
    [
      'another shape',
      (response) => response.end('{"n":"x"}'),
      /^the response does not match the schema: n: /,
    ],
    ['a cut', (response) => response.destroy(), /^it could not be reached or failed$/],
    // A busy machine may not connect within that time.
    ['no answer', () => undefined, /^(it took too long|there was no connection to .*)$/],
    [
      'a redirect inwards',
      (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      /^not allowed: 10\.0\.0\.1 is not a public address$/,
    ],
  ])('reports %s to the model', async (what, behaviour, words) => {
    const responseSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const timeoutMs = what === 'no answer' ? 300 : 10_000;
    const { run } = await open({ tools: [{ ...look(), method: 'GET', responseSchema, timeoutMs }] });
    answer = behaviour;
    expect(await run('look_up')).toEqual({ result: { error: expect.stringMatching(words) } });
    expect(problems).toEqual(['look_up']);
  });
});

describe('an MCP server', () => {
  const mcp = () => ({
    ...{ type: 'mcp', name: 'math', url: `${base}/mcp`, timeoutMs: 5000 },
    headers: { Authorization: { secret: 'Bearer mcp' } },
  });

  it('provides its tools, which run and fail like others', async () => {
    const { run, runner } = await open({ tools: [mcp()] });
    expect(runner.definitions.map(({ name }) => name)).toEqual([
      'math_add',
      'math_fail',
      'math_odd',
      'math_slow',
      'math_silent',
    ]);
    expect(await run('math_add', { a: 2, b: 3 })).toEqual({ result: '5' });
    expect(await run('math_fail')).toEqual({ result: { error: 'no luck' } });
  });

  it('times out when it does not respond', async () => {
    const { run } = await open({ tools: [{ ...mcp(), timeoutMs: 2000 }] });
    expect(await run('math_silent')).toEqual({ result: { error: 'it took too long' } });
    expect(problems).toEqual(['math_silent']);
  });

  it('accepts unsupported schemas and runs none of their regular expressions', async () => {
    const { run, runner } = await open({ tools: [mcp()] });
    expect(runner.definitions.map(({ name }) => name)).toContain('math_odd');
    const startedMs = performance.now();
    expect(await run('math_odd', { slow: `${'a'.repeat(40)}!` })).toEqual({ result: 'taken' });
    expect(await run('math_slow', { words: [`${'a'.repeat(40)}!`] })).toEqual({ result: 'taken' });
    // The expression would run for years.
    expect(performance.now() - startedMs).toBeLessThan(60_000);
  });

  it('provides only the allowed tools', async () => {
    const { runner } = await open({ tools: [{ ...mcp(), allowedTools: ['add'] }] });
    expect(runner.definitions.map(({ name }) => name)).toEqual(['math_add']);
  });

  it('that refuses access does not affect the other tools', async () => {
    const { runner } = await open({ tools: [{ ...mcp(), headers: {} }, { type: 'endCall' }] });
    expect(runner.definitions.map(({ name }) => name)).toEqual(['endCall']);
    expect(problems).toEqual(['math']);
  });
});

describe('built-in tools', () => {
  it('end, transfer, press keys and leave messages by the action after their result', async () => {
    const { run } = await open(
      {
        tools: ['endCall', 'transfer', 'sendDtmf', 'leaveVoicemail'].map((type) => ({ type })),
        transferDestinations: [{ name: 'sales', type: 'phone', destination: '+12025550123' }],
        conversation: { voicemailMessage: 'Hello {{name}}' },
      },
      { name: 'Ada' },
    );
    const next = async (name: string, input = {}) => (await run(name, input)).then;
    expect(await next('endCall', { message: 'Bye.' })).toEqual({ kind: 'end-call', message: 'Bye.' });
    expect(await next('transferCall', { destination: 'sales' })).toEqual({
      ...{ kind: 'transfer', destination: 'sales' },
    });
    expect(await run('transferCall', { destination: 'nobody' })).toMatchObject({
      result: { error: expect.stringMatching(/^arguments: destination/) },
    });
    expect(await next('sendDtmf', { digits: '12#' })).toEqual({ kind: 'send-dtmf', digits: '12#' });
    expect(await next('sendDtmf', { digits: '1ww2' })).toEqual({ kind: 'send-dtmf', digits: '1ww2' });
    expect(await run('sendDtmf', { digits: '1p' })).toMatchObject({ result: { error: expect.any(String) } });
    expect(await next('leaveVoicemail')).toEqual({
      ...{ kind: 'end-call', reason: 'voicemail', message: 'Hello Ada' },
    });
    expect(await run('nothing')).toEqual({ result: { error: 'there is no tool nothing' } });
  });

  it('leave a sound, and the text when there is no sound any more', async () => {
    const uploaded = await world.request('POST', '/api/sounds?name=Parcel', soundUpload);
    const { soundId: voicemailSoundId } = uploaded.body;
    const conversation = { voicemailMessage: 'Hello {{name}}', voicemailSoundId };
    const { run, runner } = await open(
      { tools: [{ type: 'leaveVoicemail' }], conversation },
      { name: 'Ada' },
    );
    expect(runner.definitions[0]!.parameters).toMatchObject({ properties: {} });
    const message = '[recorded message: Parcel]';
    expect(await run('leaveVoicemail')).toMatchObject({
      result: { left: true, sound: 'Parcel' },
      // biome-ignore lint/suspicious/noThenProperty: it is what the outcome of a tool has
      then: { kind: 'end-call', message, speech: { sampleRateHz: 16_000, pcm: { length: 16_000 } } },
    });
    expect(problems).toEqual([]);
    await world.db.query(removeSound, [voicemailSoundId]);
    expect(await run('leaveVoicemail')).toEqual({
      result: { left: true },
      // biome-ignore lint/suspicious/noThenProperty: it is what the outcome of a tool has
      then: { kind: 'end-call', reason: 'voicemail', message: 'Hello Ada' },
    });
    expect(problems).toEqual(['leaveVoicemail']);
  });

  it('are available to a dialogue without being listed', async () => {
    const dialogue = { start: 'bye', nodes: { bye: { say: 'Bye.', end: true } } };
    const { runner } = await open({ model: { provider: 'scripted', dialogue } });
    expect(runner.definitions.map(({ name }) => name)).toEqual(['endCall']);
  });

  it('write session data with an audit entry', async () => {
    const { run, callId } = await open({ tools: [{ type: 'setCallSessionData' }] });
    expect(await run('setCallSessionData', { data: { step: 2 } })).toEqual({ result: { written: true } });
    expect(await world.db.query(readData, [callId])).toEqual([{ data: { step: 2 } }]);
    expect(await world.db.query(auditOf, [world.owner.organizationId, callId])).toHaveLength(1);
    expect(await run('setCallSessionData', { data: 'x' })).toMatchObject({
      result: { error: expect.any(String) },
    });
  });

  it('record an opt-out once, visibly and reversibly', async () => {
    const { run, callId } = await open({ tools: [{ type: 'optOut' }] });
    for (let times = 0; times < 2; times++) {
      expect(await run('optOut')).toEqual({
        result: { optedOut: true },
        // biome-ignore lint/suspicious/noThenProperty: it is what the outcome of a tool has
        then: { kind: 'end-call', reason: 'customer-opted-out' },
      });
    }
    const { body } = await world.request('GET', '/api/suppressions');
    expect(body.suppressions).toMatchObject([{ phoneNumber: '+12025550199', source: 'call', callId }]);
    const path = `/api/suppressions/${body.suppressions[0].suppressionId}`;
    expect((await world.request('DELETE', path)).status).toBe(204);
    expect((await world.request('DELETE', path)).status).toBe(404);
  });
});
