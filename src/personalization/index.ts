export { type CallFacts, valuesOfVariables } from './call-variables.ts';
export { findAvailablePush } from './store.ts';
