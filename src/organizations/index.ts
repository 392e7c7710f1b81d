export { effectiveCountries } from './countries.ts';
export { allowedCountriesOf, insertOrganization } from './store.ts';
