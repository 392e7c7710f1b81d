import { readOneOf, type Span } from './span.ts';

const yes = [
  'yes',
  'yes please',
  'sure',
  'of course',
  'okay',
  'ok',
  'correct',
  'that is right',
  'right',
  'absolutely',
  'definitely',
  'please do',
];
const no = [
  'no',
  'no thanks',
  'no thank you',
  'not really',
  'that is wrong',
  'wrong',
  'incorrect',
  'i do not',
  'i cannot',
  'not',
];

const answers: ReadonlyMap<string, boolean> = new Map([
  ...yes.map((words) => [words, true] as const),
  ...no.map((words) => [words, false] as const),
]);

/** Common phrases for yes and no, for transcribers that need phrases. */
export const yesNoExamples: readonly string[] = [...yes, ...no.filter((words) => words !== 'not')];

/** Reads yes or no in English. `not right` is a no, because it begins with one. */
export function readYesNo(words: readonly string[], at: number): Span | null {
  return readOneOf(answers, words, at);
}
