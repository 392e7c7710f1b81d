export { publicChatOperations } from './public-operations.ts';
export { addPublicChats } from './public-routes.ts';
