import type { AudioCodec } from '../codec/codecs.ts';
import type { JitterBuffer } from './jitter-buffer.ts';
import type { Reception } from './reception.ts';
import type { RtcpSession } from './rtcp-session.ts';

/** The quality of a call's audio. Counts are of what this side received. */
export interface MediaQuality {
  packetsLost: number;
  /** The lost share of the expected packets. */
  lossPercent: number;
  /** The mean of the interarrival jitter (RFC 3550 §6.4.1). */
  jitterMs: number;
  /** The mean wait of audio in the jitter buffer: the delay that was added here. */
  bufferDelayMs: number;
  /** Packets that came too late to be heard. */
  packetsLate: number;
  /** Audio that was concealed because its packets did not come in time. */
  concealedMs: number;
  /** The round trip by the peer's last report; `null` without a report. */
  rttMs: number | null;
  /** The mean opinion score of the received audio, from 1 to 4.5; `null` when nothing came. */
  mosListening: number | null;
  /** The mean opinion score of the sent audio, by the peer's reports; `null` without a report. */
  mosRemote: number | null;
}

/** The impairment of a codec without loss, and its robustness against loss with concealed gaps (G.113 appendix I). */
interface CodecRobustness {
  impairment: number;
  lossRobustness: number;
}

const robustness: Record<AudioCodec, CodecRobustness> = {
  pcmu: { impairment: 0, lossRobustness: 25.1 },
  pcma: { impairment: 0, lossRobustness: 25.1 },
  // On the narrow-band scale its coding costs nothing; a gap costs more (G.113 table IV.1).
  g722: { impairment: 0, lossRobustness: 7.1 },
  // G.113 does not list Opus; this is an estimate (docs/decisions/2026-11-21-opus.md).
  opus: { impairment: 0, lossRobustness: 19.5 },
};

/** The delay that a packet of 20 ms adds, in milliseconds. */
const packetMs = 20;

/** The transmission rating of an unimpaired connection (G.107 table 3). */
const ratingMax = 93.2;

/**
 * Returns the mean opinion score by the E-model (G.107 §7). Its only inputs are random packet loss in percent, and the
 * delay from speaker to listener in milliseconds.
 */
export function meanOpinionScore(codec: AudioCodec, lossPercent: number, delayMs: number): number {
  const { impairment, lossRobustness } = robustness[codec];
  const ofLoss = impairment + ((95 - impairment) * lossPercent) / (lossPercent + lossRobustness);
  const ofDelay = 0.024 * delayMs + (delayMs > 177.3 ? 0.11 * (delayMs - 177.3) : 0);
  const rating = ratingMax - ofDelay - ofLoss;
  if (rating <= 0) return 1;
  return 1 + 0.035 * rating + rating * (rating - 60) * (100 - rating) * 7e-6;
}

/** Returns the quality of a session by its counts and the peer's reports. */
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
