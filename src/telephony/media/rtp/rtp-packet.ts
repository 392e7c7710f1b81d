/** The fields of an RTP packet. The payload is not copied: its start and end are positions in the datagram. */
export interface RtpHeader {
  marker: boolean;
  payloadType: number;
  sequenceNumber: number;
  timestamp: number;
  ssrc: number;
  payloadStart: number;
  payloadEnd: number;
}

export const rtpHeaderBytes = 12;

/**
 * Parses a datagram as RTP (RFC 3550 §5.1). Returns `null` when it is not RTP.
 *
 *      0                   1                   2                   3
 *      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *     |V=2|P|X|  CC   |M|     PT      |       sequence number         |
 *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *     |                           timestamp                           |
 *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *     |           synchronization source (SSRC) identifier            |
 *     +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
 *     |     CC contributing sources (CSRC), four octets each          |
 *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *     |   if X: 16 bits of profile    |  length n in 32-bit words     |
 *     |                n words of header extension                    |
 *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *     |   payload …   if P: padding, its last octet counts the padding |
 *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 */
export function parseRtp(datagram: Buffer): RtpHeader | null {
  const payloadStart = rtpHeaderLength(datagram);
  if (payloadStart === null) return null;
  const first = datagram[0]!;
  let payloadEnd = datagram.length;
  if (first & 0x20) {
    const padding = datagram[payloadEnd - 1]!;
    if (padding === 0) return null;
    payloadEnd -= padding;
  }
  if (payloadStart > payloadEnd) return null;
  const second = datagram[1]!;
  return {
    marker: (second & 0x80) !== 0,
    payloadType: second & 0x7f,
    sequenceNumber: datagram.readUInt16BE(2),
    timestamp: datagram.readUInt32BE(4),
    ssrc: datagram.readUInt32BE(8),
    payloadStart,
    payloadEnd,
  };
}

/** Returns the position of the payload, after contributing sources and extension; `null` when the datagram is not RTP. */
export function rtpHeaderLength(datagram: Buffer): number | null {
  if (datagram.length < rtpHeaderBytes) return null;
  const first = datagram[0]!;
  if (first >> 6 !== 2) return null;
  const extensionAt = rtpHeaderBytes + (first & 0x0f) * 4;
  if (!(first & 0x10)) return extensionAt;
  if (datagram.length < extensionAt + 4) return null;
  return extensionAt + 4 + datagram.readUInt16BE(extensionAt + 2) * 4;
}

/** Writes the twelve octets of an RTP header without padding, extension or contributing sources. */
export function writeRtpHeader(
  packet: Buffer,
  payloadType: number,
  marker: boolean,
  sequenceNumber: number,
  timestamp: number,
  ssrc: number,
): void {
  packet[0] = 0x80;
  packet[1] = (marker ? 0x80 : 0) | (payloadType & 0x7f);
  packet.writeUInt16BE(sequenceNumber & 0xffff, 2);
  packet.writeUInt32BE(timestamp >>> 0, 4);
  packet.writeUInt32BE(ssrc >>> 0, 8);
}

/** Returns how far `later` is ahead of `earlier` on the circle of 32-bit timestamps: from −2³¹ to 2³¹ − 1. */
export function timestampDistance(later: number, earlier: number): number {
  return (later - earlier) | 0;
}

/** Returns how far `later` is ahead of `earlier` on the circle of 16-bit sequence numbers: from −32768 to 32767. */
export function sequenceDistance(later: number, earlier: number): number {
  return ((later - earlier) << 16) >> 16;
}
