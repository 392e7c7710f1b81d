export { credentials as googleCloudCredentials } from './service.ts';
export { googleSpeechToText } from './speech-to-text.ts';
export { googleCloudTextToSpeech } from './text-to-speech.ts';
