import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const polish: LanguageWords = {
  abbreviations: words('dr prof mgr inż ul al pl nr tel godz np itd itp tzn tzw ok im św p m.in'),
  hasOrdinals: true,
  hums: phrases('mhm, mm, hm, hmm, aha, ah, och, yhm, eee, no'),
  agreements: phrases(`
    tak, no tak, dobrze, dobra, okej, ok, okay, jasne, rozumiem, oczywiście, zgadza się, właśnie, racja
  `),
  refusals: phrases('nie, nigdy, źle, niestety'),
  excuses: phrases('nie ma problemu, nie ma sprawy, czemu nie, dlaczego nie, nie mam nic przeciwko'),
  greetings: phrases('halo, słucham, tak słucham, dzień dobry, dobry wieczór, cześć, hej, witam'),
  dangling: words(`
    i a oraz lub albo ale lecz że żeby aby bo ponieważ gdyż jeśli jeżeli gdyby chociaż choć zanim dopóki czyli
    więc niż jako który która które którego której którą których którym którzy w we z ze o u do od ode na po
    przy przez przed pod nad dla bez między przeciwko wobec wśród podczas według koło około mój moim moją
    mojego mojej mojemu swój swoją swojego swojej swoim nasz naszą naszego pański ja eee yyy
  `),
  mayDangle: words(`
    jest są był była było będzie jestem jesteśmy mam ma mamy chcę chciałbym chciałabym chcemy mogę może możemy
    muszę musi potrzebuję
  `),
  openers: words('co kto kogo komu kim gdzie kiedy jak jaki jaka jakie ile czy dlaczego skąd dokąd czemu'),
  answers: words('tak nie'),
  endings: phrases(`
    już jest, tu jest, tam jest, już mam, też mam, to ja, i ja, tylko ja, to mój, być może, jak ja, a ja
  `),
  digits: words('zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć podwójne'),
  fillers: ['Chwileczkę, proszę.', 'Jeszcze moment, sprawdzam.'],
  silencePrompt: 'Czy nadal mnie słychać?',
  apology: 'Przepraszam, nie udało mi się tego zrozumieć. Czy można prosić o powtórzenie?',
  memberLost:
    'Przepraszam, połączenie z moim kolegą zostało przerwane. Jestem znowu z Państwem. Jak mogę dalej pomóc?',
  goodbye: 'Przepraszamy, mamy problem techniczny. Proszę spróbować później. Do widzenia.',
};
