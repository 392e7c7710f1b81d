import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { wholeSpeech } from '../../src/conversation/providers/kit/index.ts';
import { resample } from '../../src/telephony/media/index.ts';
import { correlate } from '../audio/correlation.ts';
import { expand } from '../peers/g711-reference.ts';
import type { ReceivedPacket } from '../peers/rtp-peer.ts';

/** A text as the embedded voice says it: what a call is held against. */
export async function spoken(text: string, atRateHz = 8000): Promise<Int16Array> {
  await using voice = new Flite();
  const { pcm, sampleRateHz } = await wholeSpeech(voice.speak({ text, voice: null, language: 'en-US' }));
  return resample(pcm, sampleRateHz, atRateHz);
}

/** How much of a text is in a recording, and where it begins. */
export interface Heard {
  /** From 0 to 1: the median likeness of its pieces. */
  likeness: number;
  /** Seconds from the beginning of the recording to that of the text, by the first loud piece that is there. */
  startSeconds: number;
}

/** Longer than a sound of speech, so that no other is like it, and short enough that a late packet spoils little. */
const pieceSamples = 1_600;
/** So far a piece is looked for around where the text as a whole is. */
const astraySamples = 4_000;
/** A piece is there. */
const alike = 0.9;

/**
 * Finds speech in a recording piece by piece, so that a gap, where a busy machine was too late for a packet, costs
 * the piece that it falls into and not all that comes after it. A piece counts only near its place in the text.
 */
export function hear(recording: Int16Array, speech: Int16Array): Heard {
  const energy = (pcm: Int16Array) => pcm.reduce((sum, sample) => sum + sample ** 2, 0);
  const enough = (energy(speech) / speech.length) * pieceSamples * 0.2;
  const whole = correlate(recording, speech).lag;
  const found: { at: number; lag: number; coefficient: number }[] = [];
  for (let at = 0; at + pieceSamples <= speech.length; at += pieceSamples) {
    const piece = speech.subarray(at, at + pieceSamples);
    if (energy(piece) < enough) continue;
    const from = Math.max(0, whole + at - astraySamples);
    const near = recording.subarray(from, Math.max(from, whole + at + pieceSamples + astraySamples));
    const { lag, coefficient } = correlate(near, piece);
    found.push({ at, lag: from + lag, coefficient });
  }
  const first = found.find(({ coefficient }) => coefficient > alike);
  const coefficients = found.map(({ coefficient }) => coefficient).toSorted((a, b) => a - b);
  return {
    likeness: coefficients[Math.floor(coefficients.length / 2)] ?? 0,
    startSeconds: first ? (first.lag - first.at) / 8000 : Number.NaN,
  };
}

/** Comfort noise and rounding lie far below, on the scale of 16 bits. */
const loudSample = 300;
const pcmu = 0;

/**
 * What of the packets of PCMU that came so far is sound, however long it took to come: the milliseconds from its beginning
 * to its end, the pauses between words included, and those of silence behind it.
 */
export function soundIn(received: readonly ReceivedPacket[]): { soundMs: number; silenceMs: number } {
  const isLoud = ({ payload }: ReceivedPacket) =>
    payload.some((octet) => Math.abs(expand('pcmu', octet)) > loudSample);
  // The reports on another call may come to this port.
  const audio = received.filter(({ payloadType }) => payloadType === pcmu);
  const [first, last] = [audio.find(isLoud), audio.findLast(isLoud)];
  if (!first || !last) return { soundMs: 0, silenceMs: 0 };
  const ms = (from: ReceivedPacket, to: ReceivedPacket) => ((to.timestamp - from.timestamp) | 0) / 8;
  return { soundMs: ms(first, last) + 20, silenceMs: ms(last, audio.at(-1)!) };
}
