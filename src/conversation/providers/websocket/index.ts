export { websocketName, websocketSpeechToText } from './speech-to-text.ts';
