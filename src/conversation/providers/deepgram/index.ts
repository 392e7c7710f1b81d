export type { DeepgramTranscriptionOptions } from './options.ts';
export { DeepgramSpeechToText } from './speech-to-text.ts';
export { DeepgramTextToSpeech } from './text-to-speech.ts';
