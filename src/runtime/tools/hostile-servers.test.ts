import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { configurationOf } from '../../domains/agents/index.ts';
import { Egress } from '../../platform/egress/index.ts';
import { type OpenToolRunner, openToolRunner } from './index.ts';

interface Message {
  id?: number;
  method?: string;
  params?: { cursor?: string };
}

const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
const tool = { name: 'ask', description: 'Asks', inputSchema: { type: 'object' } };
const events = { 'content-type': 'text/event-stream' };
const json = { 'content-type': 'application/json' };

let world: ApiWorld;
let egress: Egress;
let server: Server;
const opened: OpenToolRunner[] = [];
let seen: string[];
let problems: string[];
/** The server's responses to a tool list, a tool call and a GET. */
let list: (response: ServerResponse, message: Message) => void;
let run: (response: ServerResponse, message: Message) => void;
let follow: (response: ServerResponse, request: IncomingMessage) => void;

const resultOf = (message: Message, result: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: message.id, result });
const event = (data: string) => `data: ${data}\n\n`;
const texts = (text: string) => ({ content: [{ type: 'text', text }] });

beforeAll(async () => {
  world = await createApiWorld();
  egress = new Egress({ allow: ['127.0.0.1/32'] });
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url === '/deep') return void response.end(deep);
    const message: Message = body === '' ? {} : JSON.parse(body);
    seen.push(message.method ?? (request.method === 'GET' ? 'GET' : 'reply'));
    if (request.method === 'GET') follow(response, request);
    else if (message.method === 'tools/list') list(response, message);
    else if (message.method === 'tools/call') run(response, message);
    else if (message.method !== 'initialize') response.writeHead(202).end();
    else {
      const serverInfo = { name: 'hostile', version: '1' };
      const result = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
      response.writeHead(200, json).end(resultOf(message, result));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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

/** Opens a call with one tool of a server that lists `tools`. Egress allows only the test servers. */
async function open(values: object = { type: 'mcp', name: 'far' }, tools: unknown[] = [tool]) {
  seen = [];
  problems = [];
  list = (response, message) => response.writeHead(200, json).end(resultOf(message, { tools }));
  run = (response, message) => response.writeHead(200, json).end(resultOf(message, texts('done')));
  follow = (response) => response.writeHead(405).end();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/far`;
  const made = configurationOf({
    tools: [{ url, headers: {}, timeoutMs: 5000, allowedTools: null, ...values }],
  });
  const runner = openToolRunner(
    { db: world.db, secret: world.secret, egress: async () => egress },
    {
      ...{ organizationId: world.owner.organizationId, callId: 'call_a', customerNumber: '+12025550199' },
      ...{ variables: {}, agent: { agentId: 'agent_a', ...made } },
    },
    { signal: new AbortController().signal, onProblem: ({ error }) => problems.push(String(error)) },
  );
  opened.push(runner);
  await runner.complete;
  const ask = () =>
    runner.run({ id: '1', name: 'far_ask', arguments: {} }, { signal: new AbortController().signal });
  return { runner, ask, url };
}

it('does not request unsolicited messages', async () => {
  const { ask } = await open();
  expect(await ask()).toEqual({ result: 'done' });
  expect(seen).toEqual(['initialize', 'notifications/initialized', 'tools/list', 'tools/call']);
});

it("answers a limited number of the server's own requests", async () => {
  const { runner, ask } = await open();
  const asked = Array.from({ length: 500 }, (_, id) => event(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`));
  run = (response, message) => {
    response.writeHead(200, events).end(asked.join('') + event(resultOf(message, texts('done'))));
  };
  expect(await ask()).toEqual({ result: 'done' });
  expect(await ask()).toEqual({ result: 'done' });
  await runner[Symbol.asyncDispose]();
  expect(seen.filter((method) => method === 'reply').length).toBeLessThanOrEqual(50);
});

it.each(['text/event-stream', 'Text/Event-Stream; charset=utf-8'])(
  'rejects a response after too many messages: %s',
  async (type) => {
    const { ask } = await open({ type: 'mcp', name: 'far', timeoutMs: 1000 });
    const notifications = event('{"jsonrpc":"2.0","method":"notifications/message"}').repeat(3000);
    run = (response, message) => {
      response
        .writeHead(200, { 'content-type': type })
        .end(notifications + event(resultOf(message, texts('done'))));
    };
    expect(await ask()).toEqual({ result: { error: 'it took too long' } });
  },
);

it.each(['', ' \n', '\ufeff'])('rejects a batch of responses after %j', async (before) => {
  const { ask } = await open();
  run = (response, message) => {
    response.writeHead(200, json).end(`${before}[${resultOf(message, texts('done'))}]`);
  };
  expect(await ask()).toEqual({ result: { error: 'it could not be reached or failed' } });
});

it('resumes an interrupted response after a delay', async () => {
  const { ask } = await open();
  let given = '';
  run = (response, message) => {
    given = event(resultOf(message, texts('done')));
    response.writeHead(200, events).end(`retry: 0\nid: 1\ndata:\n\n`);
  };
  let times = 0;
  follow = (response, request) => {
    expect(request.headers['last-event-id']).toBe('1');
    response.writeHead(200, events).end(++times < 2 ? 'retry: 0\nid: 1\ndata:\n\n' : given);
  };
  const startedMs = performance.now();
  expect(await ask()).toEqual({ result: 'done' });
  expect(times).toBe(2);
  // Timers may fire slightly early.
  expect(performance.now() - startedMs).toBeGreaterThan(1900);
});

it('omits tools that are too large or too many, and cuts long descriptions', async () => {
  const sized = (n: number, characters: number) => ({
    ...tool,
    name: `t${n}`,
    description: 'x'.repeat(characters),
  });
  const wide = { ...tool, name: 'wide', inputSchema: { type: 'object', title: 'x'.repeat(40_000) } };
  const nested = {
    ...tool,
    name: 'nested',
    inputSchema: { type: 'object', x: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) },
  };
  const { runner } = await open(undefined, [wide, nested, sized(0, 100_000), tool]);
  expect(runner.definitions.map(({ name, description }) => [name, description.length])).toEqual([
    ['far_t0', 4000],
    ['far_ask', 4],
  ]);
  expect(problems).toEqual(['Error: 2 tools of the server are too large or too many']);
  const many = await open(
    undefined,
    Array.from({ length: 150 }, (_, n) => sized(n, 4000)),
  );
  expect(JSON.stringify(many.runner.definitions).length).toBeLessThan(300_000);
});

it('rejects a response that is nested too deeply', async () => {
  const { ask, url } = await open();
  run = (response, message) => {
    const answer = `{"content":[],"structuredContent":{"x":${deep}}}`;
    response.writeHead(200, json).end(`{"jsonrpc":"2.0","id":${message.id},"result":${answer}}`);
  };
  expect(await ask()).toEqual({ result: { error: 'the response is nested too deeply' } });
  const http = {
    name: 'far_ask',
    description: 'Asks',
    parameters: { type: 'object' },
    method: 'GET',
    body: null,
  };
  const other = await open({
    type: 'http',
    ...http,
    url: url.replace('/far', '/deep'),
    responseSchema: null,
  });
  expect(await other.ask()).toEqual({ result: { error: 'the response is nested too deeply' } });
});
