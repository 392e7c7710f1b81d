import { type ApiError, conflict } from '../../platform/kernel/index.ts';
import { type ChatStatus, openStatuses } from './state.ts';

/** Analyses that can be asked for of one chat: each is paid for. */
export const requestsOfChatMax = 20;
/** Analyses of chats of an organization that were asked for and are pending: those of other organizations stand behind them. */
export const requestsPendingMax = 100;

/** What decides whether a chat can be analysed again. */
export interface AskedChat {
  status: ChatStatus;
  isPending: boolean;
  messageCount: number;
  /** The agent's published version; null: the agent was deleted. */
  publishedVersion: number | null;
  /** Whether that version wants something found out. */
  isWanted: boolean;
  requestsOfChat: number;
  requestsPending: number;
}

/** Why a chat cannot be analysed again; null: it can. */
export function refusalOf(chat: AskedChat): ApiError | null {
  const { status, publishedVersion } = chat;
  if ((openStatuses as readonly string[]).includes(status))
    return conflict('chat.not_over', `The chat is ${status}: it can be analysed when it is over.`);
  if (chat.messageCount === 0)
    return conflict('chat.no_messages', 'Nothing was said in the chat that could be analysed.');
  if (publishedVersion === null) {
    const message = 'The agent of the chat, which says what is to be found out, was deleted.';
    return conflict('agent.deleted', message);
  }
  if (!chat.isWanted) {
    const message = `The agent's published version ${publishedVersion} wants nothing found out: it has no \`analysis\`.`;
    return conflict('agent.without_analysis', message);
  }
  if (chat.requestsOfChat >= requestsOfChatMax)
    return conflict('analysis.too_often', `A chat can be analysed again ${requestsOfChatMax} times.`);
  if (chat.requestsPending >= requestsPendingMax) {
    const message = `${requestsPendingMax} analyses of chats that were asked for are pending; more can be asked for when some of them are done.`;
    return conflict('analysis.too_many_pending', message);
  }
  return null;
}
