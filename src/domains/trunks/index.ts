export { type SealedCredentials, sealedTrunkColumns, trunkCredentials } from './password.ts';
export { CreateTrunk } from './schemas.ts';
export { noteAudioProblem, reportTrunkHealth } from './store/health.ts';
export { findTrunk, holdTrunks } from './store/trunks.ts';
export { createTrunk, deleteTrunk } from './write.ts';
