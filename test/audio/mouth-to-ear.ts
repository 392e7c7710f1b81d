import type { WavAudio } from '../../src/media/index.ts';

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

const stepMs = 5;
/** Pauses within a sentence do not end it. */
const pauseMsMax = 350;
const soundMsMin = 60;
/** A sound is what lies above this share of the loudest, 30 dB below it, and above the line's quietest noise. */
const shareMin = 10 ** (-30 / 20);
const levelMin = 40;

/** Where there is sound in a channel, from its waveform alone. */
export function soundsOf(pcm: Int16Array, sampleRateHz: number): Sound[] {
  const size = (sampleRateHz * stepMs) / 1000;
  const levels = Array.from({ length: Math.floor(pcm.length / size) }, (_, n) =>
    pcm.subarray(n * size, (n + 1) * size).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  );
  const least = Math.max(levelMin, shareMin * levels.reduce((most, level) => Math.max(most, level), 0));
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
