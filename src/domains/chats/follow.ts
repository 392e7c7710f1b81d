import { Readable } from 'node:stream';
import type { ReadScope } from '../../platform/audit/index.ts';
import { StreamedBody } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { chatEvents } from './chat-events.ts';
import type { ChatFeed } from './feed.ts';
import { Inbox } from './inbox.ts';
import { findProgress } from './store/chats.ts';

/** The parts of a chat that a follower may see. */
export interface FollowView {
  /** Tool arguments and results are internal to the organization. */
  withTools: boolean;
}

/** Follows a chat from a position on: messages, live text and status, as server-sent events. */
export async function followChat(
  scope: ReadScope & { feed: ChatFeed; lastEventId?: string | undefined },
  chatId: string,
  after: number | null,
  view: FollowView,
): Promise<StreamedBody> {
  const { db, actor, feed, lastEventId } = scope;
  const { organizationId } = actor;
  if (!(await findProgress(db, organizationId, chatId))) throw notFound('chat');
  const seen = /^\d{1,7}$/.test(lastEventId ?? '') ? Number(lastEventId) : after;
  const inbox = new Inbox(feed, chatId);
  const events = chatEvents({
    db,
    organizationId,
    chatId,
    inbox,
    ...view,
    after: seen ?? 0,
    answerTo: null,
    msMax: feed.followMsMax,
  });
  return streamOf(events, inbox);
}

/** Returns the body of an event stream. Closing the body closes the inbox. */
export function streamOf(events: AsyncIterable<string>, inbox: Inbox): StreamedBody {
  const stream = Readable.from(events, { objectMode: false, highWaterMark: 16_384 });
  stream.once('close', () => inbox.close());
  return new StreamedBody('text/event-stream', stream, {
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}
