export { findProviderCredentials, isAnyProviderKey } from './read.ts';
export { sealedProviderKeyColumns } from './sealed-key.ts';
