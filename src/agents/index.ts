export { AnalysisPlan } from './analysis-plan.ts';
export { configurationOf } from './configuration-of.ts';
export { getAgent } from './get.ts';
export { fillVariables, variableName } from './prompt-variables.ts';
export { agentRoutes } from './routes.ts';
export { Agent, type AgentConfiguration } from './schemas.ts';
export { findAgent } from './store.ts';
export { findVersion } from './version-store.ts';
