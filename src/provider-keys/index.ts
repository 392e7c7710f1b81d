export { isAnyProviderKey } from './any.ts';
export { findProviderCredentials, type ProviderCredentials } from './credentials.ts';
