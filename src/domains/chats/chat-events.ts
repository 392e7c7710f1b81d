import type { Queryable } from '../../platform/db/index.ts';
import type { ChatActivity } from './feed.ts';
import type { Inbox } from './inbox.ts';
import { type ChatProgress, findProgress } from './store/chats.ts';
import { messagesOfChats } from './store/messages.ts';

interface ChatEventsOptions {
  db: Queryable;
  organizationId: string;
  chatId: string;
  inbox: Inbox;
  /** Only messages after this position are sent. */
  after: number;
  /** Ends once the message at this position is answered or will not be; null: ends with the chat. */
  answerTo: number | null;
  withTools: boolean;
  /** Maximum duration in milliseconds. */
  msMax: number;
}

/** Interval of keep-alives in a quiet stream. The chat is read again as often. */
const quietMsMax = 10_000;
const messagesOfRead = 100;

/** Yields the events of a chat as the text of server-sent events. */
export async function* chatEvents(options: ChatEventsOptions): AsyncGenerator<string> {
  const { db, organizationId, chatId, inbox, answerTo } = options;
  const untilMs = performance.now() + options.msMax;
  let { after } = options;
  let shown: ChatProgress['status'] | null = null;
  let hasChanged = true;
  while (!inbox.isClosed) {
    if (hasChanged) {
      const progress = await findProgress(db, organizationId, chatId);
      if (!progress) return;
      for (
        ;
        after < progress.messageCount && !inbox.isClosed;
        after = Math.min(after + messagesOfRead, progress.messageCount)
      ) {
        yield* await messageEvents(options, after, Math.min(after + messagesOfRead, progress.messageCount));
      }
      if (answerTo === null && progress.status !== shown) yield event('status', { status: progress.status });
      shown = progress.status;
      const end = endOf(progress, answerTo);
      if (end) {
        yield event('done', end);
        return;
      }
    }
    const leftMs = untilMs - performance.now();
    if (leftMs <= 0) return;
    const news = await inbox.take(Math.min(leftMs, quietMsMax));
    hasChanged = news.length === 0 || news.some(({ type }) => type === 'changed');
    if (news.length === 0) yield ': keep-alive\n\n';
    for (const activity of news) {
      const text = activityEvent(activity, options);
      if (text !== null) yield text;
    }
  }
}

/** Returns the final event, or null while the stream continues. */
function endOf(
  { status, answeredPosition }: ChatProgress,
  answerTo: number | null,
): { status: string; answered: boolean } | { status: string } | null {
  const isOver = status === 'ended' || status === 'abandoned';
  if (answerTo === null) return isOver ? { status } : null;
  const answered = answeredPosition >= answerTo;
  return answered || status !== 'active' ? { status, answered } : null;
}

async function messageEvents(
  { db, organizationId, chatId, withTools }: ChatEventsOptions,
  after: number,
  upTo: number,
): Promise<string[]> {
  const found = await messagesOfChats(db, organizationId, [chatId], { after, upTo });
  return (found.get(chatId) ?? [])
    .filter(({ message }) => withTools || message.role !== 'tool')
    .map(({ position, message }) => event('message', message, position));
}

function activityEvent(activity: ChatActivity, { answerTo, withTools }: ChatEventsOptions): string | null {
  if (activity.type === 'changed') return null;
  const { type, position, ...rest } = activity;
  if (answerTo !== null && position !== answerTo) return null;
  return type === 'tool' && !withTools ? null : event(type, { ...rest, answers: position });
}

/** Formats one event (HTML Standard §9.2). JSON contains no line breaks. */
function event(type: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
