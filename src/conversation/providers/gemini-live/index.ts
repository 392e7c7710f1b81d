export { geminiLive } from './speech-to-speech.ts';
