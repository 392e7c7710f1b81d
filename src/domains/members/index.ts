export { refuseEscalation, refuseHigherRole } from './guards.ts';
export { getMember } from './read.ts';
export type { Member } from './schemas.ts';
export { holdMember, insertMember, lockMember, updateMemberRow } from './store.ts';
