import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const spanish: LanguageWords = {
  abbreviations: words('sr sra srta dr dra d ud uds av núm tel etc aprox p.ej p ej ee uu'),
  hasOrdinals: false,
  hums: phrases('mhm, hm, hmm, mm, ah, oh, ajá, eh, em'),
  agreements: phrases('sí, si, vale, ok, okay, claro, de acuerdo, bueno, muy bien, ya, entiendo'),
  refusals: phrases('no, nunca, jamás, tampoco, incorrecto'),
  excuses: phrases('no hay problema, no hay inconveniente, cómo no, por qué no, no pasa nada'),
  greetings: phrases('hola, diga, dígame, aló, buenos días, buenas tardes, buenas noches, sí diga'),
  dangling: words(`
    el la los las un una unos unas al del cada algún ningún primer tercer gran mi mis tu tus su sus nuestro
    nuestra nuestros nuestras y e o u ni pero porque si que aunque sino mientras cuando donde como pues cuyo
    cuya de en con por para sin sobre entre hasta desde hacia contra según durante mediante tras ante bajo me
    se te le les nos lo muy tan yo eh este
  `),
  mayDangle: words(`
    es son era eran soy eres somos será sería fue estoy está estamos están estaba estaban he ha has hemos han
    había habría hay tengo tiene tenemos tienen tenía quiero quiere queremos quería quisiera puedo puede
    podemos podría debo debe voy va vamos necesito necesita gustaría
  `),
  openers: words('qué quién quiénes cuál cuáles cuánto cuánta cuántos cuántas cuándo dónde cómo si todo'),
  answers: words('sí no'),
  endings: phrases(`
    así es, ya está, aquí está, ahí está, ya voy, soy yo, y yo, también yo, tampoco yo, qué va, lo que es
  `),
  digits: words('cero uno dos tres cuatro cinco seis siete ocho nueve doble'),
  fillers: ['Un momento, por favor.', 'Sigo en ello.'],
  silencePrompt: '¿Sigue ahí?',
  apology: 'Perdón, no le he entendido. ¿Puede repetirlo?',
  memberLost:
    'Perdone, se ha cortado la conexión con mi compañero. Estoy de nuevo con usted. ¿Cómo puedo seguir ayudándole?',
  goodbye: 'Lo siento, tenemos un problema técnico. Por favor, inténtelo más tarde. Adiós.',
};
