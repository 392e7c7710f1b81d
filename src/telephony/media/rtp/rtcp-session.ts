import { randomBytes } from 'node:crypto';
import type { Reception } from './reception.ts';
import { middleNtp, parseRtcp, type ReportBlock, type SenderInfo, writeRtcp } from './rtcp-packet.ts';

/** The mean interval of reports (RFC 3550 §6.2: five seconds at least; two participants never need more). */
const intervalMs = 5_000;
/** A round trip beyond this is not one, but a report that lies. */
const rttMaxMs = 30_000;

/** What the peer's reports said of what we send. */
interface RemoteReport {
  /** Of all packets, in percent. */
  lossPercent: number;
  /** In units of the RTP timestamp. */
  jitter: number;
}

/**
 * The reports of one RTP session (RFC 3550 §6): what is told to the peer about once in five seconds, drawn anew
 * between half and one and a half of that so that calls do not report in step, and what the peer tells. `nowMs` is
 * monotonic, `epochMs` the wall clock that goes on the wire.
 */
export class RtcpSession {
  /** Datagrams that were no RTCP, or of a foreign source. */
  ignored = 0;
  rttMs: number | null = null;
  remote: RemoteReport | null = null;
  /** Of the RTP timestamps of what is received, whose jitter is told in its units. */
  clockRateHz: number;
  readonly #ssrc: number;
  /** Random for each session, so that it tells nobody which calls are of one program (RFC 7022 §4.2). */
  readonly #cname = randomBytes(12).toString('base64');
  #nextAtMs: number | null = null;
  #hasReported = false;
  #lastSenderReport = 0;
  #lastSenderReportAtMs = 0;

  constructor(ssrc: number, clockRateHz: number) {
    this.#ssrc = ssrc;
    this.clockRateHz = clockRateHz;
  }

  /** Whether a report is due; the first one comes after half of the interval. */
  isDue(nowMs: number): boolean {
    this.#nextAtMs ??= nowMs + (intervalMs / 2) * (0.5 + Math.random());
    return nowMs >= this.#nextAtMs;
  }

  /** The report that is due. Without `sender`, nothing was sent since the last one. */
  report(nowMs: number, epochMs: number, sender: SenderInfo | null, reception: Reception): Buffer {
    this.#nextAtMs = nowMs + intervalMs * (0.5 + Math.random());
    this.#hasReported = true;
    return writeRtcp(this.#ssrc, this.#cname, sender, this.#block(epochMs, reception), false);
  }

  /** The last report, which says that we leave; null where nothing was ever reported (RFC 3550 §6.3.7). */
  goodbye(epochMs: number, sender: SenderInfo | null, reception: Reception): Buffer | null {
    if (!this.#hasReported) return null;
    return writeRtcp(this.#ssrc, this.#cname, sender, this.#block(epochMs, reception), true);
  }

  /**
   * Takes a datagram of the peer, whose RTP comes from `peerSsrc`, or has not come yet (null). What is malformed or of
   * another source is counted and has no effect, and then this is false.
   */
  receive(datagram: Buffer, epochMs: number, peerSsrc: number | null, packetsSent: number): boolean {
    const report = parseRtcp(datagram);
    if (!report || (peerSsrc !== null && report.ssrc !== peerSsrc)) {
      this.ignored++;
      return false;
    }
    if (report.senderReportId !== null) {
      this.#lastSenderReport = report.senderReportId;
      this.#lastSenderReportAtMs = epochMs;
    }
    const block = report.blocks.find(({ ssrc }) => ssrc === this.#ssrc);
    if (block) this.#learn(block, epochMs, packetsSent);
    return true;
  }

  #learn(block: ReportBlock, epochMs: number, packetsSent: number): void {
    const lost = Math.max(0, Math.min(block.packetsLost, packetsSent));
    this.remote = { lossPercent: packetsSent === 0 ? 0 : (100 * lost) / packetsSent, jitter: block.jitter };
    if (block.lastSenderReport === 0) return;
    // RFC 3550 §6.4.1: now, less when our report was sent, less how long it lay at the peer.
    const elapsed = (middleNtp(epochMs) - block.lastSenderReport - block.delaySinceLastSenderReport) | 0;
    const rttMs = (elapsed * 1000) / 65_536;
    // Clocks that are rounded may make it a little less than nothing.
    if (rttMs > -5 && rttMs < rttMaxMs) this.rttMs = Math.max(0, rttMs);
  }

  #block(epochMs: number, reception: Reception): ReportBlock | null {
    const known = reception.report(this.clockRateHz);
    if (!known) return null;
    const hasReport = this.#lastSenderReportAtMs > 0;
    const delayMs = hasReport ? epochMs - this.#lastSenderReportAtMs : 0;
    return {
      ...known,
      lastSenderReport: hasReport ? this.#lastSenderReport : 0,
      delaySinceLastSenderReport: Math.round((delayMs * 65_536) / 1000),
    };
  }
}
