export { inOrder } from './conversation.ts';
export { ConversationList } from './conversation-list.tsx';
export { useConversation } from './use-conversation.ts';
export { StreamLost, Writer } from './writer.tsx';
