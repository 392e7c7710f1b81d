export { type CallFacts, valuesOfVariables } from './call-variables.ts';
export { personalizationRoutes } from './routes.ts';
