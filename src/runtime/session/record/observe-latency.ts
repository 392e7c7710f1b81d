import type { TurnLatency } from '../../../conversation/pipeline/index.ts';
import { histogram } from '../../../platform/kernel/index.ts';

const stages = {
  total: ({ waitedMs }) => waitedMs,
  provider: ({ providerMs }) => providerMs,
  added: ({ addedMs }) => addedMs,
  transcript: ({ speechEndMs, transcriptFinalMs }) => span(speechEndMs, transcriptFinalMs),
  'end-of-turn': ({ speechEndMs, endOfTurnMs }) => span(speechEndMs, endOfTurnMs),
  'first-token': ({ endOfTurnMs, firstTokenMs }) => span(endOfTurnMs, firstTokenMs),
  model: ({ endOfTurnMs, firstSentenceMs }) => span(endOfTurnMs, firstSentenceMs),
  voice: ({ firstSentenceMs, firstAudioMs }) => span(firstSentenceMs, firstAudioMs),
  line: ({ firstAudioMs, firstRtpMs }) => span(firstAudioMs, firstRtpMs),
} satisfies Record<string, (turn: TurnLatency) => number | null>;

const latency = histogram(
  'parley_turn_latency_seconds',
  'Time that callers waited for the agent in one turn, in total and by stage',
  ['stage'],
  [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10],
);

/** Adds the turns of an ended call to the metrics. */
export function observeLatency(turns: readonly TurnLatency[]): void {
  for (const turn of turns.filter(({ waitedMs }) => waitedMs !== null)) {
    for (const [stage, of] of Object.entries(stages)) {
      const ms = of(turn);
      if (ms !== null) latency.observe({ stage }, ms / 1000);
    }
  }
}

function span(fromMs: number | null, toMs: number | null): number | null {
  return fromMs === null || toMs === null ? null : Math.max(toMs - fromMs, 0);
}
