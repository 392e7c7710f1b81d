export { type ConverseOptions, converse, progressOf, type SaidProgress } from './converse.ts';
export { type OpenedProviders, openProviders } from './find-providers.ts';
export { firstWordsReady } from './first-words.ts';
export { speakGreeting } from './greeting.ts';
export {
  type AgentEnvironment,
  type CallToPrepare,
  type PreparedAgent,
  prepareAgent,
} from './prepare-agent.ts';
export { readPronunciations } from './read-pronunciations.ts';
export { SpareSpeech } from './spare-speech.ts';
