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

/** English words with which questions begin. */
const starters = new Set(
  `do does did can could may might will would shall should is are am was have has had got get i you we they it there any
  some a an the your my our what what's please hello hi`.split(/\s+/),
);

/** Returns the thing that a question is about, as an agent names it: `gluten-free bread`. */
export function topicOf(line: string): string {
  const words = line
    .replace(/[?!.,;]/g, ' ')
    .trim()
    .split(/\s+/);
  const begun = words.findIndex((word) => !starters.has(word.toLowerCase().replace(/[’‘`]/g, "'")));
  return words.slice(Math.max(0, begun)).join(' ');
}

/**
 * Returns the dialogue with a question that is understood in every step, and a step that answers it and asks on. Returns the
 * name of that step too. Callers ask in their own words.
 */
export function withQuestion(dialogue: Fields, question: Question): { dialogue: Fields; name: string } {
  const taken = Object.keys(fieldsAt(dialogue, ['nodes']));
  const name = nameOf(linesOf(question.wordings)[0] ?? '', taken);
  const option = { ...heardAs(question), goto: name };
  const asked = { ...dialogue, anywhere: [...listAt(dialogue, ['anywhere']), option] };
  const step = { say: question.answer.trim(), goto: askingStep(dialogue) ?? '' };
  return { dialogue: withValue(asked, ['nodes', name], step) as Fields, name };
}

/** Returns the fields of an option that recognize a question. The dialogue also understands other wordings of plain sentences. */
function heardAs({ wordings }: Question): { phrases: string[]; keywords: undefined; questions: string[] } {
  const lines = [...new Set(linesOf(wordings))];
  return {
    phrases: lines.filter((line) => marks.test(line)),
    keywords: undefined,
    questions: lines.filter((line) => !marks.test(line)),
  };
}

/** Phrases that earlier versions added to plain sentences. */
const added = /^\[(?:do you have|can i) \|/;

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
    const { goto: name } = option as Fields;
    const { say, goto: next } = fieldsAt(nodes, [String(name)]);
    const heard = [...listAt(option, ['questions']), ...listAt(option, ['phrases'])];
    if (typeof say !== 'string' || typeof next !== 'string' || heard.length === 0) return [];
    const ways = targetsOf(dialogue).filter((target) => target === name);
    if (ways.length !== 1) return [];
    const wordings = heard.filter((text) => !added.test(String(text))).join('\n');
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
  const plain = topicOf(line)
    .toLowerCase()
    .split(/[\s-]+/)
    .map((word) => word.normalize('NFKD').replace(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '')
    .slice(0, 4);
  const [first = '', ...others] = plain;
  const name = (first + others.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')).slice(0, 40);
  const begun = /^[a-z]/.test(name) ? name : `answer${name}`;
  return taken.includes(begun) ? freeName(begun, taken) : begun;
}
