import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const czech: LanguageWords = {
  abbreviations: words('p pí sl dr mudr ing prof mgr doc ul nám č tel hod např atd apod tzv tj cca aj'),
  hasOrdinals: true,
  hums: phrases('mhm, mm, hm, hmm, aha, ach, ehm, no, jo'),
  agreements: phrases(`
    ano, jasně, dobře, dobrá, okej, ok, okay, rozumím, přesně, samozřejmě, v pořádku, chápu, jo jo, správně
  `),
  refusals: phrases('ne, nikdy, nechci, není, špatně'),
  excuses: phrases('není problém, proč ne'),
  greetings: phrases('haló, prosím, ano prosím, dobrý den, dobré ráno, dobrý večer, ahoj, čau'),
  dangling: words(`
    a i nebo ale že aby protože když pokud jestli kdyby ačkoli přestože než zatímco anebo avšak neboť jakmile
    jako který která které kterého kterou kterém kterým kteří jenž v ve s z ze k ke o u do od ode na po při
    před pod nad pro bez mezi proti podle během kolem přes můj moje mého mém mým svůj svou svého svém náš já
    bych ehm
  `),
  mayDangle: words(`
    je jsem jsou byl byla bylo bude jste jsme mám má máme chci chtěl chtěla chceme můžu mohu může můžeme musím
    musí potřebuji
  `),
  openers: words('co kdo koho komu kde kdy jak jaký jaká jaké kolik proč odkud kam čí jestli zda'),
  answers: words('ano ne jo'),
  endings: phrases(`
    už je, tady je, tam je, už mám, taky mám, to jsem já, i já, jen já, a já, to jsem, tady jsem
  `),
  digits: words('nula jedna jeden dva dvě tři čtyři pět šest sedm osm devět dvakrát'),
  fillers: ['Okamžik, prosím.', 'Ještě na tom pracuji.'],
  silencePrompt: 'Jste ještě tam?',
  apology: 'Promiňte, tomu nerozumím. Můžete to zopakovat?',
  memberLost: 'Omlouvám se, spojení s kolegou se přerušilo. Jsem zase tady. Jak mohu pokračovat?',
  goodbye: 'Omlouváme se, máme technický problém. Zkuste to prosím později. Na shledanou.',
};
