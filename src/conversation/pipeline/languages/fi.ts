import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const finnish: LanguageWords = {
  abbreviations: words('esim ym yms jne ns n klo puh os nro hra rva tri prof mm'),
  hasOrdinals: true,
  hums: phrases('mhm, mm, hm, hmm, ah, aa, aha, ahaa, oh, öö, niin'),
  agreements: phrases(`
    joo, juu, kyllä, okei, ok, okay, selvä, hyvä, just, juuri niin, aivan, totta kai, ymmärrän, niin niin
  `),
  refusals: phrases('ei, en, emme, älä, älkää, väärin'),
  excuses: phrases('ei ongelmaa, ei mitään ongelmaa, miksi ei, miksipä ei, ei haittaa, ei se mitään'),
  greetings: phrases(`
    haloo, hei, moi, terve, hyvää päivää, hyvää huomenta, hyvää iltaa, no hei, no moi, päivää
  `),
  dangling: words(`
    että ja tai vai mutta koska jos kun vaikka kuin sekä joten eli jotta ellei eikä joka jonka jota jossa
    josta johon jolla jolle jotka joiden joita minun sinun hänen meidän teidän heidän tämän sen näiden noin öö
    niinku tota
  `),
  mayDangle: words(`
    on olen olet olemme olette ovat oli olisi olisin haluaisin haluaisimme haluan voisin voisiko voisitteko
    pitäisi täytyy täytyisi minä mä
  `),
  openers: words(`
    mikä mitä missä mistä mihin mille milloin minne kuka kuinka miten miksi paljonko montako millainen jos kun
  `),
  answers: words('joo juu kyllä ei niin'),
  endings: phrases('se on minun, se olen minä, olen minä, niin minä, samoin minä, niin on'),
  digits: words('nolla yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän yks kaks tupla'),
  fillers: ['Hetkinen vain.', 'Selvitän asiaa vielä.'],
  silencePrompt: 'Oletteko vielä linjalla?',
  apology: 'Anteeksi, en saanut selvää. Voisitteko toistaa?',
  memberLost: 'Anteeksi, yhteys kollegaani katkesi. Olen taas täällä. Miten voin auttaa?',
  goodbye: 'Pahoittelen, meillä on tekninen ongelma. Yrittäkää myöhemmin uudelleen. Kuulemiin.',
};
