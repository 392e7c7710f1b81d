import { randomBytes } from 'node:crypto';
import type { Reception } from './reception.ts';
import { middleNtp, parseRtcp, type ReportBlock, type SenderInfo, writeRtcp } from './rtcp-packet.ts';

/** The mean interval of reports, the minimum of RFC 3550 §6.2. Two participants never need a longer one. */
const intervalMs = 5_000;
/** A longer round trip comes from a false report. */
const rttMaxMs = 30_000;

/** The peer's reports on the sent stream. */
interface RemoteReport {
  /** The lost share of all packets. */
  lossPercent: number;
  /** The jitter in units of the RTP timestamp. */
  jitter: number;
}

/**
 * The reports of one RTP session (RFC 3550 §6), in both directions. Reports are sent about every five seconds, randomly
 * half to one and a half of that, so that calls do not report in step. `nowMs` is monotonic; `epochMs` is the wall clock
 * that is sent.
 */
export class RtcpSession {
  /** Datagrams that were invalid or of a foreign source. */
  ignored = 0;
  rttMs: number | null = null;
  remote: RemoteReport | null = null;
  /** The clock of the received RTP timestamps, in whose units jitter is reported. */
  clockRateHz: number;
  readonly #ssrc: number;
  /** A random name for each session, so that it does not reveal which calls share a program (RFC 7022 §4.2). */
  readonly #cname = randomBytes(12).toString('base64');
  #nextAtMs: number | null = null;
  #hasReported = false;
  #lastSenderReport = 0;
  #lastSenderReportAtMs = 0;

  constructor(ssrc: number, clockRateHz: number) {
    this.#ssrc = ssrc;
    this.clockRateHz = clockRateHz;
  }

  /** Whether a report is due. The first report comes after half of the interval. */
  isDue(nowMs: number): boolean {
    this.#nextAtMs ??= nowMs + (intervalMs / 2) * (0.5 + Math.random());
    return nowMs >= this.#nextAtMs;
  }

  /** Returns the report that is due. `sender` is `null` when nothing was sent since the last one. */
  report(nowMs: number, epochMs: number, sender: SenderInfo | null, reception: Reception): Buffer {
    this.#nextAtMs = nowMs + intervalMs * (0.5 + Math.random());
    this.#hasReported = true;
    return writeRtcp(this.#ssrc, this.#cname, sender, this.#block(epochMs, reception), false);
  }

  /** Returns the last report, with a goodbye; `null` when nothing was ever reported (RFC 3550 §6.3.7). */
  goodbye(epochMs: number, sender: SenderInfo | null, reception: Reception): Buffer | null {
    if (!this.#hasReported) return null;
    return writeRtcp(this.#ssrc, this.#cname, sender, this.#block(epochMs, reception), true);
  }

  /**
   * Takes a datagram of the peer, whose RTP comes from `peerSsrc` (`null` before the first packet). An invalid report and
   * that of another source are counted and ignored, and then the result is false.
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
    // The round trip is now, less the time of our report, less its stay at the peer (RFC 3550 §6.4.1).
    const elapsed = (middleNtp(epochMs) - block.lastSenderReport - block.delaySinceLastSenderReport) | 0;
    const rttMs = (elapsed * 1000) / 65_536;
    // Rounded clocks may make a short round trip slightly negative.
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
