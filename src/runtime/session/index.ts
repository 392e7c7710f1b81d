export { type ConversedLine, converse, type SaidProgress } from './agent/converse.ts';
export type { ProviderLookup } from './agent/find-providers.ts';
export { type AgentEnvironment, type PreparedAgent, prepareAgent } from './agent/prepare-agent.ts';
export { CallEngine, type CallEngineOptions } from './engine.ts';
export { endOfFailure, endOfStop } from './signalling/sip-outcome.ts';
