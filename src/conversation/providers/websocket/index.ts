export { websocketSpeechToText } from './speech-to-text.ts';
export { WebsocketTextToSpeech } from './text-to-speech.ts';
