import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const turkish: LanguageWords = {
  abbreviations: words('dr prof doç av müh sn bay bn cad sok mah no tel vb vs örn yy apt'),
  hasOrdinals: true,
  hums: phrases('hı hı, hıhı, mhm, hm, hmm, mm, ah, oh, aha, ıı, ee, eee'),
  agreements: phrases(`
    evet, tamam, olur, peki, tabii, tabi, tabii ki, anladım, doğru, aynen, oldu, ok, okey, güzel
  `),
  refusals: phrases('hayır, hayir, yok, değil, olmaz, istemiyorum, asla, yanlış'),
  excuses: phrases('sorun değil, sorun yok, problem değil, neden olmasın, niye olmasın'),
  greetings: phrases(`
    alo, efendim, buyurun, merhaba, merhabalar, selam, iyi günler, günaydın, iyi akşamlar, alo buyurun
  `),
  // Verbs and postpositions come last, so that few function words are left open.
  dangling: words(`
    ve veya veyahut yahut ama fakat ancak lakin çünkü eğer şayet hem üstelik ayrıca bir her bazı hiçbir birkaç
    bu şu en daha sayın sizin bizim onun ıı eee
  `),
  mayDangle: new Set(),
  openers: new Set(),
  answers: new Set(),
  endings: phrases('bu sizin, nedir bu, ne bu, kim bu, bir daha'),
  digits: words('sıfır bir iki üç dört beş altı yedi sekiz dokuz çift'),
  fillers: ['Bir saniye lütfen.', 'Hâlâ kontrol ediyorum.'],
  silencePrompt: 'Hâlâ orada mısınız?',
  apology: 'Özür dilerim, anlayamadım. Tekrar eder misiniz?',
  memberLost: 'Özür dilerim, arkadaşımla bağlantı koptu. Yeniden sizinleyim. Nasıl devam edebilirim?',
  goodbye: 'Üzgünüm, teknik bir sorunumuz var. Lütfen daha sonra tekrar arayın. İyi günler.',
};
