export { findProviderCredentials, type ProviderCredentials } from './credentials.ts';
export { providerKeyRoutes } from './routes.ts';
