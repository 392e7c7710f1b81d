export { refuseEscalation } from './guards.ts';
export { holdMember, insertMember } from './store.ts';
