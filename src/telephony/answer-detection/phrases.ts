import { furtherPhrases as further } from './further-phrases.ts';

/** The kinds of machines that phrases tell apart. After `unreachable` another attempt may succeed. */
export type PhraseKind = 'screening' | 'ivr' | 'intercept' | 'voicemail' | 'queue' | 'unreachable';

/** Phrases of one kind, joined into one pattern. They are written as `plain` returns text. */
const any = (...phrases: string[]) => new RegExp(phrases.join('|'));

/** "Leave a message", but not "would you leave a message?", which only a person asks. "Please" makes it a request. */
const leave =
  "leave (?<!\\b(?:would|do|did|will|can|could) you (?:(?!please|kindly)[\\w']+ ){0,3}leave )(?:a|your|me a)";
const oneDigit = '(?:\\d|one|two|three|four|five|six|seven|eight|nine|zero|star|pound|hash|any)\\b';
/** "All agents are busy", in English word order. */
const staff = '(?:agents?|representatives?|operators?|advisors?|associates?|staff|lines|team members)';
/** "The number you have dialed", in English. */
const dialed = "number (?:that )?(?:you(?:'ve| have)? )?(?:dialed|dialled|called|reached|are calling)";
/** The same in French, Spanish and Italian. */
const dialedInFrench =
  'numero (?:de telephone )?(?:que vous (?:avez |venez de )?)?(?:demande|compose|appele)[rz]?';
const dialedInSpanish =
  'numero (?:de telefono )?(?:(?:que|al que) (?:usted )?(?:ha )?(?:marc|llam)\\w+|marcado|solicitado)';
const dialedInItalian =
  'numero (?:(?:da lei|che (?:ha|avete|hai)) )?(?:selezionat|compost|digitat|chiamat|richiest)o';

/**
 * Phrases of machines by their kind, in English, German, French, Spanish and Italian. The first kind with a phrase in the
 * text applies: a menu may also ask the caller to stay on the line, and a full queue may offer a voicemail. `furtherPhrases`
 * has seven more languages.
 */
export const signs: readonly (readonly [kind: PhraseKind, pattern: RegExp])[] = [
  [
    'screening',
    any(
      'screening|(?<!to )(?:state|say|record) your name',
      'nennen sie (?:bitte )?ihren namen|grund ihres anrufs',
      '(?:dire|dites|donnez|enregistrez|indiquez) votre nom',
      '(?:diga|indique|grabe) su nombre',
      '(?:dica|dite|registri|pronunci) il (?:suo|vostro) nome',
      ...further.screening,
    ),
  ],
  [
    'ivr',
    any(
      `\\bpress ${oneDigit}|\\bdial \\d|main menu|for english|your call may be`,
      'drucken sie (?:bitte )?(?:die|eine)|wahlen sie (?:bitte )?die|ihre kundennummer ein',
      'appuyez sur|composez le|faites le \\d|menu principal',
      '(?:oprima|presione|pulse|marque) (?:el|la|uno|dos|tres|cuatro|cinco|cero|asterisco|numeral|\\d)',
      '(?:prema|premere|premi|digiti|digitare) (?:il|la|uno|due|tre|quattro|cinque|zero|asterisco|cancelletto|\\d)',
      ...further.ivr,
    ),
  ],
  [
    'intercept',
    any(
      `${dialed} (?:is|was) (?:not (?:in service|assigned|valid|recogni[sz]ed|a working)|invalid|incorrect)`,
      `${dialed} (?:is|was) no longer (?:in (?:service|use)|assigned|valid|active|connected)`,
      `${dialed} (?:has|have) (?:been (?:disconnected|changed)|not been recogni[sz]ed)|${dialed} does not exist`,
      'cannot be completed as diall?ed',
      'kein anschluss unter dieser nummer|(?:gewahlte (?:ruf|telefon)?|angerufene (?:ruf)?|diese ruf)nummer ist (?:uns )?(?:nicht (?:vergeben|bekannt|gultig)|ungultig)',
      `${dialedInFrench} (?:n'est (?:plus|pas) (?:attribue|en service|valide)|n'existe)|(?:pas|plus) d'abonne au ${dialedInFrench}`,
      'votre appel ne peut (?:pas )?etre complete',
      `${dialedInSpanish} (?:(?:ya )?no (?:existe|esta en servicio|esta asignado|es valido|corresponde)|(?:esta )?fuera de servicio)`,
      `${dialedInItalian} (?:e )?(?:inesistente|non esiste|non (?:e )?(?:piu )?(?:attivo|in servizio|in uso|valido))`,
      'chiamata non puo essere completata',
      ...further.intercept,
    ),
  ],
  [
    'voicemail',
    any(
      `${leave} (?:\\w+ ){0,2}(?:message|name|number)|after the (?:tone|beep)|at the tone|voice ?mail|mailbox`,
      'hinterlassen sie|nach dem (?:signal|piep|ton)|anrufbeantworter|sprachbox',
      'laissez (?:\\w+ )?(?:un|votre) message|veuillez laisser|apres le (?:bip|signal|ton)|boite vocale|repondeur',
      'dej[ea](?:nos|me)? (?:su|un|tu) mensaje|despues (?:del (?:tono|bip)|de la senal)|buzon de voz|correo de voz',
      '\\blasci(?:a|ate)? (?:\\w+ )?(?:un|il|vostro|suo) (?:\\w+ )?messaggio|dopo il (?:segnale|tono|bip)|segreteria|casella vocale',
      ...further.voicemail,
    ),
  ],
  ['screening', any("reason (?:for|you're) call")],
  [
    'queue',
    any(
      'call is (?:very )?important|(?:stay|remain) on the line|(?:please|to) hold\\b(?! on)',
      `all (?:of )?(?:our |the )?(?:\\w+ )?${staff} (?:\\w+ ){0,3}are|next available ${staff}|(?:order|sequence) (?:it|they|in which) w`,
      '(?:first|next|number \\w+) in (?:line|the queue)|place in (?:line|the queue)|estimated (?:hold|wait)|callers? waiting',
      'bleiben sie (?:bitte )?(?:in der leitung|am apparat)|anruf ist uns wichtig|(?:mitarbeiter|leitungen|platze) (?:\\w+ ){0,4}(?:belegt|gesprach)|nachste freie|bitte (?:haben sie|warten)',
      'ne quitte[zr] pas|(?:rester|restez|patienter|patientez) (?:\\w+ )?en ligne|(?:veuillez|merci de) patienter|votre appel est important|(?:conseillers|representants|agents|operateurs) (?:\\w+ ){0,3}(?:occupes|en ligne)',
      'no cuelgue|permanezca en (?:la )?linea|(?:espere|mantengase) en (?:la )?linea|su llamada es (?:muy )?importante|(?:agentes|representantes|operadores|asesores) (?:\\w+ ){0,3}ocupados|(?:por favor )?espere',
      'resti(?:ate)? in (?:linea|attesa)|rimanga in (?:linea|attesa)|(?:attenda|attendere) (?:in linea|prego)|prego attendere|chiamata e (?:molto )?importante|(?:operatori|linee) (?:\\w+ ){0,4}occupat',
      ...further.queue,
    ),
  ],
  [
    'unreachable',
    any(
      "all (?:\\w+ )?circuits are|call (?:can(?:no|')t|could not) be completed at this time",
      `(?:${dialed}|(?:customer|subscriber|party|person) (?:that )?you (?:have |are )?(?:dialed|dialled|called|calling)) (?:\\w+ ){0,3}(?:switched off|unavailable|not (?:available|reachable))`,
      '(?:teilnehmer|gesprachspartner|anschluss|rufnummer) (?:\\w+ ){0,5}nicht erreichbar|alle leitungen (?:\\w+ ){0,4}belegt',
      '(?:correspondant|abonne) (?:\\w+ ){0,6}(?:injoignable|indisponible)|toutes les lignes (?:\\w+ ){0,6}occupees',
      '(?:numero|telefono) (?:\\w+ ){0,8}(?:apagado|cobertura)|todas las lineas (?:\\w+ ){0,4}ocupadas',
      '(?:cliente|utente|numero) (?:\\w+ ){0,6}(?:non (?:e )?(?:al momento )?raggiungibile|spento)|tutte le linee (?:\\w+ ){0,4}occupate',
      ...further.unreachable,
    ),
  ],
];

/** Words of an intercept that people say too. They count after special information tones. */
export const bareIntercept = any(
  '(?:not|no longer) in (?:service|use)|been disconnected|not a working number|please check the number',
  'nummer ist (?:uns )?(?:nicht (?:vergeben|bekannt|gultig)|ungultig)',
  "n'est (?:plus|pas) (?:attribue|en service|valide)|verifi(?:er|ez) le numero|numero n'existe",
  '(?:no esta en|fuera de) servicio|numero (?:\\w+ )?no existe|(?:verifique|compruebe|revise) el numero',
  'numero (?:\\w+ ){0,4}(?:inesistente|non esiste)|non (?:e )?(?:piu )?in (?:servizio|uso)|(?:controll|verific)(?:a|i|are|hi) il numero',
);

/** Words of a temporary failure that people say too. */
export const bareUnreachable = any(
  'network is (?:\\w+ )?(?:busy|congested)|try (?:your call |again )+later|switched off|not reachable',
  'nicht erreichbar|(?:probieren|versuchen) sie es (?:\\w+ )?spater',
  'injoignable|(?:rappeler|reessayer|essayer|rappelez|reessayez) (?:\\w+ )?plus tard|momentanement indisponible',
  'apagado|fuera de(?:l area de)? cobertura|(?:intente|llame) (?:\\w+ ){0,2}mas tarde|no se encuentra disponible',
  'raggiungibile|spento|(?:riprov|richiam)\\w+ piu tardi',
);

/** Words of anything that may pass. With them an intercept never ends the retries. */
export const momentary = any(
  'at this time|at the moment|temporar|currently|lines are|circuits|\\blater\\b|unavailable',
  'vorubergehend|zurzeit|zur zeit|derzeit|momentan|spater|besetzt|belegt',
  'actuellement|pour le moment|indisponible|plus tard|occupe',
  'temporal|en este momento|mas tarde|ocupad|no disponible',
  'momentanea|temporanea|al momento|piu tardi|occupat',
);

/** Greetings of people. An announcement of the network has none. */
export const greeting = any(
  '\\b(?:hello|hi|hey|good (?:morning|afternoon|evening))\\b|this is (?!a (?:record|free))|\\bspeaking\\b|my name|how (?:can|may) i',
  '\\b(?:hallo|gruezi|gruss gott|servus|moin)\\b|guten (?:tag|morgen|abend)|mein name|am apparat',
  '\\b(?:bonjour|bonsoir|allo)\\b|je suis|a votre service',
  '\\b(?:hola|digame)\\b|buen(?:os dias|as tardes|as noches)|soy ',
  '\\b(?:pronto|ciao|buongiorno|buonasera|salve)\\b',
  ...further.greeting,
);

/** The welcome of a company, which its machines and its people say. */
export const welcome = any(
  "\\bwelcome to\\b|(?:thank you|thanks) for calling|you(?:'ve| have)? reached",
  'willkommen (?:bei|beim|im|in|zu|zum|zur)|danke? (?:schon )?fur (?:ihren|deinen) anruf|verbunden mit',
  "\\bbienvenue (?:chez|a|au|aux|dans|sur)\\b|merci (?:de votre appel|d'avoir appele|de nous (?:avoir )?appele|pour votre appel)|vous etes bien (?:chez|en)",
  '\\bbienvenid[oa]s? a|gracias por (?:llamar|su llamada|comunicarse)|se ha comunicado con',
  '\\bbenvenut[oiae] (?:in|a|al|alla|da|nel|presso)\\b|grazie per (?:aver(?:ci)? (?:chiamato|contattato)|la (?:sua|vostra) chiamata)',
);

/** Words by which a person follows up a company's welcome: a name, an offer to help, or a question. */
export const introduction = any(
  "\\?|this is (?!a (?:record|free))|\\bspeaking\\b|my name|\\b(?:can|may) i\\b|\\bi'm\\b|\\bi am\\b",
  'mein name|am apparat|kann ich|darf ich|\\bich bin\\b',
  'je suis|a votre service|puis-je|je peux|mon nom',
  '\\bsoy |puedo |mi nombre|le (?:atiende|habla)',
  '\\bsono |posso |mi chiamo|il mio nome',
);

/** Phrases that people use too. They are a machine's only in a greeting that is too long for a person. */
export const doubtfulSigns: readonly (readonly [kind: PhraseKind, pattern: RegExp])[] = [
  ['screening', any("who(?:'s| is) calling")],
  ['ivr', any('\\bpress\\b|\\boption\\b|\\bextension\\b|opening hours')],
  [
    'voicemail',
    any(
      leave,
      "not available|can(?:no|')t (?:come|take|get) |unable to (?:take|answer)|you(?:'ve| have) reached",
      'nicht erreichbar|nicht da|nicht zu hause',
      'ne (?:peux|pouvons|suis) pas|pas disponible|messagerie',
      'no (?:puedo|podemos) (?:atender|contestar)|no estoy disponible',
      'non (?:posso|possiamo) rispondere|non sono disponibile',
    ),
  ],
  [
    'queue',
    any(
      'thank you for (?:holding|waiting|your patience)|merci de votre patience',
      'gracias por (?:su paciencia|esperar)|grazie per (?:la pazienza|l.attesa|aver atteso)',
    ),
  ],
];

/** Words that announce a tone before the caller is to speak. */
export const promisesTone = any(
  '(?:at|after|hear|following) the (?:\\w+ )?(?:tone|beep|signal)',
  'nach dem (?:signal|piep|ton)|(?:a la|apres la) tonalite|apres le (?:bip|signal|ton|timbre)|despues (?:del (?:tono|bip)|de la senal)|dopo il (?:segnale|tono|bip)',
  ...further.tone,
);

/** Returns text without accents, capitals and curly apostrophes. */
export function plain(text: string): string {
  const decomposed = text.normalize('NFD').replaceAll(/\p{M}+/gu, '');
  return decomposed.replaceAll('ß', 'ss').replaceAll(/[‘’`]/g, "'").toLowerCase();
}
