import type { Pronunciations } from './pronunciations.ts';

/** A grammar (JSGF) and a dictionary of its words. */
export interface Grammar {
  jsgf: string;
  dictionary: string;
  /** The original phrases by their decoded words. */
  phrases: ReadonlyMap<string, string>;
}

/** The most phrases of a grammar: more take too long and are confused. */
const phrasesMax = 1_000;

/** The word that callers may add to any phrase. */
const courtesy = 'please';

/** The 39 phones of the English model. */
const phones =
  'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(
    ' ',
  );

/** A grammar of any sounds in any order. Its score is the reference for the score of a phrase. */
export const anySpeech: Grammar = {
  jsgf: jsgfOf(`public <speech> = (${phones.map((phone) => `_${phone}_`).join(' | ')})+;`),
  dictionary: phones.map((phone) => `_${phone}_ ${phone}\n`).join(''),
  phrases: new Map(),
};

/** Returns a grammar of these phrases, without those that contain a word without pronunciation. */
export async function grammarOf(
  phrases: readonly string[],
  pronunciations: Pronunciations,
): Promise<Grammar> {
  const dictionary = new Map<string, readonly string[]>();
  const known = new Map<string, string>();
  for (const way of await pronunciations.of(courtesy)) dictionary.set(courtesy, [way]);
  for (const phrase of phrases.slice(0, phrasesMax)) {
    const words = decodableWords(phrase);
    const ways = await Promise.all(words.map((word) => pronunciations.of(word)));
    const key = words.join(' ');
    if (words.length === 0 || ways.some(({ length }) => length === 0) || known.has(key)) continue;
    known.set(key, phrase);
    for (const [index, word] of words.entries()) dictionary.set(word, ways[index]!);
  }
  const lines = [...dictionary].flatMap(([word, ways]) =>
    ways.map((way, index) => `${word}${index === 0 ? '' : `(${index + 1})`} ${way}\n`),
  );
  const said = [...known.keys()].join('\n | ');
  const tail = dictionary.has(courtesy) ? ` [${courtesy}]` : '';
  const jsgf = jsgfOf(`public <phrase> = (${said})${tail};`);
  return { jsgf, dictionary: lines.join(''), phrases: known };
}

function jsgfOf(rule: string): string {
  return `#JSGF V1.0;\ngrammar expected;\n${rule}\n`;
}

/** Returns the words of a phrase as in the dictionary. A grammar contains only these, so a phrase cannot inject syntax. */
function decodableWords(phrase: string): string[] {
  const plain = phrase.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘`]/g, "'").toLowerCase();
  return plain.match(/[a-z0-9']+/g) ?? [];
}

/** Returns the original phrase of decoded words; `undefined` for words that are in no phrase. */
export function phraseOf({ phrases }: Grammar, words: string): string | undefined {
  return phrases.get(words) ?? phrases.get(words.replace(new RegExp(` ${courtesy}$`), ''));
}
