export { fishAudioTextToSpeech } from './text-to-speech.ts';
