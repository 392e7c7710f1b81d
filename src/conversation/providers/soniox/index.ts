export { sonioxSpeechToText } from './speech-to-text.ts';
