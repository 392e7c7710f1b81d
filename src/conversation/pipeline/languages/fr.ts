import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const french: LanguageWords = {
  abbreviations: words('m mm mme mlle dr me st ste av bd env etc tél ex p.ex p'),
  hasOrdinals: false,
  hums: phrases('mhm, hm, hmm, mm, ah, oh, euh, hein'),
  agreements: phrases('oui, ouais, d accord, ok, okay, voilà, très bien, bien sûr, je vois, entendu'),
  refusals: phrases('non, pas, jamais, faux'),
  excuses: phrases('pas de problème, pas de souci, pas de soucis, pourquoi pas, n est ce pas'),
  greetings: phrases('allô, allo, bonjour, bonsoir, oui allô, oui bonjour, salut'),
  // "l d j qu c n" are elided words.
  dangling: words(`
    le la les l un une des du de d à au aux ce cet cette ces quelque quelques chaque plusieurs mon ma mes ton
    ta tes son sa ses notre nos votre vos leur leurs et ou mais car donc ni parce que qu puisque lorsque
    lorsqu quoique si comme dont afin en dans pour par sur sous sans chez vers entre depuis pendant dès selon
    jusqu jusque malgré parmi je j ne n c me se très euh
  `),
  mayDangle: words(`
    qui avec est suis es êtes sommes sont était étais étaient serait sera ai as a avons avez ont avait avais
    aurait aurais vais vas va allons allez vont peux peut pouvez pouvons pourrais pourrait veux veut voulez
    voudrais voudrait dois doit devez faut faudrait
  `),
  openers: words('où combien comment quand quel quelle quels quelles qui quoi pourquoi si tout venez viens'),
  answers: words('oui non si'),
  endings: phrases(`
    ça va, y va, y vais, c est qui, il faut, comme ça, mais si, moi si, que si, de la part de qui
  `),
  // Telephone numbers are said in pairs of figures.
  digits: words(`
    zéro un deux trois quatre cinq six sept huit neuf double dix onze douze treize quatorze quinze seize vingt
    vingts trente quarante cinquante soixante
  `),
  fillers: ['Un instant, s’il vous plaît.', 'Je suis toujours dessus.'],
  silencePrompt: 'Êtes-vous toujours là ?',
  apology: 'Pardon, je n’ai pas compris. Pouvez-vous répéter ?',
  memberLost:
    'Excusez-moi, la liaison avec mon collègue a été coupée. Je suis de nouveau avec vous. Comment puis-je continuer à vous aider ?',
  goodbye: 'Je suis désolé, nous avons un problème technique. Veuillez réessayer plus tard. Au revoir.',
};
