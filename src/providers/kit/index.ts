export { ProviderError } from './provider-error.ts';
export { wholeSpeech } from './whole-speech.ts';
