import { delay } from '../../src/platform/kernel/index.ts';
import type { SimulatedCall } from '../../src/simulation/index.ts';
import type { CallRecord } from './api.ts';
import type { Stage } from './stage.ts';
import { bar } from './waveform.ts';

const pollMs = 25;
const meterMs = 100;
const meterWidth = 50;

/** Returns the seconds since it was created. */
export type Stopwatch = () => number;

export function stopwatch(): Stopwatch {
  const startedAtMs = performance.now();
  return () => (performance.now() - startedAtMs) / 1000;
}

const statusWords: Record<string, string> = {
  queued: 'it is in the campaign, and due at once',
  ringing: 'the telephone rings',
  'in-progress': 'answered',
};

/** Prints each status of a call until it is over. Returns the finished record. */
export async function watchRecord(
  { api, screen }: Pick<Stage, 'api' | 'screen'>,
  callId: string,
  seconds: Stopwatch,
): Promise<CallRecord> {
  let shown = '';
  for (;;) {
    const record = await api.get<CallRecord>(`/api/calls/${callId}`);
    if (record.status !== shown) {
      shown = record.status;
      screen.event(seconds(), shown, record.endedBy ?? statusWords[shown] ?? '');
    }
    if (record.endedAt !== null) return record;
    await delay(pollMs);
  }
}

/** Shows the agent's level on the customer's telephone until the agent has spoken and is silent. */
export async function meterAgent({ screen }: Stage, call: SimulatedCall, seconds: Stopwatch): Promise<void> {
  await call.untilSpeech();
  const beganAt = seconds();
  const finished = new AbortController();
  void call.untilSilence(500).then(() => finished.abort());
  let bars = '';
  while (!finished.signal.aborted) {
    bars += bar(call.heardDb);
    screen.live(beganAt, 'agent', bars.slice(-meterWidth), 'cyan');
    await delay(meterMs, finished.signal);
  }
  screen.event(beganAt, 'agent', bars.slice(-meterWidth), 'cyan');
}
