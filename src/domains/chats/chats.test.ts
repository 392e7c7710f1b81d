import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld, type RequestOptions } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { scopesOfRole, signToken } from '../../platform/access/index.ts';
import { newId } from '../../platform/kernel/index.ts';

/** What only the record of a chat shows. */
const shownAlone = { customerNumber: null, usage: [], cost: null, agentVersion: 1, trial: null };

let world: ApiWorld;
let agentId: string;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  const answer = await world.request('POST', '/api/agents', { body: { name: 'Clerk', prompt: 'Help.' } });
  agentId = answer.body.agentId;
});

const start = (body: unknown = { customerUniqueId: 'customer 1' }, options: RequestOptions = {}) =>
  world.request('POST', `/api/agents/${agentId}/chats`, { body, ...options });
const act = (chatId: string, action: string, body?: unknown, options: RequestOptions = {}) =>
  world.request('POST', `/api/chats/${chatId}/${action}`, { body, ...options });
const say = (chatId: string, content: string) => act(chatId, 'messages', { role: 'user', content });
const list = (query = '', options: RequestOptions = {}) =>
  world.request('GET', `/api/agents/${agentId}/chats${query}`, options);
const readChat = async (chatId: string) => (await world.request('GET', `/api/chats/${chatId}`)).body;

describe('a chat', () => {
  it('is created active with its customer and variables, which the audit log omits', async () => {
    const body = { customerUniqueId: 'Köln 7', chatVariables: { plan: 'gold', nested: { a: [1] } } };
    const { status, body: chat, headers } = await start(body);
    expect(status).toBe(201);
    expect(chat).toEqual({
      ...body,
      chatId: expect.stringMatching(/^chat_/),
      agentId,
      status: 'active',
      summary: null,
      transcript: { messages: [] },
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await readChat(chat.chatId)).toEqual({ ...chat, ...shownAlone });
    expect((await list()).body).toEqual({ chats: [chat], metadata: { nextPage: null } });
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      { actionVerb: 'created', resourceType: 'chats', resourceReferenceId: chat.chatId, resourceLabel: null },
    ]);
  });

  it.each([
    ['customerUniqueId', {}],
    ['customerUniqueId', { customerUniqueId: '' }],
    ['customerUniqueId', { customerUniqueId: 'x'.repeat(256) }],
    ['customerUniqueId', { customerUniqueId: 7 }],
    ['chatVariables', { customerUniqueId: 'a', chatVariables: [] }],
    ['chatVariables', { customerUniqueId: 'a', chatVariables: { text: 'x'.repeat(65_536) } }],
    ['customer', { customerUniqueId: 'a', customer: 'b' }],
  ])('reports %s when its creation is rejected', async (field, body) => {
    const answer = await start(body);
    expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
  });

  it('requires an agent of the organization', async () => {
    const other = await world.foundOrganization('Other');
    expect((await start(undefined, { key: other.key })).status).toBe(404);
    agentId = newId('agent');
    expect((await start()).body.code).toBe('agent.not_found');
  });

  it('prevents deletion of its agent until it is over', async () => {
    const { body: chat } = await start();
    const refused = await world.request('DELETE', `/api/agents/${agentId}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'agent.in_use']);
    await act(chat.chatId, 'end');
    expect((await world.request('DELETE', `/api/agents/${agentId}`)).status).toBe(204);
    expect((await readChat(chat.chatId)).status).toBe('ended');
  });

  it('is created once under an idempotency key', async () => {
    const headers = { 'idempotency-key': newId('req') };
    const first = await start(undefined, { headers });
    const again = await start(undefined, { headers });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await list()).body.chats).toHaveLength(1);
    expect((await start({ customerUniqueId: 'another' }, { headers })).status).toBe(409);
  });
});

describe('chat messages', () => {
  it('accepts messages of the customer and of a person, each with the fields of its role', async () => {
    const { chatId } = (await start()).body;
    const said = await say(chatId, 'I need a person. é😀');
    expect(said.status).toBe(201);
    expect(said.body).toEqual({
      messageId: expect.stringMatching(/^message_/),
      chatId,
      role: 'user',
      content: 'I need a person. é😀',
      createdAt: expect.stringMatching(/Z$/),
    });
    await act(chatId, 'handoff');
    const named = await act(chatId, 'messages', { role: 'agent', content: 'Here.', agentName: 'Grace' });
    const unnamed = await act(chatId, 'messages', { role: 'agent', content: 'And I.' });
    expect([named.body.agentName, unnamed.body.agentName]).toEqual(['Grace', 'Olive Owner']);
    const createdAt = expect.stringMatching(/Z$/);
    expect((await readChat(chatId)).transcript.messages).toEqual([
      { role: 'user', content: 'I need a person. é😀', createdAt },
      { role: 'agent', content: 'Here.', agentName: 'Grace', createdAt },
      { role: 'agent', content: 'And I.', agentName: 'Olive Owner', createdAt },
    ]);
    const audited = await auditOfRequest(world.db, said.headers['x-request-id']);
    expect(audited).toMatchObject([
      { actionVerb: 'created', resourceType: 'chat_messages', resourceLabel: null },
    ]);
    expect(JSON.stringify(audited)).not.toContain('person');
  });

  it.each([
    ['role', { content: 'a' }],
    ['role', { role: 'bot', content: 'a' }],
    ['content', { role: 'user' }],
    ['content', { role: 'user', content: '' }],
    ['content', { role: 'user', content: ' \n' }],
    ['content', { role: 'user', content: 'x'.repeat(16_001) }],
    ['agentName', { role: 'user', content: 'a', agentName: 'Grace' }],
    ['agentName', { role: 'agent', content: 'a', agentName: '' }],
    ['text', { role: 'user', content: 'a', text: 'b' }],
  ])('reports %s when a message is rejected', async (field, body) => {
    const { chatId } = (await start()).body;
    const answer = await act(chatId, 'messages', body);
    expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
    expect((await readChat(chatId)).transcript.messages).toEqual([]);
  });

  it("refuses a person's message before the handoff, and any message after the end", async () => {
    const { chatId } = (await start()).body;
    const early = await act(chatId, 'messages', { role: 'agent', content: 'a' });
    expect([early.status, early.body.code]).toEqual([409, 'chat.not_handed_off']);
    await act(chatId, 'end');
    const late = await say(chatId, 'Hello?');
    expect([late.status, late.body.code]).toEqual([409, 'chat.ended']);
    expect((await readChat(chatId)).transcript.messages).toEqual([]);
  });

  it('keeps all simultaneous messages in the order of their times', async () => {
    const { chatId } = (await start()).body;
    const contents = Array.from({ length: 40 }, (_, i) => `message ${i}`);
    const answers = await Promise.all(contents.map((content) => say(chatId, content)));
    expect(answers.map(({ status }) => status)).toEqual(contents.map(() => 201));
    const { messages } = (await readChat(chatId)).transcript;
    expect(messages.map(({ content }: { content: string }) => content).sort()).toEqual(contents.sort());
    const times = messages.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual(times.toSorted());
  });

  it('adds a message once under an idempotency key', async () => {
    const { chatId } = (await start()).body;
    const headers = { 'idempotency-key': newId('req') };
    const body = { role: 'user', content: 'Once.' };
    const first = await act(chatId, 'messages', body, { headers });
    const again = await act(chatId, 'messages', body, { headers });
    expect(again.body).toEqual(first.body);
    expect((await readChat(chatId)).transcript.messages).toHaveLength(1);
  });
});

describe('handoff and end', () => {
  it('changes the status, returns the chat and appends audit entries', async () => {
    const { chatId } = (await start()).body;
    await say(chatId, 'Hello.');
    const handoff = await act(chatId, 'handoff');
    expect([handoff.status, handoff.body.status]).toEqual([200, 'handedOff']);
    expect(handoff.body.transcript.messages).toHaveLength(1);
    const end = await act(chatId, 'end');
    expect(end.status).toBe(200);
    expect(await readChat(chatId)).toEqual({ ...end.body, ...shownAlone });
    for (const [answer, verb] of [
      [handoff, 'handedOff'],
      [end, 'ended'],
    ] as const) {
      const entries = await auditOfRequest(world.db, answer.headers['x-request-id']);
      expect(entries).toMatchObject([
        { actionVerb: verb, resourceType: 'chats', resourceReferenceId: chatId, resourceLabel: null },
      ]);
    }
  });

  it('refuses transitions that the status does not allow', async () => {
    const { chatId } = (await start()).body;
    await act(chatId, 'handoff');
    const again = await act(chatId, 'handoff');
    expect([again.status, again.body.code]).toEqual([409, 'chat.handed_off']);
    await act(chatId, 'end');
    for (const action of ['handoff', 'end']) {
      const late = await act(chatId, action);
      expect([late.status, late.body.code]).toEqual([409, 'chat.ended']);
    }
  });

  it('restricts chats to their organization and to the required scope', async () => {
    const { chatId } = (await start()).body;
    const other = await world.foundOrganization('Other');
    const claims = { ...world.owner, scopes: [...scopesOfRole.Viewer], expiresAtSeconds: null };
    const viewer = await signToken(world.secret, claims);
    const message = { role: 'user', content: 'a' };
    for (const [method, path, body] of [
      ['GET', `/api/chats/${chatId}`, undefined],
      ['POST', `/api/chats/${chatId}/messages`, message],
      ['POST', `/api/chats/${chatId}/handoff`, undefined],
      ['POST', `/api/chats/${chatId}/end`, undefined],
    ] as const) {
      expect((await world.request(method, path, { body, key: other.key })).body.code).toBe('chat.not_found');
      const status = (await world.request(method, path, { body, key: viewer })).status;
      expect(status).toBe(method === 'GET' ? 200 : 403);
    }
    expect((await list('', { key: other.key })).body.code).toBe('agent.not_found');
    expect((await readChat(chatId)).status).toBe('active');
  });
});
