import { StatusBadge, type Tone } from '../../ui/index.ts';
import type { Chat } from './conversation.ts';

/** The states of chats that are not over. */
export const openStatuses = ['handedOff', 'active'] as const satisfies Chat['status'][];
export type OpenStatus = (typeof openStatuses)[number];

const tones: Record<Chat['status'], Tone> = {
  handedOff: 'waiting',
  active: 'busy',
  ended: 'neutral',
  abandoned: 'neutral',
};

/** Shows the state of a chat. `handedOff` waits for a person. */
export function ChatStatus({ status }: { status: Chat['status'] }) {
  return <StatusBadge status={status} tone={tones[status]} pulse={status === 'active'} />;
}

/** Returns true when the chat is over. */
export function isOver(status: Chat['status']): boolean {
  return status === 'ended' || status === 'abandoned';
}
