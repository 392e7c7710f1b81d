export { inOrder } from './conversation.ts';
export { ConversationList } from './conversation-list.tsx';
export { testCustomer } from './tests.ts';
export { useConversation } from './use-conversation.ts';
export { StreamLost, Writer } from './writer.tsx';
