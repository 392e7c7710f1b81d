import { type ApiError, conflict } from '../../platform/kernel/index.ts';

/**
 * `active`: the agent answers. `handedOff`: a person of the organization answers. `ended`: closed by a request or a
 * tool. `abandoned`: the customer stopped writing.
 */
export const chatStatuses = ['active', 'handedOff', 'ended', 'abandoned'] as const;
export type ChatStatus = (typeof chatStatuses)[number];
/** The statuses of open chats. */
export const openStatuses = ['active', 'handedOff'] as const satisfies ChatStatus[];
export type OpenStatus = (typeof openStatuses)[number];

/** The legal transitions. A person may return the chat to the agent. A finished chat stays finished. */
const transitions: Record<ChatStatus, readonly ChatStatus[]> = {
  active: ['handedOff', 'ended', 'abandoned'],
  handedOff: ['active', 'ended', 'abandoned'],
  ended: [],
  abandoned: [],
};

export const messagesMax = 1000;

/** Returns why the chat cannot change to that status, or null when it can. */
export function refusedTransition(from: ChatStatus, to: ChatStatus): ApiError | null {
  if (transitions[from].includes(to)) return null;
  if (transitions[from].length === 0) return over(from);
  if (to === 'active') return conflict('chat.not_handed_off', 'The agent already answers this chat.');
  return conflict('chat.handed_off', 'The chat has already been handed off.');
}

/** Returns why a message of that role is refused, or null when it is accepted. */
export function refusedMessage(
  chat: { status: ChatStatus; messageCount: number },
  role: 'user' | 'agent',
): ApiError | null {
  if (transitions[chat.status].length === 0) return over(chat.status);
  if (role === 'agent' && chat.status !== 'handedOff') {
    return conflict(
      'chat.not_handed_off',
      'Only a chat that was handed off accepts messages of role agent. POST to its /handoff first.',
    );
  }
  if (chat.messageCount < messagesMax) return null;
  return conflict('chat.full', `The chat has the maximum of ${messagesMax} messages. Start another one.`);
}

function over(status: ChatStatus): ApiError {
  return conflict('chat.ended', `The chat is ${status}. Start another one.`);
}
