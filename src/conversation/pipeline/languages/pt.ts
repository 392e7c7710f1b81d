import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const portuguese: LanguageWords = {
  abbreviations: words('sr sra srs dr dra prof av tel núm nº etc aprox p.ex p ex'),
  hasOrdinals: false,
  hums: phrases('mhm, hm, hmm, mm, ah, oh, aham, uhum, hum, ahn, eh'),
  agreements: phrases(`
    sim, ok, okay, certo, claro, está bem, tá, tá bom, tá bem, pois, pois é, isso, entendi, beleza
  `),
  refusals: phrases('não, nao, nunca, jamais, errado, incorreto'),
  excuses: phrases('não há problema, não tem problema, por que não, porque não, pois não'),
  greetings: phrases('olá, oi, alô, alô sim, estou, estou sim, sim, bom dia, boa tarde, boa noite'),
  // "se", "me" and "lhe" also follow their verbs: "como se chama", "diga-me".
  dangling: words(`
    o a os as um uma uns umas ao à aos às do da dos das no na nos nas num numa pelo pela pelos pelas cada meu
    minha meus minhas teu tua teus tuas seu sua seus suas nosso nossa nossos nossas e ou mas porque que se
    embora enquanto quando onde como nem pois de em com por para pra pro sem sobre entre até desde contra
    segundo durante após perante sob tão eu
  `),
  mayDangle: words(`
    é são era eram sou somos será seria foi estou está estamos estão estava estavam tenho tem temos têm tinha
    quero quer queremos queria posso pode podemos poderia devo deve vou vai vamos preciso precisa gostaria
  `),
  openers: words('quê qual quais quem quanto quanta quantos quantas quando onde como porquê tudo se'),
  answers: words('sim não'),
  endings: phrases(`
    já está, aqui está, assim é, isso é, já vou, sou eu, também eu, e eu, o meu, a minha, o seu, a sua
  `),
  digits: words('zero um uma dois duas três quatro cinco seis meia sete oito nove duplo'),
  fillers: ['Um momento, por favor.', 'Só mais um momento.'],
  silencePrompt: 'Ainda está aí?',
  apology: 'Desculpe, não entendi. Pode repetir?',
  memberLost: 'Desculpe, a ligação com o meu colega caiu. Estou de volta. Como posso continuar a ajudar?',
  goodbye: 'Lamento, temos um problema técnico. Por favor, tente novamente mais tarde. Até logo.',
};
