import type { Schema } from '../../api/index.ts';

export type Chat = Schema<'Chat'>;
export type Message = Chat['transcript']['messages'][number];

/** A chat as far as it was told: its messages by their position, and what is being written. */
export interface Conversation {
  messages: ReadonlyMap<number, Message>;
  /** Of the answer that comes, which is not stored yet. */
  writing: string;
  /** The tool that runs. */
  tool: string | null;
  /** Null: not told yet. */
  status: Chat['status'] | null;
}

export const emptyConversation: Conversation = {
  ...{ messages: new Map(), writing: '', tool: null, status: null },
};

/** What the stream of a chat tells, one event at a time. */
export type ChatEvent =
  | { type: 'message'; position: number; message: Message }
  | { type: 'delta'; text: string }
  | { type: 'restart' }
  | { type: 'tool'; toolName: string }
  | { type: 'status'; status: Chat['status'] };

/** The chat after an event. Told twice, as after a reconnection, a message is the same message. */
export function after(before: Conversation, event: ChatEvent): Conversation {
  switch (event.type) {
    case 'message': {
      const messages = new Map(before.messages).set(event.position, event.message);
      const isAnswer = event.message.role !== 'user';
      return { ...before, messages, ...(isAnswer ? { writing: '', tool: null } : {}) };
    }
    case 'delta':
      return { ...before, writing: before.writing + event.text, tool: null };
    case 'restart':
      return { ...before, writing: '', tool: null };
    case 'tool':
      return { ...before, tool: event.toolName };
    case 'status':
      return { ...before, status: event.status, writing: '', tool: null };
  }
}

/** The messages in their order. */
export function inOrder({ messages }: Conversation): [number, Message][] {
  return [...messages].sort(([one], [other]) => one - other);
}

/** Whether the last word is the customer's, and the agent is to answer it. */
export function isAwaited(conversation: Conversation): boolean {
  return conversation.status === 'active' && inOrder(conversation).at(-1)?.[1].role === 'user';
}
