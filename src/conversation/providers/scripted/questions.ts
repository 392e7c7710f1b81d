import { wordsOf } from './words.ts';

/** English words that a question may have or lack without a change of its meaning. */
const fillers = setOf(`
  a an the this that these those there it its it's is am are was be been do does did have has had can could will would
  shall should may might i i'm i'd me my we us our you you're your yours he she they what what's which of in on at for
  from to with by and or so any some also too please thanks thank hello hi hey tell know say ask want like need got
  just really actually maybe guys`);

/** English words that say little alone: a shorter wording may lack them, and a longer one may have them. */
const weak = setOf(`
  take get give make offer sell use go come accept today tomorrow now here people people's someone anyone anything
  something everything thing things one ones kind sort bit way possible find located exactly
  exact shop store office company business place building hotel restaurant clinic practice salon`);

/** Words that ask and name nothing. A question of such words alone has no others: *Where are you?* is not *Where can I park?*. */
const asking = setOf('where when how who why');

/** The words between the beginning of a question and the details that callers leave out. */
const details = setOf('to for in on at with by from of near');

/** Ways in which callers begin a question about a thing, or about what they or the company do. */
const beginnings = {
  thing:
    'do you have | have you got | do you sell | is there | are there | what about | i want | i would like',
  action: 'can i | could i | may i | can you | could you | do you | i want to | i would like to',
};

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** Returns an English word without its usual endings, for comparisons only: `deliver` for `deliveries`. */
function stemOf(word: string): string {
  let stem = word.replace(/'s$/, '');
  const cut = (ending: RegExp, other = '') => {
    const shorter = stem.replace(ending, other);
    if (shorter.length >= 3 && /[aeiouy]/.test(shorter)) stem = shorter;
  };
  cut(/ies$/, 'y');
  cut(/(?<=[^su])s$/);
  cut(/(?:ing|ed|ment)$/);
  if (stem.length >= 5) cut(/[ye]$/);
  else cut(/(?<=[^e])e$/);
  return stem.replace(/([^aeiou])\1$/, '$1');
}

const weakStems = new Set([...weak].map(stemOf));
const askingStems = new Set([...asking].map(stemOf));

/** Returns the stems of the words that give a text its meaning, each once. */
export function contentOf(words: readonly string[]): string[] {
  return [...new Set(words.filter((word) => !fillers.has(word)).map(stemOf))];
}

/** An option with questions, as its words and those of the others decide. */
export interface Asked<Option> {
  option: Option;
  /** Whether all words of a question were said. */
  isWhole: boolean;
  /** Whether nothing else was said. */
  isExact: boolean;
  /** The wording that fits. */
  question: string;
  /** The other option that fits equally well, so that the caller has to say which is meant; null for none. */
  rival: { option: Option; question: string } | null;
}

interface Askable {
  questions: readonly string[];
  phrases: readonly string[];
  keywords: readonly string[];
}

/**
 * Returns the option whose question was asked, by the words that distinguish it from all other options; `null` when none was, or
 * when more than two fit equally well. A shorter wording needs the first of its words, or one of two, and no others.
 */
export function findQuestion<Option extends Askable>(
  options: readonly Option[],
  words: readonly string[],
): Asked<Option> | null {
  const asking = options.filter(({ questions }) => questions.length > 0);
  const said = contentOf(words);
  if (asking.length === 0) return null;
  // Counted once, so that the work grows with the dialogue and not with its square.
  const counts = new Map<string, number>();
  for (const option of options)
    for (const word of heardWith(option).vocabulary) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isOwn = (word: string) => counts.get(word) === 1;
  const found = asking.flatMap((option) => {
    const fits = heardWith(option).questions.map((question, index) => ({
      ...{ option, question: option.questions[index]! },
      ...fitOf(question, words, said, isOwn),
    }));
    return fits.toSorted((one, other) => other.score - one.score).slice(0, 1);
  });
  const [first, ...others] = found.toSorted((one, other) => other.score - one.score);
  if (!first || first.score === 0) return null;
  const { score, ...asked } = first;
  const rivals = asked.isWhole ? [] : others.filter((other) => other.score === score);
  if (rivals.length > 1) return null;
  return { ...asked, rival: rivals[0] ?? null };
}

/** Returns how many words of a question were said; `score` is 0 when the question was not asked. */
function fitOf(
  { text, content: all }: HeardQuestion,
  words: readonly string[],
  said: readonly string[],
  isOwn: (word: string) => boolean,
): { score: number; isWhole: boolean; isExact: boolean } {
  if (text === words.join(' ')) return { score: Number.POSITIVE_INFINITY, isWhole: true, isExact: true };
  const strong = all.filter((word) => !weakStems.has(word));
  const hits = strong.filter((word) => said.includes(word));
  const more = said.filter((word) => !all.includes(word) && !weakStems.has(word)).length;
  const isWhole = all.length > 0 && all.every((word) => said.includes(word));
  const isExact = isWhole && said.length === all.length;
  const moreMax = strong.every((word) => askingStems.has(word)) ? 0 : all.length > 1 ? Infinity : 1;
  if (isWhole && more <= moreMax) return { score: all.length + 0.5, isWhole, isExact };
  // The first word says what is asked for: bread alone is no question about gluten-free bread.
  const hasFirst = hits[0] === strong[0];
  const isPart = more === 0 && (hasFirst || strong.length === 2);
  const isMost = hasFirst && hits.length >= 2 && hits.length > more && hits.length * 2 >= strong.length;
  const score = hits.some(isOwn) && (isPart || isMost) ? hits.length : 0;
  return { score, isWhole: false, isExact: false };
}

interface HeardQuestion {
  /** Its words in lower case. */
  text: string;
  /** Their stems. */
  content: readonly string[];
}

interface HeardOption {
  /** The stems of the words with which the option is reached. */
  vocabulary: readonly string[];
  questions: readonly HeardQuestion[];
}

const heard = new WeakMap<object, HeardOption>();

/** Returns the words of an option, which are split once. */
function heardWith(option: Askable): HeardOption {
  const known = heard.get(option);
  if (known) return known;
  const texts = [...option.questions, ...option.keywords, ...option.phrases];
  const made = {
    vocabulary: [...new Set(texts.flatMap((text) => contentOf(wordsOf(text.replace(/\{[^}]*\}/g, ' ')))))],
    questions: option.questions.map((question) => {
      const words = wordsOf(question);
      return { text: words.join(' '), content: contentOf(words) };
    }),
  };
  heard.set(option, made);
  return made;
}

/**
 * Returns phrases by which a question is asked: with other beginnings, and without the details at its end. A recognizer that hears
 * only what it expects needs them.
 */
export function phrasesOfQuestion(question: string): string[] {
  const words = wordsOf(question);
  const count = words.findIndex((word) => !fillers.has(word));
  if (count < 0 || asking.has(words[0]!) || ['what', 'which'].includes(words[0]!)) return [words.join(' ')];
  const isAction = ['i', 'we', 'you'].includes(words[count - 1] ?? '');
  const rest = words.slice(count);
  const end = rest.findIndex((word) => details.has(word));
  const short = end < 1 ? rest : rest.slice(0, end);
  const tail = rest.slice(short.length).join(' ');
  const begun = `[${isAction ? beginnings.action : beginnings.thing}] ${short.join(' ')}`;
  return [words.join(' '), `${begun} ${tail === '' ? '' : `[${tail}] `}[please]`];
}
