import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';

const insertChats = statement(
  'test.chat_list.chats',
  `insert into chats (organization_id, chat_id, agent_id, customer_unique_id, summary, chat_variables, message_count,
     created_at, updated_at)
   select $1, chat->>'id', $2, 'c', chat->>'summary', '{}', (chat->>'messages')::int, (chat->>'at')::timestamptz, now()
   from json_array_elements($3) as chat`,
);
const insertMessages = statement(
  'test.chat_list.messages',
  `insert into chat_messages (organization_id, chat_id, position, message_id, role, content, created_at)
   select $1, chat->>'id', n, 'message_' || n, 'bot', 'line ' || n, now()
   from json_array_elements($2) as chat, generate_series(1, (chat->>'messages')::int) as n`,
);
const insertTool = statement(
  'test.chat_list.tool',
  `insert into chat_messages (organization_id, chat_id, position, message_id, role, tool_call_id, tool_name,
     tool_arguments, tool_result, created_at)
   values ($1, $2, 1, 'message_1', 'tool', 'call-1', 'lookUp', '{"a":1}', '{"b":2}', '2026-01-02T03:04:05.678Z')`,
);

const startedAtMs = Date.parse('2026-05-01T12:00:00.000Z');
/** 250 chats a millisecond apart. Most are short; some are so long that they are read in several pieces. */
const chats = Array.from({ length: 250 }, (_, i) => ({
  id: newId('chat', startedAtMs + i),
  at: new Date(startedAtMs + i).toISOString(),
  messages: i % 50 === 0 ? 600 : i % 3,
  summary: i % 2 === 0 ? `summary ${i}` : null,
}));
const newestFirst = chats.toReversed();

let world: ApiWorld;
let path: string;
beforeAll(async () => {
  world = await createApiWorld();
  const { organizationId } = world.owner;
  const agent = await world.request('POST', '/api/agents', { body: { name: 'Clerk', prompt: 'Help.' } });
  path = `/api/agents/${agent.body.agentId}/chats`;
  await world.db.query(insertChats, [organizationId, agent.body.agentId, JSON.stringify(chats)]);
  await world.db.query(insertMessages, [organizationId, JSON.stringify(chats)]);
});
afterAll(() => world.close());

const list = (query: string) => world.request('GET', `${path}${query}`);
const ids = (body: { chats: { chatId: string }[] }) => body.chats.map(({ chatId }) => chatId);

describe('the list of chats', () => {
  it('returns complete transcripts, newest chat first', async () => {
    const { status, body, headers } = await list('?pageSize=1000');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(ids(body)).toEqual(newestFirst.map(({ id }) => id));
    for (const [index, chat] of newestFirst.entries()) {
      const { summary, transcript, createdAt } = body.chats[index];
      expect([summary, createdAt]).toEqual([chat.summary, chat.at]);
      const lines = Array.from({ length: chat.messages }, (_, n) => `line ${n + 1}`);
      expect(transcript.messages.map(({ content }: { content: string }) => content)).toEqual(lines);
    }
    expect(body.metadata).toEqual({ nextPage: null });
  });

  it.each([1, 7, 100, 101, 125, 249, 250])(
    'returns each chat once when walked in pages of %i',
    async (size) => {
      const walked: string[] = [];
      let next: string | null = `${path}?pageSize=${size}&exclude=summary`;
      let pages = 0;
      while (next !== null && pages < 300) {
        const { body } = await world.request('GET', next.replace(/^https?:\/\/[^/]+/, ''));
        expect(body.chats.length).toBeGreaterThan(0);
        expect(body.chats.some((chat: object) => 'summary' in chat)).toBe(false);
        walked.push(...ids(body));
        next = body.metadata.nextPage;
        pages++;
      }
      expect(walked).toEqual(newestFirst.map(({ id }) => id));
      expect(pages).toBe(Math.ceil(chats.length / size));
    },
  );

  it('filters by time with exclusive bounds, to the microsecond', async () => {
    const expected = (after: number, before: number) =>
      newestFirst
        .map(({ id }) => id)
        .filter(
          (id) => chats.findIndex((c) => c.id === id) > after && chats.findIndex((c) => c.id === id) < before,
        );
    const at = (i: number) => encodeURIComponent(chats[i]!.at);
    expect(ids((await list(`?createdAtGt=${at(10)}&createdAtLt=${at(20)}&pageSize=1000`)).body)).toEqual(
      expected(10, 20),
    );
    const finer = (i: number) => encodeURIComponent(chats[i]!.at.replace('Z', '5Z'));
    const fine = await list(`?createdAtGt=${finer(10)}&createdAtLt=${finer(20)}`);
    expect(ids(fine.body)).toEqual(expected(10, 21));
    const offset = encodeURIComponent(chats[240]!.at.replace('T12', 'T14').replace('Z', '+02:00'));
    expect(ids((await list(`?createdAtGt=${offset}`)).body)).toEqual(expected(240, 250));
    expect((await list(`?createdAtGt=${at(20)}&createdAtLt=${at(20)}`)).body.chats).toEqual([]);
    const paged = await list(`?createdAtLt=${at(20)}&pageSize=5`);
    const second = await world.request('GET', paged.body.metadata.nextPage.replace(/^https?:\/\/[^/]+/, ''));
    expect(ids(second.body)).toEqual(expected(-1, 15).slice(0, 5));
  });

  it.each(['?exclude=summary', '?exclude=summary&exclude=summary'])(
    'omits the summaries with %s',
    async (query) => {
      const { body } = await list(query);
      expect(body.chats.every((chat: object) => !('summary' in chat))).toBe(true);
    },
  );

  it.each([
    ['exclude', '?exclude=transcript'],
    ['exclude', '?exclude='],
    ['exclude', '?exclude=summary&exclude=status'],
    ['createdAtGt', '?createdAtGt=soon'],
    ['createdAtLt', '?createdAtLt=2026-02-30T00:00:00Z'],
    ['createdAtLt', '?createdAtLt=2026-02-03T00:00:00Z&createdAtLt=2026-02-03T00:00:00Z'],
    ['pageSize', '?pageSize=0'],
    ['pageSize', '?pageSize=1001'],
    ['pageToken', '?pageToken=mine'],
  ])('reports %s when %s is rejected', async (field, query) => {
    const { status, body } = await list(query);
    expect([status, body.error.split(':')[0]]).toEqual([400, field]);
  });

  it('ignores unknown parameters', async () => {
    expect((await list('?excludes=transcript&x=1&pageSize=1')).status).toBe(200);
  });

  it('shows a tool message with the fields of a tool message', async () => {
    const agent = await world.request('POST', '/api/agents', { body: { name: 'Tools', prompt: 'Help.' } });
    const chat = { id: newId('chat'), at: new Date().toISOString(), messages: 1, summary: null };
    const { organizationId } = world.owner;
    await world.db.query(insertChats, [organizationId, agent.body.agentId, JSON.stringify([chat])]);
    await world.db.query(insertTool, [organizationId, chat.id]);
    const { body } = await world.request('GET', `/api/agents/${agent.body.agentId}/chats`);
    expect(body.chats[0].transcript.messages).toEqual([
      {
        role: 'tool',
        toolCallId: 'call-1',
        toolName: 'lookUp',
        toolArguments: '{"a":1}',
        toolResult: '{"b":2}',
        createdAt: '2026-01-02T03:04:05.678Z',
      },
    ]);
  });

  it('filters open chats by status, of one customer and of all', async () => {
    const [first, second] = [newestFirst[0]!, newestFirst[1]!];
    for (const { id } of [first, second]) await world.request('POST', `/api/chats/${id}/handoff`);
    await world.request('POST', `/api/chats/${second.id}/end`);
    const all = async (query: string) => (await world.request('GET', `/api/chats${query}`)).body;
    expect(ids(await all('?status=handedOff'))).toEqual([first.id]);
    expect(ids(await all('?status=handedOff&customerUniqueId=c'))).toEqual([first.id]);
    expect(ids(await all('?status=handedOff&customerUniqueId=d'))).toEqual([]);
    const active = await all('?status=active&pageSize=3');
    expect(ids(active)).not.toContain(first.id);
    const next = await world.request('GET', active.metadata.nextPage.replace(/^https?:\/\/[^/]+/, ''));
    expect(ids(active).at(-1)! > ids(next.body)[0]!).toBe(true);
    expect(next.body.chats.every(({ status }: { status: string }) => status === 'active')).toBe(true);
    expect((await all('?status=ended')).error).toMatch(/^status: /);
  });
});
