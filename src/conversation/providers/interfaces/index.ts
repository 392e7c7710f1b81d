export type * from './failure.ts';
export type * from './language-model.ts';
export type * from './speech-to-speech.ts';
export type * from './speech-to-text.ts';
export type * from './text-to-speech.ts';
