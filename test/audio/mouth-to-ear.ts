import type { WavAudio } from '../../src/telephony/media/index.ts';

/** A stretch of sound in a channel. */
export interface Sound {
  startMs: number;
  endMs: number;
}

/** One answer: where the caller's sound ended, where the agent's began, and what lay between. */
export interface Wait {
  mouthEndMs: number;
  earStartMs: number;
  waitedMs: number;
}

/** As long as a period of the lowest voices: what is shorter measures their pulses. */
const stepMs = 10;
/** Pauses within a sentence do not end it. */
const pauseMsMax = 350;
const soundMsMin = 60;
/**
 * What is quieter than 54 dB below full scale is no sound, and neither is what does not stand out from the noise of the
 * line. It is no share of the loudest: words begin and end with sounds that are far below their vowels.
 */
const levelMin = 63;
const noiseFactor = 2;
/** The level that so much of a channel lies below is its noise: nobody speaks all the time. */
const noiseShare = 0.1;

/** Where there is sound in a channel, from its waveform alone. */
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
 * How long the caller waited for each answer, measured on a recording: the customer is its first channel, the agent
 * its second. It knows nothing of the ledger, which it is there to check.
 */
export function mouthToEar({ channels, sampleRateHz }: WavAudio): Wait[] {
  const [customer = [], agent = []] = channels.map((channel) => soundsOf(channel, sampleRateHz));
  return customer.flatMap(({ endMs }, n) => {
    const nextMs = customer[n + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const answer = agent.find(({ startMs }) => startMs >= endMs && startMs < nextMs);
    return answer
      ? [{ mouthEndMs: endMs, earStartMs: answer.startMs, waitedMs: answer.startMs - endMs }]
      : [];
  });
}

/** A turn of the ledger, as far as it can be checked. */
export interface LedgerTurn {
  turn: number;
  kind: string;
  speechEndMs: number | null;
  firstRtpMs: number | null;
  waitedMs: number | null;
}

/** How far the ledger and the waveform may be apart. */
const agreementMs = 20;

/** Where the ledger of a call says something else of an answer than its recording does, in words. */
export function disagreements(turns: readonly LedgerTurn[], recording: WavAudio): string[] {
  const waits = mouthToEar(recording);
  const near = (a: number, b: number | null) => b !== null && Math.abs(a - b) <= agreementMs;
  return turns
    .filter(({ kind, waitedMs }) => kind === 'speech' && waitedMs !== null)
    .filter(
      ({ speechEndMs, firstRtpMs, waitedMs: ledgerMs }) =>
        !waits.some(
          ({ mouthEndMs, earStartMs, waitedMs }) =>
            near(mouthEndMs, speechEndMs) && near(earStartMs, firstRtpMs) && near(waitedMs, ledgerMs),
        ),
    )
    .map(
      ({ turn, speechEndMs, firstRtpMs }) =>
        `turn ${turn}: the ledger has ${speechEndMs} to ${firstRtpMs}, the recording ${waits.map(({ mouthEndMs, earStartMs }) => `${mouthEndMs} to ${earStartMs}`).join(', ')}`,
    );
}
