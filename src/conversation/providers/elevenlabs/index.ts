export { type ElevenLabsOptions, ElevenLabsTextToSpeech } from './text-to-speech.ts';
