export { HeldAnswers } from './held-answers.ts';
export { type ModelScenario, modelScenarios } from './language-model-scenarios.ts';
export { describeLanguageModel, type LanguageModelSubject } from './language-model-suite.ts';
export { type LocalService, startLocalService } from './local-service.ts';
export { ModelServer, type ModelServerOptions } from './model-server.ts';
export { describeSpeechToText, type SpeechToTextSubject } from './speech-to-text-suite.ts';
export { describeStreamedSpeech, type StreamedSpeechSubject } from './streamed-speech-suite.ts';
export { describeTextToSpeech, type TextToSpeechSubject } from './text-to-speech-suite.ts';
export { audioParts, msPerCharacter, voiceAudio } from './voice-audio.ts';
