import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const norwegian: LanguageWords = {
  abbreviations: words('hr fr dr prof st nr tlf ca kl osv evt inkl ekskl f.eks bl.a dvs m.m'),
  hasOrdinals: true,
  hums: phrases('mhm, mm, hm, hmm, ah, å, åh, aha, eh, øh, øhm'),
  agreements: phrases(`
    ja, jo, ja da, ok, okay, okei, akkurat, nettopp, greit, fint, bra, klart, stemmer, jeg skjønner,
    jeg forstår
  `),
  refusals: phrases('nei, ikke, aldri, feil'),
  excuses: phrases('ikke noe problem, hvorfor ikke, det gjør ikke noe'),
  greetings: phrases('hallo, hei, hei hei, god morgen, god dag, god kveld, ja hallo, ja hei, morn'),
  dangling: words(`
    en et ei min mitt mine din ditt dine vår vårt våre deres sin sitt sine hver hvert og eller men at som
    fordi mens når hvis dersom i fra hos mot ved mellom per gjennom ifølge uten under jeg vi eh øh øhm
  `),
  mayDangle: words(`
    på til med av for om over er var har hadde skal skulle kan kunne vil ville må blir ble bør heter får
  `),
  // Questions leave their preposition at the end. The verbs in this list have particles.
  openers: words(`
    hva hvem hvor hvordan hvorfor når hvilken hvilket hvilke om hvis kommer kom følg følger ring ringer gang
    høres hør hører vent finn finner
  `),
  answers: new Set(),
  endings: phrases(`
    er jeg, var jeg, vet jeg, gjør jeg, vil jeg, har jeg, kan jeg, tror jeg, gjør vi, sier vi, tar vi
  `),
  digits: words('null en ett to tre fire fem seks sju syv åtte ni dobbel'),
  fillers: ['Et øyeblikk, takk.', 'Jeg holder fortsatt på.'],
  silencePrompt: 'Er du der fortsatt?',
  apology: 'Beklager, det fikk jeg ikke med meg. Kan du si det igjen?',
  memberLost:
    'Beklager, forbindelsen til kollegaen min ble brutt. Jeg er tilbake. Hvordan kan jeg hjelpe videre?',
  goodbye: 'Beklager, vi har et teknisk problem. Prøv igjen senere. Ha det.',
};
