import type { Scope } from '../../platform/audit/index.ts';
import type { StreamedBody } from '../../platform/http/index.ts';
import { addChatMessage } from './add-message.ts';
import { chatEvents } from './chat-events.ts';
import type { ChatFeed } from './feed.ts';
import { type FollowView, streamOf } from './follow.ts';
import { Inbox } from './inbox.ts';
import type { CreateChatMessage } from './schemas.ts';

/** Longer than any answer takes, including those queued before it. */
const answerMsMax = 300_000;

/** Adds a message and streams its answer as server-sent events until it is complete. */
export async function addAndFollow(
  scope: Scope & { feed: ChatFeed },
  chatId: string,
  input: CreateChatMessage,
  view: FollowView,
): Promise<StreamedBody> {
  const { db, actor, feed } = scope;
  // Opened before the message is stored, so that no text of the answer is missed.
  const inbox = new Inbox(feed, chatId);
  try {
    const { position } = await addChatMessage(scope, chatId, input);
    // A person's message gets no answer.
    const answerTo = input.role === 'user' ? position : 0;
    const events = chatEvents({
      db,
      organizationId: actor.organizationId,
      chatId,
      inbox,
      ...view,
      after: position - 1,
      answerTo,
      msMax: answerMsMax,
    });
    return streamOf(behindStored(events), inbox);
  } catch (error) {
    inbox.close();
    throw error;
  }
}

/** Starts the response with a comment at once, because the message is already stored. */
async function* behindStored(events: AsyncIterable<string>): AsyncGenerator<string> {
  yield ': the message is stored\n\n';
  yield* events;
}
