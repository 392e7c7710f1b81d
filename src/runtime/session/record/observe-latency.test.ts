import { beforeEach, expect, it } from 'vitest';
import type { TurnLatency } from '../../../conversation/pipeline/index.ts';
import { metrics } from '../../../platform/kernel/index.ts';
import { observeLatency } from './observe-latency.ts';

const turn: TurnLatency = {
  turn: 1,
  kind: 'speech',
  speechEndMs: 1000,
  transcriptFirstMs: 700,
  transcriptFinalMs: 1100,
  endOfTurnMs: 1300,
  endedBy: 'silence',
  modelAskedMs: null,
  heldBackMs: null,
  droppedAnswers: 0,
  overlaps: [],
  firstTokenMs: 1500,
  firstSentenceMs: 1600,
  firstAudioMs: 1700,
  firstRtpMs: 1720,
  interruptedAtMs: null,
  waitedMs: 720,
  providerMs: 500,
  addedMs: 220,
};

beforeEach(() => metrics.resetMetrics());

it('/metrics has the time that callers waited, in total and by stage', async () => {
  observeLatency([turn, { ...turn, turn: 2, kind: 'silence', waitedMs: null }]);
  const text = await metrics.metrics();
  const sums = Object.fromEntries(
    [...text.matchAll(/parley_turn_latency_seconds_sum\{stage="([^"]+)"[^}]*\} (\S+)/g)].map(
      ([, stage, sum]) => [stage, Number(Number(sum).toFixed(3))],
    ),
  );
  expect(sums).toEqual({
    ...{ total: 0.72, provider: 0.5, added: 0.22, transcript: 0.1, 'end-of-turn': 0.3 },
    ...{ 'first-token': 0.2, model: 0.3, voice: 0.1, line: 0.02 },
  });
  expect(text).toMatch(/parley_turn_latency_seconds_count\{stage="total"[^}]*\} 1/);
});
