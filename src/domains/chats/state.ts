import { type ApiError, conflict } from '../../platform/kernel/index.ts';

/**
 * A chat is `active` while the agent answers, `handedOff` while a person of the organization does, and is over
 * when it is `ended` (by somebody) or `abandoned` (the customer went silent).
 */
export const chatStatuses = ['active', 'handedOff', 'ended', 'abandoned'] as const;
export type ChatStatus = (typeof chatStatuses)[number];
/** Those of chats that are under way. */
export const openStatuses = ['active', 'handedOff'] as const satisfies ChatStatus[];
export type OpenStatus = (typeof openStatuses)[number];

/** The legal transitions: a person may give the chat back to the agent; what is over stays over. */
const transitions: Record<ChatStatus, readonly ChatStatus[]> = {
  active: ['handedOff', 'ended', 'abandoned'],
  handedOff: ['active', 'ended', 'abandoned'],
  ended: [],
  abandoned: [],
};

export const messagesMax = 1000;

/** Why the chat cannot go to that state, or null when it can. */
export function refusedTransition(from: ChatStatus, to: ChatStatus): ApiError | null {
  if (transitions[from].includes(to)) return null;
  if (transitions[from].length === 0) return over(from);
  if (to === 'active') return conflict('chat.not_handed_off', 'The agent answers the chat already.');
  return conflict('chat.handed_off', 'The chat has been handed off to a person already.');
}

/** Why a message of that role cannot be added to the chat, or null when it can. */
export function refusedMessage(
  chat: { status: ChatStatus; messageCount: number },
  role: 'user' | 'agent',
): ApiError | null {
  if (transitions[chat.status].length === 0) return over(chat.status);
  if (role === 'agent' && chat.status !== 'handedOff') {
    return conflict(
      'chat.not_handed_off',
      'A person can write only after the chat was handed off: POST to its /handoff first.',
    );
  }
  if (chat.messageCount < messagesMax) return null;
  return conflict('chat.full', `The chat has ${messagesMax} messages, which is the most; start another one.`);
}

function over(status: ChatStatus): ApiError {
  return conflict('chat.ended', `The chat is ${status}; start another one.`);
}
