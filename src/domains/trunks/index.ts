export { type SealedCredentials, sealedTrunkColumns, trunkCredentials } from './password.ts';
export { reportTrunkHealth } from './store/health.ts';
export { findTrunk, holdTrunks } from './store/trunks.ts';
