export { refuseEscalation, refuseHigherRole } from './guards.ts';
export type { Member } from './schemas.ts';
export { findMember, holdMember, insertMember, lockMember, updateMemberRow } from './store.ts';
