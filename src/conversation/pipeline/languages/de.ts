import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const german: LanguageWords = {
  abbreviations: words('hr fr dr prof str nr bzw ca usw evtl ggf inkl zzgl tel z.b d.h u.a z d h u a'),
  hasOrdinals: true,
  hums: phrases('mhm, mm, hm, hmm, aha, ah, oh, äh, ähm, ach so'),
  agreements: phrases('ja, jo, jaja, ja ja, genau, okay, ok, gut, alles klar, klar, stimmt, verstehe'),
  refusals: phrases('nein, nee, nö, nicht, nichts, kein, keine, keinen, nie, niemals, keinesfalls, falsch'),
  excuses: phrases(`
    kein problem, kein thema, keine einwände, warum nicht, wieso nicht, nichts dagegen, macht nichts
  `),
  greetings: phrases('hallo, ja hallo, guten tag, guten morgen, guten abend, ja bitte, servus, moin'),
  // "an", "auf", "aus", "nach", "vor", "zu" also end sentences, as separated prefixes of verbs.
  dangling: words(`
    der die den dem des ein eine einen einem einer eines kein mein meine meinen meinem meiner dein deine
    deinen deinem deiner ihr ihre ihren ihrem ihrer unser unsere unseren unserem unserer seine seinen seinem
    seiner euer eure euren dieser diesem diesen jede jeden jedem herr herrn und oder aber weil wenn dass ob
    sondern sowie bevor nachdem sobald solange obwohl falls während als also in im am bei beim für zum zur von
    vom ins ans aufs fürs ohne zwischen seit wegen bis pro unter über ich äh ähm öh
  `),
  mayDangle: words(`
    das mit um ist sind war waren bin bist wäre habe hab hat hatte hätte kann könnte könnten will wollte muss
    müsste soll sollte möchte möchten darf dürfte wird wurde würde heiße heißt
  `),
  // In a subordinate clause the verb is at the end. The verbs in this list have "mit" and "um" as prefixes.
  openers: words(`
    was wer wem wen wie wo wann warum wieso weshalb wohin woher welche welcher welches welchen wenn ob dass
    weil da damit bis obwohl falls sobald solange nachdem bevor als komme kommt kommen kommst nehme nimmt
    nehmen bringe bringt bringen teile teilt teilen mache macht machen mach fahre fährt fahren gehe geht gehen
    gebe gibt geben buche buchen bucht ziehe zieht ziehen kostet stimmt reicht
  `),
  answers: new Set(),
  endings: phrases(`
    bin ich, war ich, habe ich, hab ich, weiß ich, kann ich, will ich, möchte ich, glaube ich, denke ich,
    meine ich, das kann, nehme die, nehme den, ist der, ist die, genau das, auch das, ist das, weiß das,
    glaube das, will das, für das, und das
  `),
  digits: words('null eins zwei zwo drei vier fünf sechs sieben acht neun doppel'),
  fillers: ['Einen Moment bitte.', 'Ich bin noch dabei.'],
  silencePrompt: 'Sind Sie noch da?',
  apology: 'Entschuldigung, das habe ich nicht verstanden. Können Sie das wiederholen?',
  memberLost:
    'Entschuldigung, die Verbindung zu meinem Kollegen ist abgebrochen. Ich bin wieder da. Wie kann ich weiterhelfen?',
  goodbye:
    'Es tut mir leid, wir haben ein technisches Problem. Bitte versuchen Sie es später noch einmal. Auf Wiederhören.',
};
