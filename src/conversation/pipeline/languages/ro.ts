import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const romanian: LanguageWords = {
  abbreviations: words('dl dna dvs d-na d-l dr prof ing str nr bl sc ap et tel etc ex aprox jud'),
  hasOrdinals: false,
  hums: phrases('mhm, îhî, aha, hm, hmm, mm, ah, oh, ăă, ă, îî'),
  agreements: phrases(`
    da, da da, bine, ok, okay, sigur, sigur că da, desigur, exact, corect, înțeleg, am înțeles, așa, așa e,
    perfect
  `),
  refusals: phrases('nu, niciodată, deloc, greșit'),
  excuses: phrases('nu i problemă, nu e problemă, de ce nu, nu am nimic împotrivă'),
  greetings: phrases(`
    alo, alo da, da, bună, bună ziua, bună dimineața, bună seara, salut, poftiți, vă ascult
  `),
  // "m s l v" are the ends of shortened pronouns: "m-am".
  dangling: words(`
    un o niște unui unei al ai ale cel cea cei cele fiecare și sau ori dar iar însă că să dacă fiindcă
    deoarece pentru că ca deși de la din în într dintr cu pe către între spre prin peste sub despre până fără
    lângă contra mă îmi îți își îl îi ne vă te mi m s l v mai foarte prea eu ă ăă
  `),
  mayDangle: words(`
    a am ați are au este e sunt suntem era eram va voi vom vor aș ar avea vreau vrea doresc pot poate putem
    trebuie
  `),
  openers: words('ce cine cui unde când cum cât câtă câți câte care dacă'),
  answers: words('da nu'),
  endings: phrases('așa este, așa e, aici este, aici e, sunt eu, și eu, tot eu, nu mai, se poate'),
  digits: words('zero unu una doi două trei patru cinci șase șapte opt nouă dublu'),
  fillers: ['Un moment, vă rog.', 'Încă mă ocup de asta.'],
  silencePrompt: 'Mai sunteți pe fir?',
  apology: 'Îmi cer scuze, nu am înțeles. Puteți repeta?',
  memberLost:
    'Îmi pare rău, legătura cu colegul meu s-a întrerupt. Sunt din nou cu dumneavoastră. Cum vă pot ajuta mai departe?',
  goodbye: 'Îmi pare rău, avem o problemă tehnică. Vă rugăm să încercați mai târziu. La revedere.',
};
