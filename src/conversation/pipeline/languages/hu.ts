import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const hungarian: LanguageWords = {
  abbreviations: words('dr prof ifj id özv u út sz tel kb pl stb ill ún vö em kft bt zrt'),
  hasOrdinals: true,
  hums: phrases('mhm, ühüm, aha, hm, hmm, mm, ah, ó, öö, ööö'),
  agreements: phrases(`
    igen, ja, jó, rendben, oké, ok, okay, persze, értem, pontosan, így van, helyes, jól van, természetesen
  `),
  refusals: phrases('nem, ne, soha, dehogy, rossz'),
  excuses: phrases('nem probléma, nem gond, nem baj, miért ne'),
  greetings: phrases(`
    halló, igen, tessék, igen tessék, jó napot, jó napot kívánok, jó reggelt, jó estét, szia, sziasztok,
    üdvözlöm
  `),
  // Verbs are often last, so that they are left out.
  dangling: words(`
    a egy és vagy de hogy mert ha mint hanem illetve valamint illetőleg noha bár mivel tehát amely amelyek
    amelyet amelyik aki akik akit ami amit ahol amikor amíg mielőtt miután nagyon körülbelül öö ööö izé
  `),
  mayDangle: words('az'),
  openers: words('mi ki ez hol kié miért milyen melyik tudom'),
  answers: words('igen nem'),
  endings: phrases('de hogy, nem nagyon'),
  digits: words('nulla egy kettő két három négy öt hat hét nyolc kilenc dupla'),
  fillers: ['Egy pillanat, kérem.', 'Még dolgozom rajta.'],
  silencePrompt: 'Ott van még?',
  apology: 'Elnézést, nem értettem. Megismételné, kérem?',
  memberLost: 'Elnézést, megszakadt a kapcsolat a kollégámmal. Újra itt vagyok. Hogyan segíthetek tovább?',
  goodbye: 'Elnézést, műszaki hibánk van. Kérem, próbálja később. Viszonthallásra.',
};
