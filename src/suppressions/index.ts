export { type SuppressionSource, suppressionSources } from './schemas.ts';
export { suppressCustomer } from './suppress.ts';
export { suppressMany } from './suppress-many.ts';
