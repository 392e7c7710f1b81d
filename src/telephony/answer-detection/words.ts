import { doubtfulSigns, type PhraseKind, plain, promisesTone, signs } from './phrases.ts';

/** The signs of a machine in the words of a greeting. */
export interface WordsRead {
  /** The kind by phrases that no person uses. */
  short: PhraseKind | null;
  /** The kind when the greeting is too long for a person. */
  long: PhraseKind | null;
  /** Whether the words announce a tone. */
  promisesTone: boolean;
}

/** Reads the recognized words of a greeting. A voicemail that announces its tone may name keys too. */
export function readWords(text: string): WordsRead {
  const words = plain(text);
  const kindsIn = (table: typeof signs) =>
    table.flatMap(([kind, pattern]) => (pattern.test(words) ? [kind] : []));
  const kinds = kindsIn(signs);
  const announcesTone = promisesTone.test(words);
  const isVoicemail = announcesTone && kinds.includes('voicemail') && kinds[0] !== 'screening';
  const short = isVoicemail ? 'voicemail' : (kinds[0] ?? null);
  return { short, long: short ?? kindsIn(doubtfulSigns)[0] ?? null, promisesTone: announcesTone };
}
