export { assemblyAiSpeechToText } from './speech-to-text.ts';
