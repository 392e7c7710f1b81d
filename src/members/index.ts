export { refuseEscalation } from './guards.ts';
export { memberRoutes } from './routes.ts';
export { holdMember, insertMember } from './store.ts';
