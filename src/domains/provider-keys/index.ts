export { isAnyProviderKey } from './any.ts';
export { findProviderCredentials } from './credentials.ts';
export { sealedProviderKeyColumns } from './sealed-key.ts';
