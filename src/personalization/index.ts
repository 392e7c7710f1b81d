export { type CallFacts, valuesOfVariables } from './call-variables.ts';
