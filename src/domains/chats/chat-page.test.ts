import { expect, it } from 'vitest';
import type { Queryable, Statement } from '../../platform/db/index.ts';
import { openChatPage } from './chat-page.ts';

const chatCount = 1000;
const messagesEach = 40;

/** A database of many chats that counts its queries and adds a message while a chat is read. */
class CountingDatabase implements Queryable {
  queries = 0;
  broken = false;

  async query<Row>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    this.queries++;
    if (this.broken) throw new Error('the database is away');
    return (statement.name === 'chats.messages' ? this.#messages(values) : this.#chats(values)) as Row[];
  }

  #chats([, from, below, limit]: unknown[]): unknown[] {
    return Array.from({ length: chatCount }, (_, i) => `chat_${String(chatCount - i).padStart(4, '0')}`)
      .filter((chatId) => chatId >= String(from) && chatId < String(below))
      .slice(0, Number(limit))
      .map((chatId) => ({ chatId, summary: null, messageCount: messagesEach, createdAt: 'then' }));
  }

  #messages([, chatIds, after, upTo]: unknown[]): unknown[] {
    const addedSince = 1;
    return (chatIds as string[]).flatMap((chat_id) =>
      Array.from({ length: messagesEach + addedSince }, (_, i) => i + 1)
        .filter((position) => position > Number(after) && position <= Number(upTo))
        .map((position) => ({
          chat_id,
          position,
          role: 'user',
          content: 'x'.repeat(500),
          created_at: 'then',
        })),
    );
  }
}

const open = (db: Queryable) =>
  openChatPage(db, {
    organizationId: 'org_1',
    selection: { agentId: null, from: 'chat_', below: 'chat_z' },
    size: chatCount,
    withoutSummary: false,
    withUsage: false,
    nextPage: () => null,
  });

it('reads only as far as the client has consumed', async () => {
  const db = new CountingDatabase();
  const { chunks } = await open(db);
  expect(db.queries).toBe(1);
  const reader = chunks[Symbol.asyncIterator]();
  const { value } = await reader.next();
  expect(db.queries).toBeLessThan(10);
  expect(String(value).length).toBeLessThan(1_000_000);
  const soFar = db.queries;
  await reader.return?.();
  expect(db.queries).toBe(soFar);
});

it('returns each transcript as it was when its chat was read', async () => {
  let text = '';
  for await (const chunk of (await open(new CountingDatabase())).chunks) text += chunk;
  const { chats } = JSON.parse(text);
  expect(chats).toHaveLength(chatCount);
  for (const { transcript } of chats) expect(transcript.messages).toHaveLength(messagesEach);
});

it('rejects before the response begins when the database is unreachable, and aborts the response when it fails later', async () => {
  const db = new CountingDatabase();
  const { chunks } = await open(db);
  db.broken = true;
  await expect(open(db)).rejects.toThrow('away');
  await expect(Array.fromAsync(chunks)).rejects.toThrow('away');
});
