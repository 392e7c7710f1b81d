export { personTextsInSuppressions, suppressedAmong } from './store.ts';
export { suppressCustomer, suppressMany, suppressWithin } from './write.ts';
