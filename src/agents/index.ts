export { AnalysisPlan } from './analysis-plan.ts';
export { getAgent } from './get.ts';
export { fillVariables, variableName } from './prompt-variables.ts';
export { agentRoutes } from './routes.ts';
export { Agent } from './schemas.ts';
export { findAgent } from './store.ts';
