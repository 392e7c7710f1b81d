export { OpenAiLanguageModel } from './language-model.ts';
export { type OpenAiRealtimeOptions, OpenAiSpeechToSpeech } from './realtime/speech-to-speech.ts';
export { OpenAiSpeechToText, type OpenAiTranscriptionOptions } from './speech-to-text.ts';
export { type OpenAiSpeechOptions, OpenAiTextToSpeech } from './text-to-speech.ts';
