export type { Pronunciation } from './pronunciation.ts';
export { prepareReading, type Reading, readAloud } from './read-aloud.ts';
export { type SpokenRest, SpokenText } from './spoken-text.ts';
