type MachineKind = 'screening' | 'ivr' | 'voicemail';

/** "Leave a message", but not "would you leave a message?", which only a person asks. "Please" makes it a request. */
const leave = /leave (?<!\b(?:would|do|did|will|can|could) you (?:(?!please|kindly)[\w']+ ){0,3}leave )/;

/** Phrases of machines, by their kind. They are searched in the recognized words. */
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

/** Phrases that people use too. They are a machine's only in a greeting that is too long for a person. */
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

/** Returns the kind of machine by its words; `null` when a person may say them. */
export function kindOfWords(text: string, isLong: boolean): MachineKind | null {
  const all = isLong ? [...signs, ...doubtfulSigns] : signs;
  return all.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
