export { CallEngine, type CallEngineOptions } from './engine.ts';
export type { PreparedAgent } from './prepare-agent.ts';
export type { ProviderConfiguration, Providers } from './providers.ts';
