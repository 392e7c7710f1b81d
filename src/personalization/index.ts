export { type CallFacts, valuesOfVariables } from './call-variables.ts';
export { consumePersonalization } from './consume.ts';
export { personalizationRoutes } from './routes.ts';
