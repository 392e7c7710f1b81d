export { azureSpeechTextToSpeech } from './text-to-speech.ts';
