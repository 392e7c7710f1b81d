export { toBlockList } from './addresses.ts';
export { type HealthReport, reportTrunkHealth } from './health.ts';
export { type SealedCredentials, sealedTrunkColumns, trunkCredentials } from './password.ts';
export type { Trunk, TrunkHealth } from './schemas.ts';
export { findTrunk, holdTrunks, type StoredTrunk } from './store.ts';
