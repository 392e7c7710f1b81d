export { type CallFacts, valuesOfVariables } from './call-variables.ts';
export { PhoneNumberInput, Push } from './schemas.ts';
export { erasePushes, findAvailablePush, personTextsInPushes, storePush } from './store.ts';
