export { OpenAiLanguageModel } from './language-model.ts';
export { audioFormats } from './realtime/audio-format.ts';
export { turnDetections } from './realtime/client-events.ts';
export { OpenAiSpeechToSpeech } from './realtime/speech-to-speech.ts';
export { OpenAiSpeechToText } from './speech-to-text.ts';
export { OpenAiTextToSpeech } from './text-to-speech.ts';
