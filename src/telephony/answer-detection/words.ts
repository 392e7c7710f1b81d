type MachineKind = 'screening' | 'ivr' | 'voicemail';

/** "Leave a message", unless somebody asks whether we would: who asks is there to hear the answer. "Please" asks nothing. */
const leave = /leave (?<!\b(?:would|do|did|will|can|could) you (?:(?!please|kindly)[\w']+ ){0,3}leave )/;

/** What a machine says, by what it is. Looked for in whatever a recognizer understood of the greeting. */
const signs: readonly [kind: MachineKind, pattern: RegExp][] = [
  ['screening', /screening|state your name|say your name|reason (?:for|you're) call|record your name/i],
  [
    'ivr',
    /\bpress (?:\d|one|two|three|four|five|six|seven|eight|nine|zero|star|pound|hash|any)\b|\bdial \d|main menu|for english|your call may be/i,
  ],
  [
    'voicemail',
    new RegExp(
      `${leave.source}(?:a|your|me a) (?:\\w+ ){0,2}(?:message|name|number)|after the (?:tone|beep)|at the tone|voice ?mail|mailbox`,
      'i',
    ),
  ],
];

/** What people say as well when they answer; only in a greeting that is too long for a person it tells a machine. */
const doubtfulSigns: readonly [kind: MachineKind, pattern: RegExp][] = [
  ['screening', /who(?:'s| is) calling/i],
  ['ivr', /\bpress\b|\boption\b|\bextension\b|opening hours/i],
  [
    'voicemail',
    new RegExp(
      `${leave.source}(?:a|your|me a)|not available|can(?:no|')t (?:come|take|get) |unable to (?:take|answer)|you(?:'ve| have) reached`,
      'i',
    ),
  ],
];

/** What the words give away; null where they might be anybody's. */
export function kindOfWords(text: string, isLong: boolean): MachineKind | null {
  const all = isLong ? [...signs, ...doubtfulSigns] : signs;
  return all.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
