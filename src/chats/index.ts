export { type ChatPageRequest, openChatPage } from './chat-page.ts';
export { chatRoutes } from './routes.ts';
export { Chat, ChatPage } from './schemas.ts';
