import { type ApiError, conflict } from '../../platform/kernel/index.ts';
import { type ChatStatus, openStatuses } from './state.ts';

/** Maximum requested analyses per chat, because each one costs money. */
export const requestsOfChatMax = 20;
/** Maximum pending requested chat analyses per organization, because they delay those of other organizations. */
export const requestsPendingMax = 100;

/** The facts that decide whether a chat can be analyzed again. */
export interface AskedChat {
  status: ChatStatus;
  isPending: boolean;
  messageCount: number;
  /** The agent's published version, or null when the agent was deleted. */
  publishedVersion: number | null;
  /** Whether that version has an `analysis`. */
  isWanted: boolean;
  requestsOfChat: number;
  requestsPending: number;
}

/** Returns why a chat cannot be analyzed again, or null when it can. */
export function refusalOf(chat: AskedChat): ApiError | null {
  const { status, publishedVersion } = chat;
  if ((openStatuses as readonly string[]).includes(status))
    return conflict('chat.not_over', `The chat is ${status}. It can be analyzed once it is over.`);
  if (chat.messageCount === 0) return conflict('chat.no_messages', 'The chat has no messages to analyze.');
  if (publishedVersion === null) {
    const message = 'The agent of the chat was deleted, and its analysis plan with it.';
    return conflict('agent.deleted', message);
  }
  if (!chat.isWanted) {
    const message = `The agent's published version ${publishedVersion} has no \`analysis\`.`;
    return conflict('agent.without_analysis', message);
  }
  if (chat.requestsOfChat >= requestsOfChatMax)
    return conflict('analysis.too_often', `A chat can be analyzed again at most ${requestsOfChatMax} times.`);
  if (chat.requestsPending >= requestsPendingMax) {
    const message = `The organization has ${requestsPendingMax} requested chat analyses pending. Try again when some are done.`;
    return conflict('analysis.too_many_pending', message);
  }
  return null;
}
