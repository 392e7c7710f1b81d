export { CartesiaTextToSpeech } from './text-to-speech.ts';
