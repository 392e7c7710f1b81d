import type { Schema } from '../../api/schema.ts';

export type Chat = Schema<'Chat'>;
export type Message = Chat['transcript']['messages'][number];

/** A chat so far: messages by position, and the message being written. */
export interface Conversation {
  messages: ReadonlyMap<number, Message>;
  /** The text of the answer being written, which is not stored yet. */
  writing: string;
  /** The tool that is running. */
  tool: string | null;
  /** Null before the stream reports it. */
  status: Chat['status'] | null;
}

export const emptyConversation: Conversation = {
  messages: new Map(),
  writing: '',
  tool: null,
  status: null,
};

/** An event of a chat's stream. */
export type ChatEvent =
  | { type: 'message'; position: number; message: Message }
  | { type: 'delta'; text: string }
  | { type: 'restart' }
  | { type: 'tool'; toolName: string }
  | { type: 'status'; status: Chat['status'] };

/** Returns the chat after an event. A message that is repeated after a reconnection stays one message. */
export function afterChatEvent(before: Conversation, event: ChatEvent): Conversation {
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

/** Returns the messages in order. */
export function inOrder({ messages }: Pick<Conversation, 'messages'>): [number, Message][] {
  return [...messages].sort(([one], [other]) => one - other);
}

/** Returns true when the customer wrote last and the agent has to answer. */
export function isAwaited(conversation: Conversation): boolean {
  return conversation.status === 'active' && inOrder(conversation).at(-1)?.[1].role === 'user';
}
