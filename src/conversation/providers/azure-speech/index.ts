export { speechAddress } from './service.ts';
export { azureSpeechToText } from './speech-to-text.ts';
export { azureSpeechTextToSpeech } from './text-to-speech.ts';
