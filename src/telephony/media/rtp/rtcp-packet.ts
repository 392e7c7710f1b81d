/** Packet types (RFC 3550 §12.1). */
const senderReport = 200;
const receiverReport = 201;
const sourceDescription = 202;
const goodbye = 203;

const cnameItem = 1;
const blockBytes = 24;

/** A receiver's report on one source (RFC 3550 §6.4.1). */
export interface ReportBlock {
  /** The source that is reported on. */
  ssrc: number;
  /** The lost share of the packets since the previous report, in 256ths. */
  fractionLost: number;
  /** The losses among all packets; negative when duplicates came. */
  packetsLost: number;
  highestSequenceNumber: number;
  /** The interarrival jitter in units of the RTP timestamp. */
  jitter: number;
  /** The middle 32 bits of the NTP time of the last sender report; 0 without one. */
  lastSenderReport: number;
  /** The time since that report arrived, in 65536ths of a second. */
  delaySinceLastSenderReport: number;
}

export interface SenderInfo {
  /** The wall clock in milliseconds since 1970. It is sent as NTP time. */
  epochMs: number;
  rtpTimestamp: number;
  packetCount: number;
  octetCount: number;
}

/** The used parts of a compound packet. */
export interface RtcpReport {
  ssrc: number;
  /** The middle 32 bits of a sender report's NTP time; `null` for a receiver report. */
  senderReportId: number | null;
  blocks: ReportBlock[];
  /** The sources that have left. */
  byes: number[];
}

/** Whether a datagram on an RTP port is RTCP (RFC 5761 §4): its packet type is not used by RTP. */
export function looksLikeRtcp(datagram: Buffer): boolean {
  return datagram.length >= 8 && datagram[0]! >> 6 === 2 && datagram[1]! >= 192 && datagram[1]! <= 223;
}

/** Returns the middle 32 bits of an instant's NTP time: 65536ths of a second since 1900, modulo 2³². */
export function middleNtp(epochMs: number): number {
  const { seconds, fraction } = ntpTime(epochMs);
  return (((seconds & 0xffff) << 16) | (fraction >>> 16)) >>> 0;
}

function ntpTime(epochMs: number): { seconds: number; fraction: number } {
  const whole = Math.floor(epochMs / 1000);
  return {
    seconds: (whole + 2_208_988_800) >>> 0,
    fraction: Math.floor((epochMs / 1000 - whole) * 2 ** 32) >>> 0,
  };
}

/**
 * Returns a compound packet (RFC 3550 §6.1): a sender report (a receiver report without `sender`) with at most one block,
 * the source's CNAME, and a goodbye when `isLeaving`.
 *
 *      0                   1                   2                   3
 *      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *     |V=2|P|    RC   |   PT=SR=200   |             length            |
 *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *     |                         SSRC of sender                        |
 *     +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
 *     |  NTP timestamp (64), RTP timestamp, packets, octets: SR only  |
 *     +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
 *     | block: SSRC, lost (8 + 24), highest, jitter, LSR, DLSR        |
 *     +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
 */
export function writeRtcp(
  ssrc: number,
  cname: string,
  sender: SenderInfo | null,
  block: ReportBlock | null,
  isLeaving: boolean,
): Buffer {
  const reportBytes = 8 + (sender ? 20 : 0) + (block ? blockBytes : 0);
  // The chunk is SSRC, item type, length, name and at least one zero, padded to a multiple of four.
  const chunkBytes = 4 + Math.ceil((2 + cname.length + 1) / 4) * 4;
  const packet = Buffer.alloc(reportBytes + 4 + chunkBytes + (isLeaving ? 8 : 0));
  const head = (at: number, count: number, type: number, bytes: number) => {
    packet[at] = 0x80 | count;
    packet[at + 1] = type;
    packet.writeUInt16BE(bytes / 4 - 1, at + 2);
    packet.writeUInt32BE(ssrc, at + 4);
  };
  head(0, block ? 1 : 0, sender ? senderReport : receiverReport, reportBytes);
  if (sender) writeSenderInfo(packet, 8, sender);
  if (block) writeBlock(packet, reportBytes - blockBytes, block);
  head(reportBytes, 1, sourceDescription, 4 + chunkBytes);
  packet[reportBytes + 8] = cnameItem;
  packet[reportBytes + 9] = cname.length;
  packet.write(cname, reportBytes + 10, 'latin1');
  if (isLeaving) head(packet.length - 8, 1, goodbye, 8);
  return packet;
}

function writeSenderInfo(packet: Buffer, at: number, sender: SenderInfo): void {
  const { seconds, fraction } = ntpTime(sender.epochMs);
  packet.writeUInt32BE(seconds, at);
  packet.writeUInt32BE(fraction, at + 4);
  packet.writeUInt32BE(sender.rtpTimestamp >>> 0, at + 8);
  packet.writeUInt32BE(sender.packetCount >>> 0, at + 12);
  packet.writeUInt32BE(sender.octetCount >>> 0, at + 16);
}

function writeBlock(packet: Buffer, at: number, block: ReportBlock): void {
  packet.writeUInt32BE(block.ssrc, at);
  packet[at + 4] = Math.max(0, Math.min(255, block.fractionLost));
  packet.writeIntBE(Math.max(-0x800000, Math.min(0x7fffff, block.packetsLost)), at + 5, 3);
  packet.writeUInt32BE(block.highestSequenceNumber >>> 0, at + 8);
  packet.writeUInt32BE(Math.min(0xffffffff, Math.round(block.jitter)), at + 12);
  packet.writeUInt32BE(block.lastSenderReport >>> 0, at + 16);
  packet.writeUInt32BE(block.delaySinceLastSenderReport >>> 0, at + 20);
}

/**
 * Parses a compound RTCP packet (RFC 3550 §6.1; reduced size as in RFC 5506). It must begin with a report, and its parts
 * must fill it exactly; otherwise the result is `null`. Parts of other types are skipped.
 */
export function parseRtcp(datagram: Buffer): RtcpReport | null {
  let report: RtcpReport | null = null;
  for (let at = 0; at < datagram.length; ) {
    if (at + 8 > datagram.length || datagram[at]! >> 6 !== 2) return null;
    const type = datagram[at + 1]!;
    const end = at + (datagram.readUInt16BE(at + 2) + 1) * 4;
    if (end > datagram.length || end < at + 8) return null;
    const count = datagram[at]! & 0x1f;
    if (type === senderReport || type === receiverReport) {
      const blocksAt = at + (type === senderReport ? 28 : 8);
      if (blocksAt + count * blockBytes > end) return null;
      const isFirst = report === null;
      report ??= { ssrc: datagram.readUInt32BE(at + 4), senderReportId: null, blocks: [], byes: [] };
      if (isFirst && type === senderReport) report.senderReportId = datagram.readUInt32BE(at + 10);
      for (let i = 0; i < count; i++) report.blocks.push(readBlock(datagram, blocksAt + i * blockBytes));
    } else if (!report) {
      return null;
    } else if (type === goodbye) {
      if (at + 4 + count * 4 > end) return null;
      for (let i = 0; i < count; i++) report.byes.push(datagram.readUInt32BE(at + 4 + i * 4));
    }
    at = end;
  }
  return report;
}

function readBlock(datagram: Buffer, at: number): ReportBlock {
  return {
    ssrc: datagram.readUInt32BE(at),
    fractionLost: datagram[at + 4]!,
    packetsLost: datagram.readIntBE(at + 5, 3),
    highestSequenceNumber: datagram.readUInt32BE(at + 8),
    jitter: datagram.readUInt32BE(at + 12),
    lastSenderReport: datagram.readUInt32BE(at + 16),
    delaySinceLastSenderReport: datagram.readUInt32BE(at + 20),
  };
}
