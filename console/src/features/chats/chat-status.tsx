import { StatusBadge, type Tone } from '../../ui/index.ts';
import type { Chat } from './conversation.ts';

/** How chats stand that are under way. */
export const openStatuses = ['handedOff', 'active'] as const satisfies Chat['status'][];
export type OpenStatus = (typeof openStatuses)[number];

const tones: Record<Chat['status'], Tone> = {
  ...{ handedOff: 'waiting', active: 'busy', ended: 'neutral', abandoned: 'neutral' },
};

/** How a chat stands; `handedOff` is what waits for a person. */
export function ChatStatus({ status }: { status: Chat['status'] }) {
  return <StatusBadge status={status} tone={tones[status]} pulse={status === 'active'} />;
}

/** Whether nobody writes in it any more. */
export function isOver(status: Chat['status']): boolean {
  return status === 'ended' || status === 'abandoned';
}
