export { googleCloudTextToSpeech } from './text-to-speech.ts';
