export { CallEngine, type CallEngineOptions } from './engine.ts';
export type { PreparedAgent, ProviderLookup } from './prepare-agent.ts';
export { endOfFailure, endOfStop } from './sip-outcome.ts';
