export { type ChatPageRequest, openChatPage } from './chat-page.ts';
export { Chat, ChatPage } from './schemas.ts';
