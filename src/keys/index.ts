export { type FoundedOrganization, foundOrganization } from './found-organization.ts';
export { keyRoutes } from './routes.ts';
