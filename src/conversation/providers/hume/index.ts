export { humeTextToSpeech } from './text-to-speech.ts';
