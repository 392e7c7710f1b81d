import type { ReadingLanguage } from '../language-of-reading.ts';
import { after, before, literal, patternOf, type ReadingRule, withStop } from './rule.ts';

/** Abbreviations before a name: "Dr. Smith". */
const titles: Readonly<Record<string, string>> = {
  de: 'Dr.=Doktor; Hr.=Herr; Prof.=Professor',
  en: 'Dr.=Doctor; Mr.=Mister; Mrs.=Missus; Prof.=Professor; St.=Saint',
  es: 'Sr.=señor; Sra.=señora; Srta.=señorita; Dr.=doctor; Dra.=doctora',
  fr: 'M.=monsieur; Mme=madame; Mlle=mademoiselle; Dr=docteur',
  it: 'Sig.=signor; Sig.ra=signora; Dott.=dottor; Dott.ssa=dottoressa',
  nl: 'dhr.=de heer; mevr.=mevrouw; dr.=dokter',
  pt: 'Sr.=senhor; Sra.=senhora; Dr.=doutor; Dra.=doutora',
};

/** Abbreviations before a number: "No. 5". */
const numbered: Readonly<Record<string, string>> = {
  cs: 'č.=číslo',
  da: 'nr.=nummer',
  de: 'Nr.=Nummer; Tel.=Telefon',
  es: 'n.º=número; núm.=número',
  fr: 'n°=numéro; N°=numéro',
  it: 'n.=numero',
  nb: 'nr.=nummer',
  nl: 'nr.=nummer',
  pl: 'nr=numer; ok.=około',
  pt: 'n.º=número; nº=número',
  sv: 'nr=nummer; nr.=nummer',
};

/** Abbreviations anywhere. A space between their parts is optional. */
const anywhere: Readonly<Record<string, string>> = {
  cs: 'např.=například; tj.=to je',
  da: 'f.eks.=for eksempel; bl.a.=blandt andet; ca.=cirka',
  de: 'z. B.=zum Beispiel; d. h.=das heißt; u. a.=unter anderem; bzw.=beziehungsweise; ca.=circa; usw.=und so weiter; inkl.=inklusive; evtl.=eventuell; ggf.=gegebenenfalls; zzgl.=zuzüglich',
  en: 'e.g.=for example; i.e.=that is; etc.=et cetera; approx.=approximately; dept.=department; vs.=versus; Ave.=Avenue; Blvd.=Boulevard; Rd.=Road',
  es: 'p. ej.=por ejemplo; Ud.=usted; Uds.=ustedes; aprox.=aproximadamente; etc.=etcétera; EE. UU.=Estados Unidos',
  fi: 'esim.=esimerkiksi',
  fr: 'p. ex.=par exemple; etc.=et cetera; env.=environ',
  hu: 'pl.=például; kb.=körülbelül; stb.=és a többi',
  it: 'ecc.=eccetera',
  nb: 'f.eks.=for eksempel; bl.a.=blant annet; ca.=cirka',
  nl: 'bijv.=bijvoorbeeld; enz.=enzovoort; ca.=circa; a.u.b.=alstublieft',
  pl: 'np.=na przykład; itd.=i tak dalej',
  pt: 'p. ex.=por exemplo; etc.=et cetera; aprox.=aproximadamente',
  ro: 'de ex.=de exemplu; etc.=et cetera',
  ru: 'т. е.=то есть; и т. д.=и так далее; и т. п.=и тому подобное; напр.=например',
  sv: 't.ex.=till exempel; bl.a.=bland annat; ca=cirka',
  tr: 'vb.=ve benzeri; örn.=örneğin',
  uk: 'напр.=наприклад; т. д.=так далі',
};

/** Not after an initial ("J. M. Keynes") and not behind the name of a street: "12 Oak Dr. Call us." */
const noTitle =
  "(?<!\\p{Lu}\\.\\s|\\p{N}\\p{L}? (?:\\p{Lu}[\\p{L}'’-]* ){1,3})(?<!\\p{Lu}[\\p{L}'’-]* (?=St\\.))";

/** Titles and other abbreviations, and the abbreviated word for "street". Acronyms stay as they are. */
export function abbreviationRules({ primary }: ReadingLanguage): ReadingRule[] {
  return [
    ...street(primary),
    ...replacing(titles[primary], '(?=[ \\u00a0]\\p{Lu})', noTitle),
    ...replacing(numbered[primary], '(?=[ \\u00a0]?[\\p{N}+(])'),
    ...replacing(anywhere[primary], after),
  ];
}

function street(primary: string): ReadingRule[] {
  // After a name, and not before another: "123 Main St., Boston", but "St. Ives".
  const english = "(?<=\\p{Lu}[\\p{L}'’-]+[ \\u00a0])St\\.(?!\\s+\\p{Lu}\\p{Ll})";
  // At the beginning of a sentence "No." may be an answer.
  const number = '(?<=[\\p{L},] )No\\.(?= ?\\p{N})';
  if (primary === 'en')
    return [
      { pattern: patternOf(english), read: (match) => withStop('Street', match) },
      { pattern: patternOf(number), read: () => 'number' },
    ];
  if (primary !== 'de') return [];
  return [
    { pattern: patternOf('(?<=\\p{Ll})str\\.'), read: (match) => withStop('straße', match) },
    { pattern: patternOf(before, 'Str\\.'), read: (match) => withStop('Straße', match) },
  ];
}

function replacing(list: string | undefined, behind: string, ahead = ''): ReadingRule[] {
  if (list === undefined) return [];
  const pairs = list.split(';').map((one) => one.trim().split('=') as [string, string]);
  const spoken = new Map(pairs.map(([short, long]) => [short.replaceAll(' ', ''), long]));
  const shorts = pairs
    .map(([short]) => short)
    .toSorted((a, b) => b.length - a.length)
    .map((short) => literal(short).replaceAll(' ', '[ \\u00a0]?'));
  return [
    {
      pattern: patternOf(before, ahead, `(?<!\\.)(?:${shorts.join('|')})`, behind),
      read: (match) => {
        const long = spoken.get(match[0].replaceAll(/[ \u00a0]/gu, ''));
        return long === undefined ? null : withStop(long, match);
      },
    },
  ];
}
