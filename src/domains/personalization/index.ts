export { type CallFacts, valuesOfVariables } from './call-variables.ts';
export { erasePushes } from './erase.ts';
export { Push } from './schemas.ts';
export { findAvailablePush, storePush } from './store.ts';
