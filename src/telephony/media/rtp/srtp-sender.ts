import { rtcpTagBytes, rtpTagBytes, SrtpKeys, type SrtpSuite } from './srtp-keys.ts';

/** The octets that protection adds to an RTP packet at most. */
export const srtpTrailerBytesMax = 10;

/** Protects the packets of a session (RFC 3711 §3.3 and §3.4): one source, whose sequence numbers are sent in order. */
export class SrtpSender {
  readonly #tagBytes: number;
  readonly #rtp: SrtpKeys;
  readonly #rtcp: SrtpKeys;
  #rollover = 0;
  #lastSequenceNumber = -1;
  #rtcpIndex = 0;

  constructor(suite: SrtpSuite, master: Uint8Array) {
    this.#tagBytes = rtpTagBytes[suite];
    this.#rtp = new SrtpKeys(master, 'rtp');
    this.#rtcp = new SrtpKeys(master, 'rtcp');
  }

  /** Protects a packet of `bytes` octets in place; the first `header` octets stay readable. Returns the new length. */
  protect(packet: Buffer, header: number, bytes: number): number {
    const sequenceNumber = packet.readUInt16BE(2);
    if (sequenceNumber < this.#lastSequenceNumber) this.#rollover++;
    this.#lastSequenceNumber = sequenceNumber;
    const index = this.#rollover * 2 ** 16 + sequenceNumber;
    this.#rtp.crypt(packet, header, bytes, packet.readUInt32BE(8), index);
    this.#rtp.authenticate(packet, bytes, this.#rollover).copy(packet, bytes, 0, this.#tagBytes);
    return bytes + this.#tagBytes;
  }

  /** Returns a protected RTCP packet: encrypted after its first eight octets, with index and tag appended. */
  protectRtcp(packet: Buffer): Buffer {
    const bytes = packet.length;
    const secured = Buffer.alloc(bytes + 4 + rtcpTagBytes);
    packet.copy(secured);
    const index = (this.#rtcpIndex = (this.#rtcpIndex + 1) % 2 ** 31);
    this.#rtcp.crypt(secured, 8, bytes, packet.readUInt32BE(4), index);
    secured.writeUInt32BE((0x80000000 | index) >>> 0, bytes);
    this.#rtcp.authenticate(secured, bytes + 4, null).copy(secured, bytes + 4, 0, rtcpTagBytes);
    return secured;
  }
}
