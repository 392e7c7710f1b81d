export { type EffectEnvironment, effects } from './effects/carry-out.ts';
export { WorkflowEngine, type WorkflowEngineOptions } from './engine.ts';
