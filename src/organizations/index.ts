export { effectiveCountries } from './countries.ts';
export { organizationRoutes } from './routes.ts';
export { allowedCountriesOf, insertOrganization } from './store.ts';
