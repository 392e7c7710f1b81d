import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const danish: LanguageWords = {
  abbreviations: words('hr fr dr prof skt nr tel ca kl osv evt inkl ekskl f.eks bl.a d.v.s m.m'),
  hasOrdinals: true,
  hums: phrases('mhm, mm, hm, hmm, ah, åh, nå, aha, øh, øhm'),
  agreements: phrases(`
    ja, jo, jamen, okay, ok, præcis, netop, godt, fint, nemlig, klart, det forstår jeg, det er fint,
    selvfølgelig
  `),
  refusals: phrases('nej, ikke, aldrig, forkert'),
  excuses: phrases('ikke noget problem, hvorfor ikke, det gør ikke noget'),
  greetings: phrases('hallo, hej, goddag, godmorgen, god aften, ja hallo, ja hej, davs'),
  dangling: words(`
    en et min mit mine din dit dine vores jeres deres sin sit sine hver og eller men at som fordi mens når
    hvis selvom i fra hos mod ved mellem per pr gennem ifølge uden under jeg vi øh øhm
  `),
  mayDangle: words(`
    på til med af for om over er var har havde skal skulle kan kunne vil ville må bliver blev bør hedder får
  `),
  // Questions leave their preposition at the end. The verbs in this list have particles.
  openers: words(`
    hvad hvem hvor hvordan hvorfor hvornår hvilken hvilket hvilke om hvis når kommer kom følg følger ring
    ringer gang lyder hør hører vent find finder
  `),
  answers: new Set(),
  endings: phrases(`
    er jeg, var jeg, ved jeg, gør jeg, vil jeg, har jeg, kan jeg, tror jeg, gør vi, siger vi, tager vi
  `),
  digits: words('nul en et to tre fire fem seks syv otte ni dobbelt'),
  fillers: ['Et øjeblik, tak.', 'Jeg er stadig i gang.'],
  silencePrompt: 'Er du der stadig?',
  apology: 'Undskyld, det forstod jeg ikke. Kan du sige det igen?',
  memberLost:
    'Undskyld, forbindelsen til min kollega blev afbrudt. Jeg er tilbage. Hvordan kan jeg hjælpe videre?',
  goodbye: 'Jeg beklager, vi har et teknisk problem. Prøv igen senere. Farvel.',
};
