import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const dutch: LanguageWords = {
  abbreviations: words(`
    dhr mevr mw dr drs ir ing prof str nr tel enz bijv ca evt incl excl m.b.t o.a d.w.z t.a.v
  `),
  hasOrdinals: false,
  hums: phrases('mhm, hm, hmm, mm, ah, oh, aha, eh, uh, uhm'),
  agreements: phrases(`
    ja, jaja, ja ja, oké, ok, okay, goed, prima, precies, klopt, juist, ik snap het, begrepen, inderdaad
  `),
  refusals: phrases('nee, neen, niet, nooit, geen, fout'),
  excuses: phrases('geen probleem, geen bezwaar, waarom niet'),
  greetings: phrases('hallo, hoi, goedemorgen, goedemiddag, goedenavond, goedendag, dag, ja hallo, met wie'),
  // "aan", "af", "door", "mee", "toe" and "uit" also end sentences, as separated prefixes of verbs.
  dangling: words(`
    de een mijn jouw uw onze hun elke iedere geen en of maar want omdat als dus terwijl voordat nadat zodat
    zodra totdat hoewel indien tenzij van met zonder tussen sinds tot per volgens tijdens vanaf vanuit binnen
    te ten ter ik we ze eh uh uhm
  `),
  mayDangle: words(`
    het dat naar voor in op om bij over is was ben bent heb heeft had kan kunt kon wil wilde zou moet mag word
    wordt heet
  `),
  // In a subordinate clause the verb is at the end. The verbs in this list have prepositions as prefixes.
  openers: words(`
    wat wie waar wanneer waarom hoe hoeveel welke welk als dat omdat of terwijl zoals zodra voordat nadat
    totdat vul vult schrijf schrijft log stap lever bel belt sta staat hang hangt neem neemt boek boekt stel
    zeg klopt weet doe doet gaat vind vindt blijft
  `),
  answers: new Set(),
  endings: phrases(`
    ben ik, was ik, weet ik, denk ik, heb ik, wil ik, kan ik, doe ik, moet ik, is het, was het, dat kan
  `),
  digits: words('nul een één twee drie vier vijf zes zeven acht negen dubbel'),
  fillers: ['Een ogenblik, alstublieft.', 'Ik ben er nog mee bezig.'],
  silencePrompt: 'Bent u er nog?',
  apology: 'Sorry, dat heb ik niet verstaan. Kunt u het herhalen?',
  memberLost:
    'Sorry, de verbinding met mijn collega is weggevallen. Ik ben er weer. Hoe kan ik verder helpen?',
  goodbye: 'Het spijt me, we hebben een technisch probleem. Probeert u het later nog eens. Tot ziens.',
};
