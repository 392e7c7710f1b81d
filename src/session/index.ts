export { type ConversedLine, converse, type SaidProgress } from './converse.ts';
export { CallEngine, type CallEngineOptions } from './engine.ts';
export {
  type AgentEnvironment,
  type PreparedAgent,
  type ProviderLookup,
  prepareAgent,
} from './prepare-agent.ts';
export { endOfFailure, endOfStop } from './sip-outcome.ts';
