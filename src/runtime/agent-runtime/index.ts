export { converseWithBrowser, endOfBrowserCall, prepareForBrowser } from './browser-call.ts';
export { type ConverseOptions, converse, progressOf, type SaidProgress } from './converse.ts';
export { type OpenedProviders, openProviders } from './find-providers.ts';
export { firstWordsReady } from './first-words.ts';
export { speakGreeting } from './greeting.ts';
export { usageOf } from './hand-over.ts';
export {
  type AgentEnvironment,
  type CallToPrepare,
  prepareAgent,
} from './prepare-agent.ts';
export type { PreparedAgent, Takeover } from './prepared-agent.ts';
export { readMemory } from './read-memory.ts';
export { readPronunciations } from './read-pronunciations.ts';
export { SpareSpeech } from './spare-speech.ts';
