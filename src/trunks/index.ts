export { toBlockList } from './addresses.ts';
export { type SealedCredentials, trunkCredentials } from './password.ts';
export { trunkRoutes } from './routes.ts';
export type { Trunk } from './schemas.ts';
export { findTrunk, type StoredTrunk } from './store.ts';
