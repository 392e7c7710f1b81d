export { publicChatOperations } from './public-operations.ts';
export { addPublicChats, type PublicRouteDependencies } from './public-routes.ts';
