export { ElevenLabsTextToSpeech } from './text-to-speech.ts';
