export { WidgetGuard } from './guard.ts';
export { publicChatOperations } from './public-operations.ts';
export { addPublicChats } from './public-routes.ts';
export { SessionTokens } from './session.ts';
export { findOpenWidget, type OpenWidget } from './store.ts';
