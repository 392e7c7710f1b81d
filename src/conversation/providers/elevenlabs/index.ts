export { elevenLabsSpeechToText } from './speech-to-text.ts';
export { ElevenLabsTextToSpeech } from './text-to-speech.ts';
