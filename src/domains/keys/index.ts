export { type FoundedOrganization, foundOrganization } from './found-organization.ts';
