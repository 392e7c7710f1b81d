/** The most characters and words of an utterance that are read. */
const charactersMax = 1_000;
export const wordsMax = 100;

/** An e-mail address, words with dots between them, a number, or a word. */
const token =
  /[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+|(?:[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*\.)+\p{L}{2,}|\p{N}+(?:[-:.,/]\p{N}+)*|[\p{L}']+/gu;

/** Hesitations, which are ignored everywhere. */
const hesitations = new Set(['uh', 'um', 'erm', 'er', 'hmm', 'mm', 'eh', 'ah']);

/** Colloquial words for yes and no. */
const colloquial: ReadonlyMap<string, string> = new Map([
  ...['yeah', 'yep', 'yup'].map((word) => [word, 'yes'] as const),
  ...['nope', 'nah'].map((word) => [word, 'no'] as const),
]);

/** English contractions with the words that they stand for. After other words, `'s` may be a genitive. */
const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bcan't\b|\bcan not\b/g, 'cannot'],
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/\bi'm\b/g, 'i am'],
  [/\b(we|you|they|there|these|those|what|where|who|how)'re\b/g, '$1 are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/\b(i|we|you|he|she|it|they|that|there|what|who)'d\b/g, '$1 would'],
  [/\b(it|that|there|here|what|where|when|who|how|he|she)'s\b/g, '$1 is'],
];

/**
 * Returns the words of an utterance in lower case, without punctuation, accents, contractions and hesitations. Numbers keep their inner
 * separators (`3:30`, `2026-11-24`), addresses stay whole (`mail.example.org`), and `p.m.` becomes
 * `pm`.
 */
export function wordsOf(utterance: string): string[] {
  const whole = contractions.reduce((text, [short, long]) => text.replace(short, long), plainOf(utterance));
  return wordsIn(whole).map((word) => colloquial.get(word) ?? word);
}

/** Returns the words as `wordsOf` does, with contractions and colloquial words, which may be names or parts of addresses. */
export function wordsAsSaid(utterance: string): string[] {
  return wordsIn(plainOf(utterance));
}

function plainOf(utterance: string): string {
  return utterance
    .slice(0, charactersMax)
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/\b([ap])\. ?m\b\.?/g, '$1m');
}

function wordsIn(plain: string): string[] {
  return (plain.match(token) ?? [])
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '' && !hesitations.has(word))
    .slice(0, wordsMax);
}

/** Words that speakers contract, with the short form. */
const spokenShort: readonly (readonly [RegExp, string])[] = [
  [/\b(it|that|there|what|where|he|she) is\b(?= \w)/g, "$1's"],
  [/\bi am\b(?= \w)/g, "i'm"],
  [/\b(i|you|we) will\b(?= \w)/g, "$1'll"],
  [/\b(i|you|we) would\b(?= \w)/g, "$1'd"],
  [/\bcannot\b/g, "can't"],
  [/\bwill not\b/g, "won't"],
  [/\b(do|does|did|is|are|was) not\b/g, "$1n't"],
];

/** Returns a phrase as it is mostly spoken, with contractions: `that's right` for `that is right`. */
export function contracted(phrase: string): string {
  return spokenShort.reduce((text, [long, short]) => text.replace(long, short), phrase);
}

/** Words of assent that say nothing else. They are too short, or too many, for a recognizer to expect them. */
const assent =
  /^(?:(?:yes|sure) )?(?:(?:(?:that would be|that is|it is|all) )?(?:right|fine|good|nice|great|perfect|alright)|please do|go ahead|sure thing)$/;

/** Returns whether words are an assent and courtesies, and nothing else: `okay fine`, `that would be great`. */
export function isAssent(words: readonly string[]): boolean {
  return [words, withoutCourtesies(words)].some((some) => assent.test(some.join(' ')));
}

/** Words around what a caller wants, which change nothing about it. Longer ones come first. */
const courtesies = {
  before: [
    'i am sorry',
    'excuse me',
    'i think',
    'i guess',
    'thank you',
    ...'hello hi hey oh well so and then sorry please thanks okay ok'.split(' '),
  ],
  after: [
    'thank you very much',
    'thank you',
    'i think',
    'i guess',
    'i am afraid',
    ...'please thanks then sir madam sorry bye goodbye'.split(' '),
  ],
};
const asWords = (texts: readonly string[]) => texts.map((text) => text.split(' '));
const before = asWords(courtesies.before);
const after = asWords(courtesies.after);

/** Returns words without the courtesies around them: `cancel it` for `sorry please cancel it thank you`. */
export function withoutCourtesies(words: readonly string[]): readonly string[] {
  const first = before.find((ones) => ones.every((word, at) => words[at] === word));
  if (first) return withoutCourtesies(words.slice(first.length));
  const last = after.find((ones) =>
    ones.every((word, at) => words[words.length - ones.length + at] === word),
  );
  return last ? withoutCourtesies(words.slice(0, -last.length)) : words;
}
