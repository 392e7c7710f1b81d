export { gladiaSpeechToText } from './speech-to-text.ts';
