import { useEffect, useState } from 'react';
import { followStream } from '../../api/index.ts';
import {
  after,
  type Chat,
  type ChatEvent,
  type Conversation,
  emptyConversation,
  type Message,
} from './conversation.ts';

/** A chat as it goes. `isLost` while the stream is away: what is shown stays, and it goes on where it left off. */
export function useConversation(chatId: string): { conversation: Conversation; isLost: boolean } {
  const [conversation, setConversation] = useState(emptyConversation);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    setConversation(emptyConversation);
    setLost(false);
    return follow(chatId, (event) => setConversation((before) => after(before, event)), setLost);
  }, [chatId]);
  return { conversation, isLost };
}

function follow(chatId: string, tell: (event: ChatEvent) => void, setLost: (isLost: boolean) => void) {
  let position = 0;
  return followStream({
    url: () => `/api/chats/${chatId}/events?after=${position}`,
    on: {
      message: (message: Message, id: string) => {
        position = Number(id);
        tell({ type: 'message', position, message });
      },
      delta: ({ text }: { text: string }) => tell({ type: 'delta', text }),
      restart: () => tell({ type: 'restart' }),
      tool: ({ toolName }: { toolName: string }) => tell({ type: 'tool', toolName }),
      status: ({ status }: { status: Chat['status'] }) => tell({ type: 'status', status }),
    },
    last: 'done',
    onLost: setLost,
    // What was being written is told anew, or has become a message.
    onOpen: (isFirst) => {
      if (!isFirst) tell({ type: 'restart' });
    },
  });
}
