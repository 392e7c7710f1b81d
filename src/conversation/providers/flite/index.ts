export { Flite, type FliteOptions, fliteVoices } from './flite.ts';
export type { VoiceLoad } from './speech-queue.ts';
