import { withValue } from '../../json-text/index.ts';
import { askingStep, type Fields, fieldsAt, freeName, listAt, targetsOf } from './edit.ts';

/** A question of callers and its answer, as a person writes them. */
export interface Question {
  /** How callers ask, one wording a line: a plain sentence, or a phrase with `[ ]`, `( )`, `|`, `*` and `{ }`. */
  wordings: string;
  answer: string;
}

/** The marks of phrases. A line that has one of them is a phrase and no plain sentence. */
const marks = /[[\](){}|*]/;

/** English words that a question may have or lack without a change of its meaning. */
const fillers = new Set(
  `a an the this that these those there it its it's is am are was be been do does did have has had can could will would
  shall should may might i i'm i'd me my we us our you you're your yours he she they what what's which of in on at for
  from to with by and or so any some also too please thanks thank hello hi hey tell know say ask want like need got
  just really actually maybe`.split(/\s+/),
);

function wordsOf(sentence: string): string[] {
  const plain = sentence.toLowerCase().replace(/[’‘`]/g, "'");
  const words = plain.match(/\p{N}+(?:[-:.,/]\p{N}+)*|[\p{L}\p{M}']+/gu) ?? [];
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** Returns the words of a sentence that an asking caller must say, in lower case. */
export function mainWords(sentence: string): string[] {
  return [...new Set(wordsOf(sentence).filter((word) => !fillers.has(word)))];
}

/** The ways in which callers begin a question about a thing, or about what they or the company do. */
const beginnings = {
  thing:
    'do you have | have you got | do you sell | is there | are there | what about | i want | i would like',
  action: 'can i | could i | may i | can you | could you | do you | i want to | i would like to',
};

/**
 * Returns the phrase of a sentence with other beginnings; null for a sentence without one of them. The embedded recognizer hears only
 * what it expects, so that the main words alone are not enough for it.
 */
function otherBeginnings(line: string): string | null {
  if (marks.test(line)) return null;
  const words = wordsOf(line);
  const count = words.findIndex((word) => !fillers.has(word));
  if (count < 1) return null;
  const isAction = ['i', 'we', 'you'].includes(words[count - 1]!);
  return `[${isAction ? beginnings.action : beginnings.thing}] ${words.slice(count).join(' ')} [please]`;
}

/**
 * Returns the dialogue with a question that is understood in every step, and a step that answers it and asks on. Returns the
 * name of that step too. Callers ask in their own words: the main words of a sentence are enough.
 */
export function withQuestion(dialogue: Fields, question: Question): { dialogue: Fields; name: string } {
  const taken = Object.keys(fieldsAt(dialogue, ['nodes']));
  const name = nameOf(linesOf(question.wordings)[0] ?? '', taken);
  const option = { ...heardAs(question), goto: name };
  const asked = { ...dialogue, anywhere: [...listAt(dialogue, ['anywhere']), option] };
  const step = { say: question.answer.trim(), goto: askingStep(dialogue) ?? '' };
  return { dialogue: withValue(asked, ['nodes', name], step) as Fields, name };
}

/** Returns the fields of an option that recognize a question. */
function heardAs({ wordings }: Question): { phrases: string[]; keywords: string[] | undefined } {
  const lines = linesOf(wordings);
  const words = lines.filter((line) => !marks.test(line)).map((line) => mainWords(line).join(' '));
  const keywords = [...new Set(words)].filter((text) => text !== '' && text.length <= 200);
  const phrases = [...new Set([...lines, ...lines.flatMap((line) => otherBeginnings(line) ?? [])])];
  return { phrases, keywords: keywords.length === 0 ? undefined : keywords };
}

/** A question that was added to a dialogue. */
export interface AddedQuestion extends Question {
  /** The place of its option among those of every step. */
  index: number;
  /** The step that answers it. */
  name: string;
}

/** Returns the questions of every step whose own steps only say an answer and go on. */
export function questionsOf(dialogue: Fields): AddedQuestion[] {
  const nodes = fieldsAt(dialogue, ['nodes']);
  return listAt(dialogue, ['anywhere']).flatMap((option, index) => {
    const { phrases, goto: name } = option as Fields;
    const { say, goto: next } = fieldsAt(nodes, [String(name)]);
    if (typeof say !== 'string' || typeof next !== 'string' || !Array.isArray(phrases)) return [];
    const ways = targetsOf(dialogue).filter((target) => target === name);
    if (ways.length !== 1) return [];
    const made = new Set(phrases.map((phrase) => otherBeginnings(String(phrase))));
    const wordings = phrases.filter((phrase) => !made.has(phrase)).join('\n');
    return [{ index, name: String(name), wordings, answer: say }];
  });
}

/** Returns the dialogue with other words for a question and its answer. */
export function withQuestionChanged(
  dialogue: Fields,
  { index, name }: AddedQuestion,
  question: Question,
): Fields {
  const option = listAt(dialogue, ['anywhere'])[index] as Fields;
  const heard = withValue(dialogue, ['anywhere', index], { ...option, ...heardAs(question) });
  return withValue(heard, ['nodes', name, 'say'], question.answer.trim()) as Fields;
}

/** Returns the dialogue without a question and its answer. */
export function withoutQuestion(dialogue: Fields, { index, name }: AddedQuestion): Fields {
  const anywhere = listAt(dialogue, ['anywhere']).toSpliced(index, 1);
  return withValue({ ...dialogue, anywhere }, ['nodes', name], undefined) as Fields;
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

/** Returns a name for a step from the first words of a question: `glutenFreeBread`. */
function nameOf(line: string, taken: readonly string[]): string {
  const plain = mainWords(line)
    .map((word) => word.normalize('NFKD').replace(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '')
    .slice(0, 4);
  const [first = '', ...others] = plain;
  const name = (first + others.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')).slice(0, 40);
  const begun = /^[a-z]/.test(name) ? name : `answer${name}`;
  return taken.includes(begun) ? freeName(begun, taken) : begun;
}
