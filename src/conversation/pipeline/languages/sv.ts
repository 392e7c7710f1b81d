import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const swedish: LanguageWords = {
  abbreviations: words('hr fr dr prof st nr tel ca kl osv m.m t.ex bl.a d.v.s s.k f.d'),
  hasOrdinals: false,
  hums: phrases('mhm, mm, hm, hmm, ah, oh, aha, jaha, eh, öh'),
  agreements: phrases(`
    ja, japp, jo, jadå, okej, ok, okay, precis, just det, visst, bra, jag förstår, absolut, exakt
  `),
  refusals: phrases('nej, nä, inte, aldrig, fel'),
  excuses: phrases('varför inte, gör inget'),
  greetings: phrases('hallå, hej, hej hej, tja, god morgon, god dag, god kväll, ja hallå, ja hej'),
  dangling: words(`
    en ett min mitt mina din ditt dina vår vårt våra ert era deras sin sitt sina varje och eller men att som
    eftersom medan fast fastän när utan i från hos mot vid mellan per genom enligt kring under jag vi eh öh
    ehm
  `),
  mayDangle: words(`
    på till med av för om över är var har hade ska skulle kan kunde vill ville måste blir blev bör heter får
  `),
  // Questions leave their preposition at the end. The verbs in this list have particles.
  openers: words(`
    vad vem var vilken vilket vilka vart hur varför när om boka bokar kommer kom följ följer ring ringer gång
    stäng stänga håll håller tyck tycker fyll
  `),
  answers: new Set(),
  endings: phrases(`
    är jag, var jag, vet jag, gör jag, vill jag, har jag, kan jag, fyll i, bokar vi, gör vi, tar vi, säger vi
  `),
  digits: words('noll ett en två tre fyra fem sex sju åtta nio dubbel'),
  fillers: ['Ett ögonblick, tack.', 'Jag håller fortfarande på.'],
  silencePrompt: 'Är du kvar?',
  apology: 'Ursäkta, det uppfattade jag inte. Kan du säga det igen?',
  memberLost: 'Förlåt, förbindelsen med min kollega bröts. Jag är tillbaka. Hur kan jag hjälpa vidare?',
  goodbye: 'Jag är ledsen, vi har ett tekniskt problem. Försök igen senare. Hej då.',
};
