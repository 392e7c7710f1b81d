/** Parameters of the statement that fills the record of the call under test, in order. */
const epochMs = Date.UTC(2026, 10, 21, 15, 0, 0);

function entry(role: string, message: string, seconds: number, duration: number, more: object = {}) {
  const at = (offset: number) => new Date(epochMs + offset * 1_000).toISOString();
  return {
    ...{ role, message, secondsFromStart: seconds, duration },
    ...{ time: at(seconds), endTime: at(seconds + duration) },
    ...more,
  };
}

function turn(number: number, speechEndMs: number, steps: [number, number, number, number, number]) {
  const [endOfTurnMs, firstTokenMs, firstSentenceMs, firstAudioMs, firstRtpMs] = steps.map(
    (ms) => speechEndMs + ms,
  );
  const waitedMs = steps[4];
  return {
    ...{
      turn: number,
      kind: 'speech',
      speechEndMs,
      transcriptFirstMs: speechEndMs - 400,
      transcriptFinalMs: speechEndMs + 90,
      interruptedAtMs: null,
      endedBy: 'silence',
      modelAskedMs: endOfTurnMs! - 140,
      droppedAnswers: 0,
      overlaps: [],
    },
    ...{ endOfTurnMs, firstTokenMs, firstSentenceMs, firstAudioMs, firstRtpMs },
    ...{ waitedMs, providerMs: waitedMs - 48, addedMs: 48 },
  };
}

/** The agent began before the caller's last sound. */
const early = turn(3, 9_900, [-2_100, -2_050, -2_030, -2_000, -1_994]);

const model = { kind: 'language-model', provider: 'openai', model: 'gpt-4o', direction: null };
const line = { kind: 'telephony', provider: 'trunk_a', model: null, direction: 'outbound' };
const voice = { kind: 'text-to-speech', provider: 'elevenlabs', model: 'flash', direction: null };

export const conversation = {
  transcript: [
    entry('bot', 'Hello Maya, this is Ada.', 0.2, 1.4),
    entry('user', 'Hi. When will my parcel arrive?', 1.7, 1.1),
    entry('tool', '', 2.1, 0.3, {
      name: 'find_parcel',
      toolCall: { name: 'find_parcel', arguments: { parcel: 'P-4711' } },
      result: { arrives: 'tomorrow', before: '12:00' },
    }),
    entry('bot', 'It arrives tomorrow before noon. Is there anything else I can do for you?', 2.6, 3.1),
    entry('user', 'No, that is all. Thank you!', 6.2, 1.3),
    entry('bot', 'Have a good day, Maya.', 8.1, 1.2),
  ],
  turns: [turn(1, 1_900, [210, 480, 590, 700, 712]), turn(2, 7_500, [190, 402, 470, 588, 601]), early],
  latency: { turns: 2, p50Ms: 601, p95Ms: 712, maxMs: 712, addedP50Ms: 48, addedP95Ms: 48 },
  summary: 'Maya asked when her parcel arrives. Ada looked it up and told her: tomorrow before noon.',
  analysis: { parcel: 'P-4711', satisfied: true },
  qa: {
    overallPassed: false,
    sentiment: 'positive',
    rubricOutcomes: {
      'named the day': {
        passed: true,
        reason: 'The agent said that it arrives tomorrow.',
        secondsFromStart: [2.6],
      },
      'offered a text message': { passed: false, reason: 'It was never offered.', secondsFromStart: [] },
    },
  },
  session: { confirmed: true, window: { from: '09:00', to: '12:00' } },
  cost: {
    ...{ currency: 'EUR', total: '0.03185', priceVersion: 1, usageIsComplete: true },
    items: [
      { ...model, unit: 'input-tokens', quantity: 400, amount: '2.50', per: 1_000_000, cost: '0.001' },
      {
        ...model,
        unit: 'cached-input-tokens',
        quantity: 680,
        amount: '1.25',
        per: 1_000_000,
        cost: '0.00085',
      },
      { ...line, unit: 'minutes', quantity: 2.5, amount: '0.012', per: 1, cost: '0.03' },
    ],
    unpriced: [{ ...voice, unit: 'characters', quantity: 153 }],
  },
};
