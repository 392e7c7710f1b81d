export { RimeTextToSpeech } from './text-to-speech.ts';
