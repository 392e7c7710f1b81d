export { inworldTextToSpeech } from './text-to-speech.ts';
