export { DeepgramSpeechToText, type DeepgramTranscriptionOptions } from './speech-to-text.ts';
export { type DeepgramSpeechOptions, DeepgramTextToSpeech } from './text-to-speech.ts';
