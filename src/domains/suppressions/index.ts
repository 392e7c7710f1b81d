export { personTextsInSuppressions } from './store.ts';
export { suppressCustomer, suppressWithin } from './suppress.ts';
export { suppressMany } from './suppress-many.ts';
