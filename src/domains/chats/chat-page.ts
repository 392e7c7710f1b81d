import type { Queryable } from '../../platform/db/index.ts';
import { type PagePlace, StreamedBody } from '../../platform/http/index.ts';
import type { ChatMessage } from './schemas.ts';
import { type ChatRecord, type ChatSelection, selectChats } from './store/chats.ts';
import { messagesOfChats } from './store/messages.ts';
import { nothingUsed, usageOfChats } from './store/usage.ts';

/** The query behind a page of chats. */
interface ChatPageRequest {
  organizationId: string;
  selection: ChatSelection;
  size: number;
  withoutSummary: boolean;
  /** Whether to include usage and cost. */
  withUsage: boolean;
  /** Returns the absolute URL of the page below a position; null for none. */
  nextPage: (place: PagePlace | null) => string | null;
  /** Called when the page is empty, before the response begins. */
  ifNone?: () => Promise<unknown>;
}

const chatsOfChunk = 100;
/** Messages per read: of several short chats, or part of a long one. */
const messagesOfRead = 250;
const textOfChunk = 65_536;

/**
 * Returns a page of chats with transcripts as JSON text in pieces. At most one piece is in memory, and no database
 * connection is held between reads, however long the transcripts or slow the client. The first chats are read before
 * this returns, so that an unreachable database yields an error instead of half a response.
 */
export async function openChatPage(db: Queryable, request: ChatPageRequest): Promise<StreamedBody> {
  const first = await readChats(db, request, request.selection.below, request.size);
  if (first.length === 0) await request.ifNone?.();
  return new StreamedBody('application/json; charset=utf-8', inChunks(pageTexts(db, request, first)));
}

/** Reads one chat more than needed, to know whether another page follows. */
function readChats(
  db: Queryable,
  request: ChatPageRequest,
  below: string,
  left: number,
): Promise<ChatRecord[]> {
  const limit = Math.min(chatsOfChunk, left) + 1;
  return selectChats(db, request.organizationId, { ...request.selection, below }, limit);
}

async function* pageTexts(
  db: Queryable,
  request: ChatPageRequest,
  first: ChatRecord[],
): AsyncGenerator<string> {
  let [rows, left, separator] = [first, request.size, ''];
  yield '{"chats":[';
  for (;;) {
    const chats = rows.slice(0, Math.min(chatsOfChunk, left));
    for (const group of groupsOf(chats)) {
      yield* groupTexts(db, request, group, separator);
      separator = ',';
    }
    left -= chats.length;
    const last = chats.at(-1);
    if (last === undefined || rows.length === chats.length || left === 0) {
      const more = last !== undefined && rows.length > chats.length;
      const nextPage = request.nextPage(more ? { createdAt: last.createdAt, id: last.chatId } : null);
      yield `],"metadata":${JSON.stringify({ nextPage })}}`;
      return;
    }
    rows = await readChats(db, request, last.chatId, left);
  }
}

/** Groups consecutive chats whose messages are read together. */
function groupsOf(chats: ChatRecord[]): ChatRecord[][] {
  const groups: ChatRecord[][] = [];
  let count = Number.POSITIVE_INFINITY;
  for (const chat of chats) {
    count += chat.messageCount;
    if (count > messagesOfRead) {
      groups.push([]);
      count = chat.messageCount;
    }
    groups.at(-1)!.push(chat);
  }
  return groups;
}

async function* groupTexts(
  db: Queryable,
  request: ChatPageRequest,
  group: ChatRecord[],
  separator: string,
): AsyncGenerator<string> {
  const read = (chatIds: string[], after: number) =>
    messagesOfChats(db, request.organizationId, chatIds, { after, upTo: after + messagesOfRead });
  const withMessages = group.filter(({ messageCount }) => messageCount > 0).map(({ chatId }) => chatId);
  const beginnings = withMessages.length === 0 ? null : await read(withMessages, 0);
  const chatIds = group.map(({ chatId }) => chatId);
  const used = request.withUsage ? await usageOfChats(db, request.organizationId, chatIds) : null;
  let before = separator;
  for (const chat of group) {
    const { messageCount, summary, ...shown } = chat;
    const summed = request.withoutSummary ? {} : { summary };
    const head = JSON.stringify({ ...shown, ...summed, ...(used && (used.get(chat.chatId) ?? nothingUsed)) });
    yield `${before}${head.slice(0, -1)},"transcript":{"messages":[${textOf(beginnings?.get(chat.chatId), chat)}`;
    for (let after = messagesOfRead; after < messageCount; after += messagesOfRead) {
      yield `,${textOf((await read([chat.chatId], after)).get(chat.chatId), chat)}`;
    }
    yield ']}}';
    before = ',';
  }
}

/** Ignores messages added after the chat itself was read. */
function textOf(
  messages: { position: number; message: ChatMessage }[] | undefined,
  chat: ChatRecord,
): string {
  const known = messages?.filter(({ position }) => position <= chat.messageCount) ?? [];
  return known.map(({ message }) => JSON.stringify(message)).join(',');
}

async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < textOfChunk) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
