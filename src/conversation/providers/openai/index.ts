export { OpenAiLanguageModel } from './language-model.ts';
export { audioFormats } from './realtime/audio-format.ts';
export { turnDetections } from './realtime/client-events.ts';
export type { OpenAiRealtimeOptions } from './realtime/session.ts';
export { OpenAiSpeechToSpeech } from './realtime/speech-to-speech.ts';
export { OpenAiSpeechToText } from './speech-to-text.ts';
export { type OpenAiSpeechOptions, OpenAiTextToSpeech } from './text-to-speech.ts';
export type { OpenAiTranscriptionOptions } from './utterance-transcription.ts';
