export type { DeepgramTranscriptionOptions } from './live-transcription.ts';
export { DeepgramSpeechToText } from './speech-to-text.ts';
export { DeepgramTextToSpeech } from './text-to-speech.ts';
