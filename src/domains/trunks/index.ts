export { reportTrunkHealth } from './health.ts';
export { type SealedCredentials, sealedTrunkColumns, trunkCredentials } from './password.ts';
export { findTrunk, holdTrunks } from './store.ts';
