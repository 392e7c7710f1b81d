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

/**
 * Phrases of machines by their kind, in English, German, French, Spanish and Italian. The first kind with a phrase in the
 * text applies: a menu may also ask the caller to stay on the line, and a full queue may offer a voicemail.
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
    ),
  ],
  [
    'intercept',
    any(
      `${dialed} (?:is|was) (?:not (?:in service|assigned|valid|recogni[sz]ed|a working)|no longer|invalid|incorrect)`,
      `${dialed} (?:has|have) (?:been (?:disconnected|changed)|not been recogni[sz]ed)|${dialed} does not exist`,
      '(?:not|no longer) in service|has been disconnected|disconnected or is no longer|not a working number',
      'please check the number|completed as dialed|completed as dialled',
      'kein anschluss unter dieser nummer|nummer ist (?:uns )?(?:nicht (?:vergeben|bekannt|gultig|belegt|mehr)|ungultig)',
      "n'est (?:plus|pas) (?:attribue|en service|valide)|verifier le numero|verifiez le numero|numero n'existe|ne peut etre complete",
      'numero (?:que (?:usted )?(?:ha )?marc\\w+|marcado|solicitado) (?:no (?:existe|esta en servicio|es valido|corresponde)|ya no)',
      '(?:no esta en|fuera de) servicio|(?:verifique|compruebe|revise) el numero',
      'numero (?:\\w+ ){0,4}(?:inesistente|non esiste|non (?:e )?(?:piu )?(?:attivo|in servizio|valido))',
      'non (?:e )?(?:piu )?in (?:servizio|uso)|(?:controll|verific)(?:a|i|are|hi) il numero|essere completata',
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
    ),
  ],
  ['screening', any("reason (?:for|you're) call")],
  [
    'queue',
    any(
      'call is (?:very )?important|(?:stay|remain) on the line|(?:please|to) hold\\b|thank you for (?:holding|waiting|your patience)',
      `all (?:of )?(?:our |the )?(?:\\w+ )?${staff} (?:\\w+ ){0,3}are|next available ${staff}|(?:order|sequence) (?:it|they|in which) w`,
      '(?:first|next|number \\w+) in (?:line|the queue)|place in (?:line|the queue)|estimated (?:hold|wait)|callers? waiting',
      'bleiben sie (?:bitte )?(?:in der leitung|am apparat)|anruf ist uns wichtig|(?:mitarbeiter|leitungen|platze) (?:\\w+ ){0,4}(?:belegt|gesprach)|nachste freie|bitte (?:haben sie|warten)',
      'ne quitte[zr] pas|(?:rester|restez|patienter|patientez) (?:\\w+ )?en ligne|(?:veuillez|merci de) patienter|merci de votre patience|votre appel est important|(?:conseillers|representants|agents|operateurs) (?:\\w+ ){0,3}(?:occupes|en ligne)',
      'no cuelgue|permanezca en (?:la )?linea|(?:espere|mantengase) en (?:la )?linea|su llamada es (?:muy )?importante|gracias por (?:su paciencia|esperar)|(?:agentes|representantes|operadores|asesores) (?:\\w+ ){0,3}ocupados|(?:por favor )?espere',
      'resti(?:ate)? in (?:linea|attesa)|rimanga in (?:linea|attesa)|(?:attenda|attendere) (?:in linea|prego)|prego attendere|grazie per (?:la pazienza|l.attesa|aver atteso)|chiamata e (?:molto )?importante|(?:operatori|linee) (?:\\w+ ){0,4}occupat',
    ),
  ],
  [
    'unreachable',
    any(
      'all (?:\\w+ )?(?:circuits|lines) are|network is (?:busy|congested)|completed at this time|try (?:your call |again )+later|switched off|temporarily (?:unavailable|not available|out of)|not reachable',
      '(?:teilnehmer|gesprachspartner|anschluss|rufnummer) (?:\\w+ ){0,5}nicht erreichbar|(?:probieren|versuchen) sie es spater|alle leitungen',
      'injoignable|toutes les lignes|(?:rappeler|reessayer|essayer) (?:\\w+ )?plus tard|momentanement indisponible',
      'apagado|fuera de(?:l area de)? cobertura|todas las lineas|(?:intente|llame) (?:\\w+ ){0,2}mas tarde|no se encuentra disponible',
      'non (?:e )?(?:al momento )?raggiungibile|spento|tutte le linee|(?:riprov|richiam)\\w+ piu tardi',
    ),
  ],
];

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
];

/** Words that announce a tone before the caller is to speak. */
export const promisesTone = any(
  '(?:at|after|hear|following) the (?:\\w+ )?(?:tone|beep|signal)',
  'nach dem (?:signal|piep|ton)|(?:a la|apres la) tonalite|apres le (?:bip|signal|ton|timbre)|despues (?:del (?:tono|bip)|de la senal)|dopo il (?:segnale|tono|bip)',
);

/** Returns text without accents, capitals and curly apostrophes. */
export function plain(text: string): string {
  const decomposed = text.normalize('NFD').replaceAll(/\p{M}+/gu, '');
  return decomposed.replaceAll('ß', 'ss').replaceAll(/[‘’`]/g, "'").toLowerCase();
}
