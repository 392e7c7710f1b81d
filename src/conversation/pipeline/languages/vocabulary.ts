/**
 * The words and phrases of one language. Words to compare are in lower case, without punctuation: an apostrophe
 * separates two words.
 *
 * The function words come from the grammars of the languages and from the stop word lists of the Snowball project
 * (snowballstem.org) where it has one: closed classes only, without words that often end an utterance on the phone.
 */
export interface LanguageWords {
  /** Words whose full stop does not end a sentence. */
  abbreviations: ReadonlySet<string>;
  /** Whether a number with a full stop may be an ordinal, as in "am 3. Mai". */
  hasOrdinals: boolean;
  /** Back-channel sounds of a listener, even after a question. */
  hums: readonly string[];
  /** Back-channel words, unless they answer a question. */
  agreements: readonly string[];
  /** Words of a no: negations, which the lists of function words have too, and words for wrong. */
  refusals: readonly string[];
  /** Phrases with such a word that agree: "no problem", "why not". Written for Parley. */
  excuses: readonly string[];
  /** Said when answering the phone. */
  greetings: readonly string[];
  /** Words that do not end a sentence: articles, conjunctions, prepositions, sounds of hesitation. */
  dangling: ReadonlySet<string>;
  /** Words that end a sentence only after one of `openers` or `answers`: "my name is", but "I know who he is". */
  mayDangle: ReadonlySet<string>;
  /** Question words, conjunctions and verbs with particles: a word of `mayDangle` anywhere after them may end the sentence. */
  openers: ReadonlySet<string>;
  /** Words for yes and no: in short sentences after them, a word of `mayDangle` may end the sentence ("yes it is"). */
  answers: ReadonlySet<string>;
  /** Phrases that end a sentence although their last word dangles: "hold on". */
  endings: readonly string[];
  /** Words for digits and others of spoken telephone numbers ("oh", "double"), without apostrophes. */
  digits: ReadonlySet<string>;
  /** Said by the agent during a long wait. */
  fillers: readonly string[];
  /** Said by the agent when the caller has been silent for a while. */
  silencePrompt: string;
  /** Said by the agent when it has no answer. */
  apology: string;
  /** Said by the agent when the connection of the member who spoke in its place was lost. */
  memberLost: string;
  /** Said by the agent before a call ends because of a failure. */
  goodbye: string;
}

/** Returns the words of a text, which white space separates. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Returns the phrases of a text, which commas separate. */
export function phrases(text: string): readonly string[] {
  return text.split(',').map((phrase) => phrase.trim().replaceAll(/\s+/g, ' '));
}
