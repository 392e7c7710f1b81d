export { httpVoice } from './http-voice.ts';
export { jsonLines, withoutWavHeader, wordsOfLists } from './json-lines.ts';
