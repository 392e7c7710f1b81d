import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { wholeSpeech } from '../../src/conversation/providers/kit/index.ts';
import { encodeG711, toTelephoneRate } from '../../src/telephony/media/index.ts';

/** The words that every caller repeats: payloads of 20 ms in PCMU, with silence around the words. */
export interface CallerAudio {
  payloads: Buffer[];
  /** The index of the first payload of the words, and of the one with their last sound. */
  firstSpoken: number;
  lastSpoken: number;
}

export const callerWords = 'I would like to know more about it';
const cycleMs = 9_000;
const wordsAtMs = 5_000;
const payloadSamples = 160;
/** A 20 ms frame of the voice with a lower peak is silent. */
const silentPeak = 200;

export async function renderCallerAudio(): Promise<CallerAudio> {
  await using voice = new Flite();
  const request = { text: `${callerWords}.`, voice: 'rms', language: 'en' };
  const { pcm, sampleRateHz } = await wholeSpeech(voice.speak(request));
  const words = toTelephoneRate(pcm, sampleRateHz);
  const cycle = new Int16Array(cycleMs * 8);
  cycle.set(words, wordsAtMs * 8);
  const encoded = encodeG711('pcmu', cycle);
  const count = cycle.length / payloadSamples;
  const frame = (n: number) => cycle.subarray(n * payloadSamples, (n + 1) * payloadSamples);
  const payloads = Array.from({ length: count }, (_, n) =>
    Buffer.from(encoded.subarray(n * payloadSamples, (n + 1) * payloadSamples)),
  );
  const lastSpoken = payloads.findLastIndex((_, n) =>
    frame(n).some((sample) => Math.abs(sample) > silentPeak),
  );
  return { payloads, firstSpoken: wordsAtMs / (payloadSamples / 8), lastSpoken };
}
