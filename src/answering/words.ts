/** What a machine says, by what it is. Looked for in whatever a recognizer understood of the greeting. */
const signs: readonly [kind: 'screening' | 'ivr' | 'voicemail', pattern: RegExp][] = [
  [
    'screening',
    /screening|state your name|say your name|who(?:'s| is) calling|reason (?:for|you're) call|record your name/i,
  ],
  [
    'ivr',
    /\bpress\b|\bdial \d|main menu|\boption\b|\bextension\b|for english|your call may be|opening hours/i,
  ],
  [
    'voicemail',
    /leave (?:a|your|me a)|after the (?:tone|beep)|at the tone|voice ?mail|not available|can(?:no|')t (?:come|take|get) |unable to (?:take|answer)|you(?:'ve| have) reached|mailbox/i,
  ],
];

/** What the words give away; null where they might be anybody's. */
export function kindOfWords(text: string): 'screening' | 'ivr' | 'voicemail' | null {
  return signs.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
