import type { Pronunciations } from './pronunciations.ts';

/** What one decoding may choose from: a grammar (JSGF) and a dictionary of its words. */
export interface Grammar {
  jsgf: string;
  dictionary: string;
  /** The phrases as they were given, by their words as they are decoded. */
  phrases: ReadonlyMap<string, string>;
}

/** Phrases of one grammar: more of them take too long, and are mixed up. */
const phrasesMax = 1_000;

/** The 39 phones of the English model. */
const phones =
  'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(
    ' ',
  );

/** Sounds in any order: what speech scores when nothing has to be understood. */
export const anySpeech: Grammar = {
  jsgf: jsgfOf(`public <speech> = (${phones.map((phone) => `_${phone}_`).join(' | ')})+;`),
  dictionary: phones.map((phone) => `_${phone}_ ${phone}\n`).join(''),
  phrases: new Map(),
};

/** The grammar that knows exactly these phrases; those with a word that has no pronunciation are left out. */
export async function grammarOf(
  phrases: readonly string[],
  pronunciations: Pronunciations,
): Promise<Grammar> {
  const dictionary = new Map<string, readonly string[]>();
  const known = new Map<string, string>();
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
  const jsgf = jsgfOf(`public <phrase> = ${[...known.keys()].join('\n | ')};`);
  return { jsgf, dictionary: lines.join(''), phrases: known };
}

function jsgfOf(rule: string): string {
  return `#JSGF V1.0;\ngrammar expected;\n${rule}\n`;
}

/** The words of a phrase as the dictionary has them. Nothing else gets into a grammar, so nothing can break it. */
function decodableWords(phrase: string): string[] {
  const plain = phrase.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘`]/g, "'").toLowerCase();
  return plain.match(/[a-z0-9']+/g) ?? [];
}
