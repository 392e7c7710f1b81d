export { type ConversedLine, converse, type SaidProgress } from './converse.ts';
export { CallEngine, type CallEngineOptions } from './engine.ts';
export type { ProviderLookup } from './find-providers.ts';
export { type AgentEnvironment, type PreparedAgent, prepareAgent } from './prepare-agent.ts';
export { endOfFailure, endOfStop } from './sip-outcome.ts';
