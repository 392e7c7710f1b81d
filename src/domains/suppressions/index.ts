export { type SuppressionSource, suppressionSources } from './schemas.ts';
export { suppressCustomer, suppressWithin } from './suppress.ts';
export { suppressMany } from './suppress-many.ts';
