export { isAnyProviderKey } from './any.ts';
export { findProviderCredentials, type ProviderCredentials } from './credentials.ts';
export { sealedProviderKeyColumns } from './sealed-key.ts';
