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
  return parted(line).topic;
}

/** Parts a question into its topic, and the word before it in lower case. */
function parted(line: string): { before: string; topic: string } {
  const words = line
    .replace(/[?!.,;]/g, ' ')
    .trim()
    .split(/\s+/);
  const plain = words.map((word) => word.toLowerCase().replace(/[’‘`]/g, "'"));
  const begun = Math.max(
    0,
    plain.findIndex((word) => !starters.has(word)),
  );
  return { before: plain[begun - 1] ?? '', topic: words.slice(begun).join(' ') };
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
function heardAs({ wordings }: Question): { phrases: string[]; questions: string[] } {
  const lines = [...new Set(linesOf(wordings))];
  return {
    phrases: lines.filter((line) => marks.test(line)),
    questions: lines.filter((line) => !marks.test(line)),
  };
}

/** Phrases that earlier versions added to plain sentences, with keywords of their own. */
const added = /^\[(?:do you have|can i) \|/;

/** A question that was added to a dialogue. */
export interface AddedQuestion extends Question {
  /** The place of its option among those of every step. */
  index: number;
  /** The step that answers it. */
  name: string;
}

/** Returns the questions of every step whose own steps only say an answer and go on. The first step is no answer. */
export function questionsOf(dialogue: Fields): AddedQuestion[] {
  const nodes = fieldsAt(dialogue, ['nodes']);
  return listAt(dialogue, ['anywhere']).flatMap((option, index) => {
    const { goto: name } = option as Fields;
    const { say, goto: next } = fieldsAt(nodes, [String(name)]);
    const heard = [...listAt(option, ['questions']), ...listAt(option, ['phrases'])];
    if (typeof say !== 'string' || typeof next !== 'string' || heard.length === 0) return [];
    const ways = targetsOf(dialogue).filter((target) => target === name);
    if (ways.length !== 1 || name === dialogue.start) return [];
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
  const { keywords, ...option } = listAt(dialogue, ['anywhere'])[index] as Fields;
  const isByEarlier = listAt(option, ['phrases']).some((phrase) => added.test(String(phrase)));
  const kept = keywords === undefined || isByEarlier ? {} : { keywords };
  const heard = withValue(dialogue, ['anywhere', index], { ...option, ...kept, ...heardAs(question) });
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

/** An answer of a dialogue, as a person chooses it. */
export interface KnownAnswer {
  /** The step that answers. */
  name: string;
  label: string;
}

/** Returns the answers to which the options of a dialogue lead: added questions by their wording, and others by their words. */
export function answersOf(dialogue: Fields): KnownAnswer[] {
  const wordings = new Map(questionsOf(dialogue).map((question) => [question.name, question.wordings]));
  const names = new Set(
    optionLists(dialogue).flatMap(({ options }) => options.map(({ goto }) => String(goto))),
  );
  return [...names].flatMap((name) => {
    const [wording] = wordings.get(name)?.split('\n') ?? [];
    const { say } = fieldsAt(dialogue, ['nodes', name]);
    const label = wording ?? (typeof say === 'string' ? `“${say}”` : null);
    return label === null ? [] : [{ name, label }];
  });
}

/** Returns the dialogue with a further wording of the options that lead to an answer. */
export function withWording(dialogue: Fields, name: string, wording: string): Fields {
  return optionLists(dialogue).reduce((before, { path, options }) => {
    if (options.every(({ goto }) => goto !== name)) return before;
    const next = options.map((option) =>
      option.goto === name
        ? { ...option, questions: [...new Set([...listAt(option, ['questions']), wording])] }
        : option,
    );
    return withValue(before, path, next) as Fields;
  }, dialogue);
}

function optionLists(dialogue: Fields): { path: string[]; options: Fields[] }[] {
  const steps = Object.keys(fieldsAt(dialogue, ['nodes']));
  const paths = [['anywhere'], ...steps.map((name) => ['nodes', name, 'listen', 'options'])];
  return paths.map((path) => ({ path, options: listAt(dialogue, path) as Fields[] }));
}

/** A line of a conversation. */
export interface SaidLine {
  role: string;
  text: string;
}

/** Returns the lines of a caller to which the agent said that it did not understand, without those that were taught since. */
export function notUnderstoodOf(said: readonly SaidLine[], dialogue: Fields): string[] {
  const steps = Object.keys(fieldsAt(dialogue, ['nodes']));
  const failures = [['noMatch'], ...steps.map((name) => ['nodes', name, 'listen', 'noMatch'])];
  const replies = [
    'Sorry, I did not get that.',
    ...failures.flatMap((path) => listAt(dialogue, [...path, 'says'])),
  ]
    .map((text) => plainOf(String(text).split('{{')[0]!))
    .filter((text) => text !== '');
  const known = optionLists(dialogue).flatMap(({ options }) =>
    options.flatMap((option) => listAt(option, ['questions']).map((text) => plainOf(String(text)))),
  );
  const lines = said.flatMap(({ role, text }, index) => {
    const answer = said[index + 1];
    if (role !== 'user' || answer?.role !== 'bot') return [];
    return replies.some((reply) => plainOf(answer.text).startsWith(reply)) ? linesOf(text) : [];
  });
  return [...new Set(lines)].filter((line) => /\p{L}/u.test(line) && !known.includes(plainOf(line)));
}

function plainOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** Returns the steps whose own words may name what callers can ask: the first one, and the one that asks on. */
export function offeringSteps(dialogue: Fields): { name: string; say: string }[] {
  const names = new Set([String(dialogue.start), askingStep(dialogue) ?? '']);
  return [...names].flatMap((name) => {
    const { say, listen } = fieldsAt(dialogue, ['nodes', name]);
    return typeof say === 'string' && listen ? [{ name, say }] : [];
  });
}

/** Returns the words of a step with an offer to ask a question. */
export function withOffer(say: string, line: string): string {
  const { before, topic } = parted(line);
  if (topic === '') return say;
  const isQuestion = /^(?:how|where|when|which|who|whose|why)\b/i.test(topic);
  if (isQuestion || ['i', 'we', 'you', 'they'].includes(before)) {
    const asked = line.replace(/^\p{L}(?!\p{Lu})/u, (letter) => letter.toLowerCase()).replace(/[.?!]*$/, '?');
    return `${say} You can also ask: ${asked}`;
  }
  const offered = /You can also ask about ([^.?!]+)\.$/.exec(say)?.[1];
  if (offered === undefined) return `${say} You can also ask about ${topic}.`;
  const list = `${offered.replace(/ or (?!.* or )/, ', ')} or ${topic}`;
  return say.replace(/You can also ask about [^.?!]+\.$/, `You can also ask about ${list}.`);
}
