export { type CartesiaOptions, CartesiaTextToSpeech } from './text-to-speech.ts';
