export { refuseEscalation, refuseHigherRole } from './guards.ts';
export { holdMember, insertMember, lockMember, updateMemberRow } from './store.ts';
