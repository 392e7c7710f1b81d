export { findProviderCredentials } from './read.ts';
export { sealedProviderKeyColumns } from './sealed-key.ts';
export { isAnyProviderKey } from './store.ts';
