export { readHeads } from './chain-store.ts';
export * from './change.ts';
export { signCheckpointsAgain } from './checkpoints.ts';
export { exclusiveBound } from './export-bound.ts';
export { forgetAuditEntries } from './forget-entries.ts';
export { removeEnded } from './remove-ended.ts';
export { openSignedHeads, signHeads } from './signed-heads.ts';
export { type ChainReport, verifyChains } from './verify.ts';
export type { AuditVerb } from './vocabulary.ts';
