/** An invented word, and the field's word for it. */
interface Word {
  /** Matched against a line in lower case, with identifiers separated into words. */
  old: RegExp;
  /** The field's word, as it completes "write …". */
  use: string;
  /** The checked files; all by default. */
  only?: RegExp;
  /** Ordinary uses, which are allowed. */
  unless?: RegExp;
}

export const words: readonly Word[] = [
  { old: /\bears?\b/, use: 'transcriber' },
  { old: /\bmouths?\b/, use: 'speaker or speech output' },
  { old: /\bminds?\b/, use: 'responder', unless: /\b(?:in|to|change[sd]?|your|his|her|their) minds?\b/g },
  { old: /\btalks?\b/, use: 'browser call', unless: /\b(?:double|cross) talk\b|\btalk spurts?\b/g },
  { old: /^\S*\b(?:replies|replier)\b/, use: 'chat runtime', only: /(?:replies|replier)[^/]*$/ },
  { old: /^\S*\banswering\b/, use: 'answer detection', only: /answering[^/]*$/ },
  { old: /\b(?:trunk(?:'s)? places?|places? of (?:a|the) trunk)\b/, use: 'target' },
  { old: /\b(?:places? of (?:a|the|this) process|free places?|places? free)\b/, use: 'capacity' },
  { old: /\bknock(?:s|ed|ing)?\b/, use: 'probe' },
  { old: /\bdepartures?\b/, use: 'CPS slot' },
  { old: /\b(?:trunk(?:'s)? windows?|windows? of (?:a|the) trunk)\b/, use: 'CPS slot' },
  { old: /\bproven claims?\b/, use: 'claim lease' },
  { old: /\bturnstiles?\b/, use: 'concurrency limit' },
  { old: /\bdoorkeepers?\b/, use: 'widget guard' },
  { old: /\bdesks?\b/, use: 'sign-in context', unless: /\bfront desks?\b/g },
  { old: /\bdeeds?\b/, use: 'customer action' },
  { old: /\bstand ins?\b/, use: 'stub', unless: /\b(?:can(?:not)?|could|may|must) stand in\b/g },
  { old: /\bexchanges?\b/, use: 'turn', only: /scenario|simulat/ },
  { old: /\b(?:told|tells)\b/, use: 'reports, returns or emits', unless: /\b(?:told|tells) apart\b/g },
  { old: /\b(?:nobody|whoever|somebody)\b/, use: 'the subject itself' },
  { old: /\b(?:held|hold|holds) up\b/, use: 'stalled', unless: /\bholds? up to \d/g },
  { old: /\bwhat (?:it|they|this|that) (?:came|comes|come) to\b/, use: 'result' },
  { old: /^\S+ words(?:\.test)?\.tsx?$/, use: 'messages or labels' },
];

/** A line in which a word of the list has its ordinary meaning. */
interface Exception {
  word: RegExp;
  path: RegExp;
  text?: RegExp;
  why: string;
}

export const exceptions: readonly Exception[] = [
  {
    word: /^(?:talk|somebody|desk)$/,
    path: /^src\/domains\/agent-templates\/(?:parts|jobs\/receptionist)\.ts$/,
    text: /speak \| talk|someone \| somebody|reception \| front desk/,
    why: 'a sentence that callers say',
  },
  {
    word: /^talk$/,
    path: /^bench\/answer-samples\.ts$/,
    text: /talk to me after the beep/,
    why: 'a sentence of a mailbox',
  },
  {
    word: /^(?:somebody|nobody)$/,
    path: /^(?:README|docs\/(?:quick-start|scripted-model))\.md$/,
    text: /"say":\s?"[^"]*(?:somebody will call you back|nobody is free)/,
    why: 'a sentence that an agent says',
  },
  {
    word: /^nobody$/,
    path: /^docs\/first-campaign\.md$/,
    text: /nobody,nobody$|the row of `nobody`/,
    why: 'the name of a row of the example',
  },
  {
    word: /^desk$/,
    path: /^docs\/agents\.md$/,
    text: /"transfer ?destinations":\[\{"name":"desk"/,
    why: 'the name of a destination in the example',
  },
  {
    word: /^told$/,
    path: /^docs\/single-sign-on\.md$/,
    text: /… has told no e mail address/,
    why: 'a log line of the identity provider, quoted',
  },
  {
    word: /^nobody$/,
    path: /^src\/platform\/db\/embedded\/run-way\.ts$/,
    text: /`nobody`|name === 'nobody'/,
    why: 'the name of the unprivileged user of Linux',
  },
];
