export type * from './text-to-speech.ts';
