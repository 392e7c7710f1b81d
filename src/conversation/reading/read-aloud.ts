import type { Pronunciation } from './pronunciation.ts';
import { SpokenText } from './spoken-text.ts';

/** How texts are read aloud. */
export interface Reading {
  /** BCP 47. */
  language: string;
  pronunciations: readonly Pronunciation[];
}

/** Returns the text that a voice speaks for a written one. */
export function readAloud(text: string, _reading: Reading): SpokenText {
  return new SpokenText(text, []);
}
