export { OpenAiEmbeddingModel } from './embedding-model.ts';
export { OpenAiLanguageModel } from './language-model.ts';
export { audioFormats } from './realtime/audio-format.ts';
export { azureVoiceLive, voiceLiveTurnDetections } from './realtime/azure-voice-live.ts';
export { turnDetections } from './realtime/client-events.ts';
export { openAiSpeechToSpeech } from './realtime/speech-to-speech.ts';
export { OpenAiSpeechToText } from './speech-to-text.ts';
export { OpenAiTextToSpeech } from './text-to-speech.ts';
