import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatWorld, createChatWorld, receptionDialogue } from '../../../test/world/chat-world.ts';
import { RateLimiter } from '../../platform/kernel/index.ts';
import { publicChatOperations } from './public-operations.ts';
import { SessionTokens } from './session.ts';

let world: ChatWorld;
let agentId: string;
let token: string;
beforeAll(async () => {
  world = await createChatWorld();
  const agent = { name: 'Desk', prompt: 'Help.', model: receptionDialogue, firstMessage: 'How can I help?' };
  agentId = (await world.request('POST', '/api/agents', { body: agent })).body.agentId;
  const made = await world.request('PUT', `/api/agents/${agentId}/widget`, {
    body: { allowedOrigins: [page] },
  });
  expect(made.status, made.text).toBe(200);
  token = made.body.token;
  expect(made.body.url).toMatch(new RegExp(`^http://[^/]+/public/chats/${token}$`));
});
afterAll(() => world.close());

const page = 'https://www.example.com';
let addresses = 0;
/** Sends a request from an address of its own by default. */
async function ask(
  method: string,
  rest = '',
  options: {
    session?: string;
    body?: unknown;
    origin?: string;
    accept?: string;
    ip?: string;
    of?: string;
  } = {},
) {
  const { session, body, origin = page, accept, ip = `192.0.2.${++addresses}`, of = token } = options;
  const response = await world.http.app.inject({
    method: method as 'GET',
    url: `/public/chats/${of}${rest}`,
    remoteAddress: ip,
    headers: {
      origin,
      ...(session === undefined ? {} : { authorization: `Bearer ${session}` }),
      ...(accept === undefined ? {} : { accept }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const isJson = String(response.headers['content-type']).includes('json');
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: isJson ? JSON.parse(response.body) : null,
  };
}
const begin = async () => (await ask('POST')).body as { chatId: string; sessionToken: string };

it('lets a visitor of an allowed page chat, and hides tool messages', async () => {
  const begun = await ask('POST');
  expect(begun.status, begun.text).toBe(201);
  expect(begun.headers['access-control-allow-origin']).toBe(page);
  const { chatId, sessionToken: session, messages } = begun.body;
  expect(messages).toMatchObject([{ role: 'bot', content: 'How can I help?' }]);
  const hours = await ask('POST', '/messages', {
    session,
    body: { content: 'hours' },
    accept: 'text/event-stream',
  });
  expect(hours.text).toContain('nine to five');
  expect(hours.text).toMatch(/event: done\ndata: {"status":"active","answered":true}/);
  const bye = await ask('POST', '/messages', {
    session,
    body: { content: 'goodbye' },
    accept: 'text/event-stream',
  });
  expect(bye.text).not.toContain('endCall');
  expect((await world.messages(chatId)).at(-1)).toMatchObject({ role: 'tool' });
  const read = await ask('GET', '/messages', { session });
  expect(read.body.messages.map(({ role }: { role: string }) => role)).toEqual([
    'bot',
    'user',
    'bot',
    'user',
    'bot',
  ]);
  const { body } = await world.request('GET', `/api/chats/${chatId}`);
  expect([body.agentId, body.customerUniqueId]).toEqual([agentId, expect.stringMatching(/^visitor_/)]);
  expect((await ask('POST', '/messages', { session, body: { content: 'Hi' } })).body.code).toBe('chat.ended');
});

it('rejects input that is not expected', async () => {
  const { sessionToken: session } = await begin();
  for (const [rest, body, error] of [
    ['', { chatVariables: { vip: true } }, 'chatVariables: is not a known field'],
    ['', { customerUniqueId: 'somebody' }, 'customerUniqueId: is not a known field'],
    ['/session', { hours: 2 }, 'hours: is not a known field'],
    ['/end', [], 'body: must be an object'],
  ] as const) {
    const answer = await ask('POST', rest, { session, body });
    expect([rest, answer.status, answer.body.error]).toEqual([rest, 400, error]);
    expect(answer.headers['access-control-allow-origin']).toBe(page);
  }
  expect((await ask('POST', '', { body: {} })).status).toBe(201);
});

it('answers every documented operation as the OpenAPI document says', async () => {
  const { sessionToken: session } = await begin();
  for (const { method, path, body, output, status } of publicChatOperations) {
    const rest = path.slice('/public/chats/{token}'.length);
    if (output === undefined) {
      expect(world.http.app.hasRoute({ method, url: path.replace('{token}', ':token') })).toBe(true);
      continue;
    }
    const content = body === undefined ? {} : { body: { content: 'hours' } };
    const answer = await ask(method, rest, { ...(rest === '' ? {} : { session }), ...content });
    expect([rest, answer.status]).toEqual([rest, status]);
    // The response contains nothing undocumented.
    expect(output.parse(answer.body)).toEqual(answer.body);
  }
  const unsigned = await ask('POST', '/messages', { body: { content: 'hours' } });
  expect(unsigned.status).toBe(401);
});

it('refuses other pages without revealing the allowed ones', async () => {
  for (const origin of [
    'https://example.com',
    'http://www.example.com',
    'https://www.example.com.evil.test',
    'null',
    '',
  ]) {
    for (const method of ['POST', 'OPTIONS']) {
      const refused = await ask(method, '', { origin });
      expect([origin, refused.status, refused.body.code]).toEqual([origin, 403, 'origin.not_allowed']);
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
    }
  }
  const preflight = await ask('OPTIONS', '/messages');
  expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, page]);
});

it('accepts a session only for its own chat and widget, unaltered and for an hour', async () => {
  const { chatId, sessionToken } = await begin();
  const tokens = new SessionTokens(world.secret);
  const own = { organizationId: world.owner.organizationId, chatId, widgetToken: token };
  const late = tokens.sign({ ...own, expiresAtMs: Date.now() - 1 });
  const elsewhere = tokens.sign({
    ...own,
    widgetToken: `widget_${'0'.repeat(32)}`,
    expiresAtMs: Date.now() + 1000,
  });
  const [payload, signature] = sessionToken.split('.');
  const forged = `${Buffer.from(JSON.stringify({ ...own, chatId: 'chat_x', expiresAtMs: 1e15 })).toString('base64url')}.${signature}`;
  for (const session of [
    '',
    'x',
    `${payload}.`,
    `${payload}.AAAA`,
    `${payload}.${signature}=`,
    `${payload}.${signature!.slice(0, -1)}${String.fromCharCode(signature!.charCodeAt(42) + 1)}`,
    forged,
    late,
    elsewhere,
    world.owner.key,
  ]) {
    const refused = await ask('POST', '/messages', { session, body: { content: 'Hi' } });
    expect([refused.status, refused.body.code]).toEqual([401, 'session.invalid']);
  }
  const renewed = await ask('POST', '/session', { session: sessionToken });
  const ended = await ask('POST', '/end', { session: renewed.body.sessionToken });
  expect(ended.body).toEqual({ status: 'ended' });
  const asKey = await world.request('GET', `/api/chats/${chatId}`, { key: sessionToken });
  expect(asKey.status).toBe(401);
});

it('treats a disabled or deleted widget as unknown', async () => {
  const other = await world.request('POST', '/api/agents', { body: { name: 'Other', prompt: 'Help.' } });
  const path = `/api/agents/${other.body.agentId}/widget`;
  expect((await world.request('GET', path)).body.code).toBe('widget.not_found');
  const body = { allowedOrigins: [page] };
  const { token: of } = (await world.request('PUT', path, { body })).body;
  expect((await ask('POST', '', { of })).status).toBe(201);
  const off = await world.request('PUT', path, { body: { ...body, enabled: false } });
  expect(off.body.token).toBe(of);
  expect((await ask('POST', '', { of })).body.code).toBe('widget.not_found');
  await world.request('DELETE', path);
  expect((await ask('POST', '', { of: 'widget_x' })).status).toBe(404);
  expect((await world.request('GET', path)).status).toBe(404);
});

it.each([
  ['https://www.example.com/'],
  ['www.example.com'],
  ['*'],
  ['ftp://a.example'],
  ['https://A.example'],
])('rejects the origin %s', async (origin) => {
  const answer = await world.request('PUT', `/api/agents/${agentId}/widget`, {
    body: { allowedOrigins: [origin] },
  });
  expect([answer.status, answer.body.details[0].field]).toEqual([400, 'allowedOrigins.0']);
});

it("limits the size and rate of visitors' requests", async () => {
  const { sessionToken: session } = await begin();
  const long = await ask('POST', '/messages', { session, body: { content: 'x'.repeat(4001) } });
  expect([long.status, long.body.details[0].field]).toEqual([400, 'content']);
  const large = await ask('POST', '/messages', { session, body: { content: 'x'.repeat(40_000) } });
  expect(large.status).toBe(413);
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) statuses.push((await ask('POST', '', { ip: '198.51.100.7' })).status);
  expect(statuses).toEqual([...Array(10).fill(201), 429]);
});

it('resets the counts after a minute', () => {
  const limiter = new RateLimiter(2);
  expect([limiter.count('a', 0), limiter.count('a', 1), limiter.count('b', 2)]).toEqual([0, 0, 0]);
  expect([limiter.count('a', 30_000), limiter.count('a', 60_000)]).toEqual([30, 0]);
});
