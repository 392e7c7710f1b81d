export { OpenAiLanguageModel } from './language-model.ts';
export { audioFormats } from './realtime/audio-format.ts';
export { turnDetections } from './realtime/client-events.ts';
export { type OpenAiRealtimeOptions, OpenAiSpeechToSpeech } from './realtime/speech-to-speech.ts';
export { OpenAiSpeechToText, type OpenAiTranscriptionOptions } from './speech-to-text.ts';
export { type OpenAiSpeechOptions, OpenAiTextToSpeech } from './text-to-speech.ts';
