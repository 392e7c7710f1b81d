import type { WavAudio } from '../../src/telephony/media/index.ts';

/** One stretch of sound in a channel. */
export interface Sound {
  startMs: number;
  endMs: number;
}

/** One answer: the end of the caller's sound, the start of the agent's, and the time between them. */
export interface EndToEndLatency {
  callerEndMs: number;
  agentStartMs: number;
  latencyMs: number;
}

/** One period of the lowest voices. A shorter step would measure their single pulses. */
const stepMs = 10;
/** A longer pause ends the sound; shorter ones occur within a sentence. */
const pauseMsMax = 350;
const soundMsMin = 60;
/**
 * The RMS level of 54 dB below full scale. Quieter steps, and steps below twice the noise, are no sound. The bound is not
 * a share of the loudest level, because words begin and end with sounds far below their vowels.
 */
const levelMin = 63;
const noiseFactor = 2;
/** The noise level is this quantile of all levels: no channel is speech all the time. */
const noiseShare = 0.1;

/** Returns the sounds of one channel, in order, from its waveform alone. */
export function soundsOf(pcm: Int16Array, sampleRateHz: number): Sound[] {
  const size = (sampleRateHz * stepMs) / 1000;
  const levels = Array.from({ length: Math.floor(pcm.length / size) }, (_, n) =>
    Math.sqrt(pcm.subarray(n * size, (n + 1) * size).reduce((sum, sample) => sum + sample ** 2, 0) / size),
  );
  const noise = levels.toSorted((a, b) => a - b)[Math.floor(levels.length * noiseShare)] ?? 0;
  const least = Math.max(levelMin, noiseFactor * noise);
  const sounds: Sound[] = [];
  levels.forEach((level, n) => {
    if (level < least) return;
    const last = sounds.at(-1);
    if (last && n * stepMs - last.endMs <= pauseMsMax) last.endMs = (n + 1) * stepMs;
    else sounds.push({ startMs: n * stepMs, endMs: (n + 1) * stepMs });
  });
  return sounds.filter(({ startMs, endMs }) => endMs - startMs >= soundMsMin);
}

/**
 * Measures how long the caller waited for each answer, on a recording with the customer in its first channel and the
 * agent in its second. The measurement is independent of the ledger, which it checks.
 */
export function endToEndLatencies({ channels, sampleRateHz }: WavAudio): EndToEndLatency[] {
  const [customer = [], agent = []] = channels.map((channel) => soundsOf(channel, sampleRateHz));
  return customer.flatMap(({ endMs }, n) => {
    const nextMs = customer[n + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const answer = agent.find(({ startMs }) => startMs >= endMs && startMs < nextMs);
    return answer
      ? [{ callerEndMs: endMs, agentStartMs: answer.startMs, latencyMs: answer.startMs - endMs }]
      : [];
  });
}

/** The fields of a ledger turn that a recording can confirm. */
export interface LedgerTurn {
  turn: number;
  kind: string;
  speechEndMs: number | null;
  firstRtpMs: number | null;
  waitedMs: number | null;
}

/** The largest accepted difference between ledger and waveform. */
const agreementMs = 20;

/** Returns a sentence for each answered turn whose ledger times differ from the recording. */
export function disagreements(turns: readonly LedgerTurn[], recording: WavAudio): string[] {
  const latencies = endToEndLatencies(recording);
  const near = (a: number, b: number | null) => b !== null && Math.abs(a - b) <= agreementMs;
  return turns
    .filter(({ kind, waitedMs }) => kind === 'speech' && waitedMs !== null)
    .filter(
      ({ speechEndMs, firstRtpMs, waitedMs }) =>
        !latencies.some(
          ({ callerEndMs, agentStartMs, latencyMs }) =>
            near(callerEndMs, speechEndMs) && near(agentStartMs, firstRtpMs) && near(latencyMs, waitedMs),
        ),
    )
    .map(
      ({ turn, speechEndMs, firstRtpMs }) =>
        `turn ${turn}: the ledger has ${speechEndMs} to ${firstRtpMs}, the recording ${latencies.map(({ callerEndMs, agentStartMs }) => `${callerEndMs} to ${agentStartMs}`).join(', ')}`,
    );
}
