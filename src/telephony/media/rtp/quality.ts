import type { AudioCodec } from '../codec/codecs.ts';
import type { JitterBuffer } from './jitter-buffer.ts';
import type { Reception } from './reception.ts';
import type { RtcpSession } from './rtcp-session.ts';

/** How well the audio of a call came through; the counts are of what this side received. */
export interface MediaQuality {
  packetsLost: number;
  /** Of the packets that were expected. */
  lossPercent: number;
  /** The mean of the interarrival jitter (RFC 3550 §6.4.1). */
  jitterMs: number;
  /** How long audio waited in the jitter buffer on average: delay that was added here. */
  bufferDelayMs: number;
  /** Packets that came too late to be heard. */
  packetsLate: number;
  /** How much audio was invented for packets that did not come in time. */
  concealedMs: number;
  /** The round trip that the peer's last report told; null if it never reported. */
  rttMs: number | null;
  /** What was heard here, as a mean opinion score from 1 to 4.5; null if nothing came. */
  mosListening: number | null;
  /** What the other side hears, by its own reports; null if it never reported. */
  mosRemote: number | null;
}

/**
 * How a codec takes loss (G.113 appendix I): its impairment without loss, and its robustness against it, here with
 * gaps concealed.
 */
interface CodecRobustness {
  impairment: number;
  lossRobustness: number;
}

const robustness: Record<AudioCodec, CodecRobustness> = {
  pcmu: { impairment: 0, lossRobustness: 25.1 },
  pcma: { impairment: 0, lossRobustness: 25.1 },
  // On the scale of narrow-band telephony nothing is taken off for its coding; a gap costs it more (G.113 table IV.1).
  g722: { impairment: 0, lossRobustness: 7.1 },
  // In none of G.113's appendices: an estimate (docs/decisions/2026-11-22-what-opus-scores.md).
  opus: { impairment: 0, lossRobustness: 19.5 },
};

/** What a packet of 20 ms holds back, in milliseconds. */
const packetMs = 20;

/** The transmission rating of a connection where nothing is wrong (G.107 table 3). */
const ratingMax = 93.2;

/**
 * The mean opinion score by the E-model (G.107 §7), reduced to what is known here: random packet loss in percent, and
 * the delay from mouth to ear in milliseconds.
 */
export function meanOpinionScore(codec: AudioCodec, lossPercent: number, delayMs: number): number {
  const { impairment, lossRobustness } = robustness[codec];
  const ofLoss = impairment + ((95 - impairment) * lossPercent) / (lossPercent + lossRobustness);
  const ofDelay = 0.024 * delayMs + (delayMs > 177.3 ? 0.11 * (delayMs - 177.3) : 0);
  const rating = ratingMax - ofDelay - ofLoss;
  if (rating <= 0) return 1;
  return 1 + 0.035 * rating + rating * (rating - 60) * (100 - rating) * 7e-6;
}

/** The quality of a session, from what was counted and what the peer reported. */
export function qualityOf(
  codec: AudioCodec,
  reception: Reception,
  buffer: Pick<JitterBuffer, 'delayMeanMs' | 'packetsLate' | 'concealedMs'>,
  { rttMs, remote }: Pick<RtcpSession, 'rttMs' | 'remote'>,
): MediaQuality {
  const { packetsExpected, packetsLost } = reception;
  const lossPercent = packetsExpected === 0 ? 0 : (100 * packetsLost) / packetsExpected;
  const delayMs = packetMs + buffer.delayMeanMs + (rttMs ?? 0) / 2;
  const lostOrLate = packetsExpected === 0 ? 0 : (100 * (packetsLost + buffer.packetsLate)) / packetsExpected;
  const score = (percent: number): number => rounded(meanOpinionScore(codec, percent, delayMs), 2);
  return {
    packetsLost,
    lossPercent: rounded(lossPercent, 2),
    jitterMs: rounded(reception.jitterMeanMs, 1),
    bufferDelayMs: rounded(buffer.delayMeanMs, 1),
    packetsLate: buffer.packetsLate,
    concealedMs: Math.round(buffer.concealedMs),
    rttMs: rttMs === null ? null : rounded(rttMs, 1),
    mosListening: packetsExpected === 0 ? null : score(Math.min(100, lostOrLate)),
    mosRemote: remote && score(remote.lossPercent),
  };
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
