export { speechmaticsSpeechToText } from './speech-to-text.ts';
