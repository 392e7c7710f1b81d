/** The words and phrases of one language. Words to compare are in lower case, without punctuation. */
interface LanguageWords {
  /** Words whose full stop does not end a sentence. */
  abbreviations: ReadonlySet<string>;
  /** Whether a number with a full stop may be an ordinal, as in "am 3. Mai". */
  hasOrdinals: boolean;
  /** Back-channel sounds of a listener, even after a question. */
  hums: readonly string[];
  /** Back-channel words, unless they answer a question. */
  agreements: readonly string[];
  /** Said when answering the phone. */
  greetings: readonly string[];
  /** Words that do not end a sentence. */
  dangling: ReadonlySet<string>;
  /** Said by the agent during a long wait. */
  fillers: readonly string[];
  /** Said by the agent when it has no answer. */
  apology: string;
  /** Said by the agent before a call ends because of a failure. */
  goodbye: string;
}

const set = (words: string) => new Set(words.split(' '));

const english: LanguageWords = {
  abbreviations: set(
    'mr mrs ms dr prof st sr jr vs etc approx dept no nos fig ext inc ltd co corp ave e.g i.e',
  ),
  hasOrdinals: false,
  hums: [
    'mhm',
    'mm',
    'mmm',
    'hm',
    'hmm',
    'mm hmm',
    'mm hm',
    'uh huh',
    'uhuh',
    'uhhuh',
    'aha',
    'ah',
    'oh',
    'uh',
    'um',
  ],
  agreements: [
    'yes',
    'yeah',
    'yep',
    'ok',
    'okay',
    'right',
    'sure',
    'i see',
    'got it',
    'alright',
    'all right',
    'cool',
  ],
  greetings: [
    'hello',
    'hi',
    'hey',
    'hello there',
    'good morning',
    'good afternoon',
    'good evening',
    'yes hello',
  ],
  dangling: set(
    'a an the and or but so because if when while that which who to of for with from in on at by my your his her our their is are was i um uh er like about than as',
  ),
  fillers: ['One moment, please.', 'I am still on it.'],
  apology: 'Sorry, I did not get that. Could you say it again?',
  goodbye: 'I am sorry, we have a technical problem. Please try again later. Goodbye.',
};

const german: LanguageWords = {
  abbreviations: set('hr fr dr prof str nr bzw ca usw evtl ggf inkl zzgl tel z.b d.h u.a'),
  hasOrdinals: true,
  hums: ['mhm', 'mm', 'hm', 'hmm', 'aha', 'ah', 'oh', 'äh', 'ähm', 'ach so'],
  agreements: [
    'ja',
    'jo',
    'jaja',
    'ja ja',
    'genau',
    'okay',
    'ok',
    'gut',
    'alles klar',
    'klar',
    'stimmt',
    'verstehe',
  ],
  greetings: ['hallo', 'ja hallo', 'guten tag', 'guten morgen', 'guten abend', 'ja bitte', 'servus', 'moin'],
  dangling: set(
    'der die das ein eine einen einem und oder aber weil wenn dass ob mit von für zu zum zur in im am an auf bei mein meine ist sind war ich äh ähm also',
  ),
  fillers: ['Einen Moment bitte.', 'Ich bin noch dabei.'],
  apology: 'Entschuldigung, das habe ich nicht verstanden. Können Sie das wiederholen?',
  goodbye:
    'Es tut mir leid, wir haben ein technisches Problem. Bitte versuchen Sie es später noch einmal. Auf Wiederhören.',
};

const french: LanguageWords = {
  abbreviations: set('m mm mme mlle dr me st ste av bd env etc tél ex p.ex'),
  hasOrdinals: false,
  hums: ['mhm', 'hm', 'hmm', 'mm', 'ah', 'oh', 'euh', 'hein'],
  agreements: [
    'oui',
    'ouais',
    'd accord',
    'ok',
    'okay',
    'voilà',
    'très bien',
    'bien sûr',
    'je vois',
    'entendu',
  ],
  greetings: ['allô', 'allo', 'bonjour', 'bonsoir', 'oui allô', 'oui bonjour', 'salut'],
  dangling: set(
    'le la les l un une des et ou mais car parce que qui si de du d à au aux en dans pour avec par mon ma mes je j c est euh',
  ),
  fillers: ['Un instant, s’il vous plaît.', 'Je suis toujours dessus.'],
  apology: 'Pardon, je n’ai pas compris. Pouvez-vous répéter ?',
  goodbye: 'Je suis désolé, nous avons un problème technique. Veuillez réessayer plus tard. Au revoir.',
};

const spanish: LanguageWords = {
  abbreviations: set('sr sra srta dr dra d ud uds av núm tel etc aprox p.ej'),
  hasOrdinals: false,
  hums: ['mhm', 'hm', 'hmm', 'mm', 'ah', 'oh', 'ajá', 'eh', 'em'],
  agreements: [
    'sí',
    'si',
    'vale',
    'ok',
    'okay',
    'claro',
    'de acuerdo',
    'bueno',
    'muy bien',
    'ya',
    'entiendo',
  ],
  greetings: ['hola', 'diga', 'dígame', 'aló', 'buenos días', 'buenas tardes', 'buenas noches', 'sí diga'],
  dangling: set(
    'el la los las un una y e o u pero porque si que de del a al en con por para mi mis su es son yo eh este',
  ),
  fillers: ['Un momento, por favor.', 'Sigo en ello.'],
  apology: 'Perdón, no le he entendido. ¿Puede repetirlo?',
  goodbye: 'Lo siento, tenemos un problema técnico. Por favor, inténtelo más tarde. Adiós.',
};

const italian: LanguageWords = {
  abbreviations: set('sig sigg dott prof ing avv tel ecc ca pag p.es'),
  hasOrdinals: false,
  hums: ['mhm', 'hm', 'hmm', 'mm', 'ah', 'oh', 'eh', 'ehm'],
  agreements: [
    'sì',
    'si',
    'ok',
    'okay',
    'va bene',
    'certo',
    'esatto',
    'giusto',
    'capisco',
    'd accordo',
    'bene',
  ],
  greetings: ['pronto', 'ciao', 'buongiorno', 'buonasera', 'salve', 'sì pronto'],
  dangling: set(
    'il lo la i gli le un una uno e o ma perché se che di del della a al alla da in con per mio mia è sono io ehm',
  ),
  fillers: ['Un momento, per favore.', 'Ci sto ancora lavorando.'],
  apology: 'Mi scusi, non ho capito. Può ripetere?',
  goodbye: 'Mi dispiace, abbiamo un problema tecnico. La preghiamo di riprovare più tardi. Arrivederci.',
};

const languages: Record<string, LanguageWords> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
};

/**
 * Returns the words of a BCP 47 language. An unknown language gets common hums and nothing to say, because its voice
 * should not speak another language's words.
 */
export function wordsOf(language: string): LanguageWords {
  return languages[language.split('-', 1)[0]!.toLowerCase()] ?? unknown;
}

const unknown: LanguageWords = {
  abbreviations: new Set(),
  hasOrdinals: false,
  hums: ['mhm', 'hm', 'hmm', 'mm', 'ah', 'oh', 'aha'],
  agreements: ['ok', 'okay'],
  greetings: ['hello', 'allo'],
  dangling: new Set(),
  fillers: [],
  apology: '',
  goodbye: '',
};

/** Returns a text for comparison: lower case, letters and digits only, single spaces. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}
