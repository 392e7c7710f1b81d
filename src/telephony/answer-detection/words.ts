import {
  bareIntercept,
  bareUnreachable,
  doubtfulSigns,
  greeting,
  introduction,
  momentary,
  type PhraseKind,
  plain,
  promisesTone,
  signs,
  welcome,
} from './phrases.ts';

/** The signs of a machine in the words of a greeting. */
export interface WordsRead {
  /** The kind by phrases that no person uses. */
  short: PhraseKind | null;
  /** The kind when the greeting is too long for a person. */
  long: PhraseKind | null;
  /** The result of an announcement after special information tones. */
  afterTones: 'intercept' | 'unreachable' | null;
  /** Whether the words announce a tone. */
  promisesTone: boolean;
}

/**
 * Reads the recognized words of a greeting. A voicemail that announces its tone may name keys too. Words of a temporary
 * failure make an intercept temporary, and words with a person's greeting are no intercept.
 */
export function readWords(text: string): WordsRead {
  const words = plain(text);
  const greets = greeting.test(words);
  const isBareFailure = bareUnreachable.test(words);
  const kindsIn = (table: typeof signs) =>
    table.flatMap(([kind, pattern]) => (pattern.test(words) ? [kind] : []));
  const certain = kindsIn(signs);
  const fails = certain.includes('unreachable') || isBareFailure || momentary.test(words);
  const kinds = certain
    .filter((kind) => !greets || (kind !== 'intercept' && kind !== 'unreachable'))
    .map((kind) => (kind === 'intercept' && fails ? 'unreachable' : kind));
  const announcesTone = promisesTone.test(words);
  const isVoicemail = announcesTone && kinds.includes('voicemail') && kinds[0] !== 'screening';
  const short = isVoicemail ? 'voicemail' : (kinds[0] ?? null);
  const isBare = bareIntercept.test(words);
  // Words that people say too prove no intercept that lasts.
  const doubtful = !greets && (isBare || isBareFailure) ? 'unreachable' : null;
  const long = short ?? kindsIn(doubtfulSigns)[0] ?? doubtful;
  const isIntercept = certain.includes('intercept') || isBare;
  const lasting = isIntercept ? 'intercept' : null;
  const afterTones = fails || greets ? 'unreachable' : lasting;
  return { short, long, afterTones, promisesTone: announcesTone };
}

/** Returns the words of a text without accents, capitals and punctuation, with one space between them. */
export function plainWords(text: string): string {
  return plain(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns whether a text has a greeting of people. Machines greet too. */
export function greets(text: string): boolean {
  return greeting.test(plain(text));
}

/** Returns whether a text welcomes to a company, without a word by which a person would follow up. */
export function onlyWelcomes(text: string): boolean {
  const words = plain(text);
  return welcome.test(words) && !introduction.test(words);
}

/** Returns whether a text asks to wait for a person, as the announcements of queues do. */
export function asksToWait(text: string): boolean {
  const words = plain(text);
  return signs.some(([kind, pattern]) => kind === 'queue' && pattern.test(words));
}
