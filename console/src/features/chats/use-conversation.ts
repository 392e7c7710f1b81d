import { useEffect, useState } from 'react';
import { followStream } from '../../api/index.ts';
import {
  afterChatEvent,
  type Chat,
  type ChatEvent,
  type Conversation,
  emptyConversation,
  type Message,
} from './conversation.ts';

/** Returns a chat as it goes on. `isLost` is true while the stream is not open; it resumes after the last message. */
export function useConversation(chatId: string): { conversation: Conversation; isLost: boolean } {
  const [conversation, setConversation] = useState(emptyConversation);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    setConversation(emptyConversation);
    setLost(false);
    return follow(chatId, (event) => setConversation((before) => afterChatEvent(before, event)), setLost);
  }, [chatId]);
  return { conversation, isLost };
}

function follow(chatId: string, apply: (event: ChatEvent) => void, setLost: (isLost: boolean) => void) {
  let position = 0;
  return followStream({
    url: () => `/api/chats/${chatId}/events?after=${position}`,
    on: {
      message: (message: Message, id: string) => {
        position = Number(id);
        apply({ type: 'message', position, message });
      },
      delta: ({ text }: { text: string }) => apply({ type: 'delta', text }),
      restart: () => apply({ type: 'restart' }),
      tool: ({ toolName }: { toolName: string }) => apply({ type: 'tool', toolName }),
      status: ({ status }: { status: Chat['status'] }) => apply({ type: 'status', status }),
    },
    last: 'done',
    onState: (state) => {
      setLost(state !== 'open');
      // The stream repeats an unfinished message from its beginning.
      if (state === 'open') apply({ type: 'restart' });
    },
  });
}
