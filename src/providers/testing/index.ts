export { describeTextToSpeech, type TextToSpeechSubject } from './text-to-speech-suite.ts';
