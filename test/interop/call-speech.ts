import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { wholeSpeech } from '../../src/conversation/providers/kit/index.ts';
import { resample } from '../../src/telephony/media/index.ts';
import { correlate } from '../audio/correlation.ts';
import { expand } from '../peers/g711-reference.ts';
import type { ReceivedPacket } from '../peers/rtp-peer.ts';

/** Loading the voice takes 0.2 s of processor time, so a process does it once. An idle voice does not keep the process alive. */
const voice = new Flite();
const spokenBefore = new Map<string, Promise<Int16Array>>();

/** Returns a text in the embedded voice, as the reference for a call. */
export function spoken(text: string, atRateHz = 8000): Promise<Int16Array> {
  const key = `${atRateHz} ${text}`;
  const speech = spokenBefore.get(key) ?? speak(text, atRateHz);
  spokenBefore.set(key, speech);
  return speech;
}

async function speak(text: string, atRateHz: number): Promise<Int16Array> {
  const { pcm, sampleRateHz } = await wholeSpeech(voice.speak({ text, voice: null, language: 'en-US' }));
  return resample(pcm, sampleRateHz, atRateHz);
}

/** The share of a text in a recording, and its position. */
export interface Heard {
  /** The median likeness of the pieces, from 0 to 1. */
  likeness: number;
  /** Seconds from the start of the recording to the start of the text, by the first loud piece that was found. */
  startSeconds: number;
}

/** Longer than a sound of speech, so that pieces differ, and short enough that a late packet spoils little. */
const pieceSamples = 1_600;
/** The largest distance between a piece and its position in the text. */
const astraySamples = 4_000;
/** The likeness from which on a piece counts as found. */
const alike = 0.9;

/**
 * Finds speech in a recording piece by piece. A packet that a busy machine sent too late spoils one piece and not the
 * rest. A piece counts only near its position in the text.
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

/** Comfort noise and rounding errors are far quieter, on the scale of 16 bits. */
const loudSample = 300;
const pcmu = 0;

/**
 * Measures the sound in received packets of PCMU: the milliseconds from the start of the sound to its end, pauses
 * between words included, and the milliseconds of silence after it.
 */
export function soundIn(received: readonly ReceivedPacket[]): { soundMs: number; silenceMs: number } {
  const isLoud = ({ payload }: ReceivedPacket) =>
    payload.some((octet) => Math.abs(expand('pcmu', octet)) > loudSample);
  // Reports of another call may arrive at this port.
  const audio = received.filter(({ payloadType }) => payloadType === pcmu);
  const [first, last] = [audio.find(isLoud), audio.findLast(isLoud)];
  if (!first || !last) return { soundMs: 0, silenceMs: 0 };
  const ms = (from: ReceivedPacket, to: ReceivedPacket) => ((to.timestamp - from.timestamp) | 0) / 8;
  return { soundMs: ms(first, last) + 20, silenceMs: ms(last, audio.at(-1)!) };
}
