import { expect, it } from 'vitest';
import { plainWords, wordsOf } from '../languages.ts';
import { endOfTurnWait, type TurnEnd } from './end-of-turn.ts';

const why = (language: string, text: string): TurnEnd =>
  endOfTurnWait({
    text,
    language,
    endOfTurnMs: 800,
    expected: [],
    entry: null,
    toolEntry: null,
    finished: null,
  }).why;

/** Texts without punctuation, as many transcribers return them: language, whole sentences, beginnings, numbers. */
const sentences: [language: string, whole: string[], begun: string[], numbers: string[]][] = [
  [
    'en',
    [
      'I would like to know what it is',
      'yes it is',
      'who am I talking to',
      'please hold on',
      'of course not',
      'do you have a table for two',
      'can I check in',
      'I will be there',
      'yes we have',
    ],
    [
      'yes my name is',
      'what are the',
      "hello we're",
      'I have',
      'I live between',
      'we could',
      'I called because',
      'the office on the',
      'What are your hours? I have',
    ],
    ['my number is five five', 'oh double seven', 'it is 42'],
  ],
  [
    'de',
    [
      'ich komme gerne mit',
      'ich möchte wissen wann der Laden offen ist',
      'was kostet das',
      'ja das bin ich',
      'rufen Sie mich an',
    ],
    ['mein Name ist', 'ich möchte mit', 'wir fahren mit dem', 'ich rufe an weil', 'ich hätte gern einen'],
    ['null eins sieben zwo'],
  ],
  [
    'fr',
    ['je ne sais pas où il est', 'oui je veux', 'ça va', 'à quelle heure vous ouvrez', "c'est pour demain"],
    ["je m'appelle Anne et", 'je voudrais', 'une table pour', "parce que j'", 'mon nom est'],
    ['zéro six douze trente quatre'],
  ],
  [
    'es',
    ['no sé dónde está', 'sí tengo', 'soy yo', 'quiero una mesa', 'cuánto es'],
    ['mi nombre es', 'necesito hablar con', 'una mesa para', 'yo quisiera', 'llamo porque'],
    ['seis uno cinco'],
  ],
  [
    'it',
    ['non so dove sono', 'sì posso', 'sono io', 'quanto è', 'vorrei prenotare un tavolo'],
    ['il mio nome è', 'vorrei parlare con', 'un tavolo per il', 'chiamo perché', 'a casa ho'],
    ['tre quattro otto'],
  ],
  [
    'pt',
    ['não sei onde está', 'sim posso', 'sou eu', 'como se chama', 'quero uma mesa'],
    ['o meu nome é', 'gostaria de falar com', 'uma mesa para', 'estou a ligar porque', 'amanhã eu'],
    ['nove um meia'],
  ],
  [
    'nl',
    ['ik weet niet wat het is', 'dat ben ik', 'hoe laat is het', 'schrijf me maar in', 'ik bel u morgen op'],
    ['mijn naam is', 'ik wil graag met', 'een tafel voor', 'ik bel omdat', 'wij wonen tussen de'],
    ['nul zes dubbel vijf'],
  ],
  [
    'sv',
    ['jag vet inte var det är', 'det är jag', 'vem pratar jag med', 'kan du boka om', 'hej då'],
    ['mitt namn är', 'jag vill prata med', 'jag ringer eftersom', 'ett bord på', 'jag kommer från'],
    ['noll sju tre'],
  ],
  [
    'da',
    [
      'jeg ved ikke hvor det er',
      'det er jeg',
      'hvem taler jeg med',
      'jeg vil gerne bestille et bord',
      'tak for hjælpen',
    ],
    ['mit navn er', 'jeg vil gerne tale med', 'jeg ringer fordi', 'et bord til', 'jeg kommer fra'],
    ['to nul fire'],
  ],
  [
    'nb',
    [
      'jeg vet ikke hvor det er',
      'det er jeg',
      'hvem snakker jeg med',
      'jeg vil bestille et bord',
      'ha det bra',
    ],
    ['mitt navn er', 'jeg vil snakke med', 'jeg ringer fordi', 'et bord til', 'jeg kommer fra'],
    ['fire åtte ni'],
  ],
  [
    'fi',
    ['en tiedä missä se on', 'joo se on', 'olen', 'haluan varata pöydän', 'mihin aikaan te avaatte'],
    ['minun nimeni on', 'varaisin pöydän ja', 'soitan koska', 'kello on noin', 'minä haluaisin'],
    ['nolla neljä viisi'],
  ],
  [
    'pl',
    ['nie wiem gdzie jest', 'tak mogę', 'to ja', 'chcę zarezerwować stolik', 'ile to kosztuje'],
    ['moje nazwisko to jest', 'chciałbym rozmawiać z', 'stolik dla', 'dzwonię ponieważ', 'numer który'],
    ['sześć zero dwa'],
  ],
  [
    'cs',
    ['nevím kde je', 'ano můžu', 'to jsem já', 'chci rezervovat stůl', 'kolik to stojí'],
    ['moje jméno je', 'chtěl bych mluvit s', 'stůl pro', 'volám protože', 'dnes bych'],
    ['sedm dva pět'],
  ],
  [
    'ru',
    ['я не знаю кто это был', 'да могу', 'это я', 'я хочу заказать столик', 'сколько это стоит'],
    ['я хотел', 'я бы хотел поговорить с', 'столик на', 'это номер который', 'меня зовут Анна и'],
    ['девять один шесть'],
  ],
  [
    'uk',
    ['я не знаю хто це був', 'так можу', 'це я', 'я хочу замовити столик', 'скільки це коштує'],
    ['я хотів', 'я хотіла б поговорити з', 'столик на', 'я дзвоню бо', 'мене звати Анна і'],
    ["нуль шість п'ять", 'три дев’ять'],
  ],
  [
    'tr',
    ['bu akşam için masa istiyorum', 'evet benim', 'ne kadar', 'nedir bu', 'İstanbul'],
    ['ben yarın ve', 'masa istiyorum ama', 'saat yedide bir', 'gelemem çünkü', 'bizim'],
    ['beş üç iki'],
  ],
  [
    'ro',
    ['nu știu unde este', 'da pot', 'sunt eu', 'aș vrea o masă', 'cât costă'],
    ['numele meu este', 'vreau să vorbesc cu', 'o masă pentru', 'sun pentru că', 'adresa e pe'],
    ['zero șapte doi'],
  ],
  [
    'hu',
    ['igen az', 'mi az', 'szeretnék asztalt foglalni', 'mennyibe kerül', 'én vagyok'],
    ['szeretnék egy', 'azért hívom mert', 'két felnőtt és', 'azt mondta hogy', 'a számom az'],
    ['hat három kettő'],
  ],
];

it.each(sentences)(
  'tells whole sentences from beginnings and numbers in %s',
  (language, whole, begun, numbers) => {
    const judged = (texts: string[]) => Object.fromEntries(texts.map((text) => [text, why(language, text)]));
    const all = (texts: string[], end: TurnEnd) => Object.fromEntries(texts.map((text) => [text, end]));
    expect(judged(whole)).toEqual(all(whole, 'silence'));
    expect(judged(begun)).toEqual(all(begun, 'unfinished-words'));
    expect(judged(numbers)).toEqual(all(numbers, 'open-entry'));
  },
);

it.each(sentences.map(([language]) => language))(
  'has words for everything that is said or heard in %s',
  (language) => {
    const words = wordsOf(`${language}-XX`);
    for (const text of [...words.fillers, words.silencePrompt, words.apology, words.goodbye])
      expect(text).toMatch(/^\S.+[.?]$/);
    expect(words.fillers).toHaveLength(2);
    expect(words.digits.size).toBeGreaterThanOrEqual(10);
    const compared = [words.hums, words.agreements, words.greetings, words.endings].flat();
    const single = [words.dangling, words.mayDangle, words.openers, words.answers, words.digits].flatMap(
      (set) => [...set],
    );
    for (const text of compared) expect([language, text]).toEqual([language, plainWords(text)]);
    for (const word of single) expect(word).toMatch(/^[\p{Ll}\p{M}]+$/u);
    expect([...words.mayDangle].filter((word) => words.dangling.has(word))).toEqual([]);
  },
);
