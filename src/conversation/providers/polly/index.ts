export { pollyTextToSpeech } from './text-to-speech.ts';
