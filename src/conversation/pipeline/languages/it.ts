import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const italian: LanguageWords = {
  abbreviations: words('sig sigg dott prof ing avv tel ecc ca pag p.es'),
  hasOrdinals: false,
  hums: phrases('mhm, hm, hmm, mm, ah, oh, eh, ehm'),
  agreements: phrases('sì, si, ok, okay, va bene, certo, esatto, giusto, capisco, d accordo, bene'),
  refusals: phrases('no, non, mai, sbagliato'),
  excuses: phrases('non c è problema, perché no, non ho niente in contrario'),
  greetings: phrases('pronto, ciao, buongiorno, buonasera, salve, sì pronto'),
  // "l un dell all nell c d" are elided words.
  dangling: words(`
    il lo la i gli le l un uno una ogni qualche quel quell bell gran del dello della dell dei degli delle al
    allo alla all ai agli alle dal dallo dalla dall dai dagli dalle nel nello nella nell nei negli nelle sul
    sullo sulla sull sui sugli sulle col mio mia miei mie suo sua suoi sue nostro nostra nostri nostre vostro
    vostra tuo tua e ed o oppure ma perché se che mentre quindi però affinché siccome cui di d da in con per
    tra fra su verso senza durante secondo presso a ad mi ti ne io c ehm
  `),
  mayDangle: words(`
    come è sono sei siamo siete era ero erano sarà sarebbe ho hai ha abbiamo avete hanno avevo aveva avrei vorrei
    voglio vuole vogliamo posso può possiamo potrei potrebbe devo deve dobbiamo dovrei sto sta stiamo
  `),
  openers: words(`
    cosa chi quale quali quanto quanta quanti quante quando dove dov come com se tutto qualsiasi
  `),
  answers: words('sì no non'),
  endings: phrases('sono io, anch io, anche io, e io, il mio, il suo, la mia, la sua'),
  digits: words('zero uno due tre quattro cinque sei sette otto nove doppio doppia'),
  fillers: ['Un momento, per favore.', 'Ci sto ancora lavorando.'],
  silencePrompt: 'È ancora in linea?',
  apology: 'Mi scusi, non ho capito. Può ripetere?',
  memberLost:
    'Mi scusi, il collegamento con il mio collega si è interrotto. Sono di nuovo con lei. Come posso continuare ad aiutarla?',
  goodbye: 'Mi dispiace, abbiamo un problema tecnico. La preghiamo di riprovare più tardi. Arrivederci.',
};
