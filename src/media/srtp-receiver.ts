import { timingSafeEqual } from 'node:crypto';
import { ReplayWindow } from './replay-window.ts';
import { rtpHeaderLength, sequenceDistance } from './rtp-packet.ts';
import { rtcpTagBytes, rtpTagBytes, SrtpKeys, type SrtpSuite } from './srtp-keys.ts';

/** Sources that are told apart; a session has one, and another after a transfer. The oldest goes. */
const sourcesMax = 4;

/** What is known of one source: the index of the newest packet, and which have come. */
interface Source {
  highest: number;
  window: ReplayWindow;
}

/**
 * Opens what a session receives. Whatever is forged, changed on the way, or came before, is null and changes nothing:
 * all state is of packets whose tag was right (RFC 3711 §3.3).
 */
export class SrtpReceiver {
  readonly #tagBytes: number;
  readonly #rtp: SrtpKeys;
  readonly #rtcp: SrtpKeys;
  readonly #sources = new Map<number, Source>();
  readonly #rtcpWindow = new ReplayWindow();

  constructor(suite: SrtpSuite, master: Uint8Array) {
    this.#tagBytes = rtpTagBytes[suite];
    this.#rtp = new SrtpKeys(master, 'rtp');
    this.#rtcp = new SrtpKeys(master, 'rtcp');
  }

  /** The RTP packet in a datagram, opened in place. */
  open(datagram: Buffer): Buffer | null {
    const header = rtpHeaderLength(datagram);
    const end = datagram.length - this.#tagBytes;
    if (header === null || header > end) return null;
    const ssrc = datagram.readUInt32BE(8);
    const known = this.#sources.get(ssrc);
    const index = guessIndex(known?.highest ?? null, datagram.readUInt16BE(2));
    if (index < 0 || known?.window.isKnown(index)) return null;
    const tag = this.#rtp.authenticate(datagram, end, Math.floor(index / 2 ** 16));
    if (!timingSafeEqual(tag.subarray(0, this.#tagBytes), datagram.subarray(end))) return null;
    const source = known ?? this.#add(ssrc, index);
    source.window.add(index);
    source.highest = Math.max(source.highest, index);
    this.#rtp.crypt(datagram, header, end, ssrc, index);
    return datagram.subarray(0, end);
  }

  /** The RTCP packet in a datagram, opened in place (RFC 3711 §3.4). */
  openRtcp(datagram: Buffer): Buffer | null {
    const tagAt = datagram.length - rtcpTagBytes;
    const end = tagAt - 4;
    if (end < 8) return null;
    const word = datagram.readUInt32BE(end);
    const index = word & 0x7fffffff;
    if (this.#rtcpWindow.isKnown(index)) return null;
    const tag = this.#rtcp.authenticate(datagram, tagAt, null);
    if (!timingSafeEqual(tag.subarray(0, rtcpTagBytes), datagram.subarray(tagAt))) return null;
    this.#rtcpWindow.add(index);
    if (word >>> 31 === 1) this.#rtcp.crypt(datagram, 8, end, datagram.readUInt32BE(4), index);
    return datagram.subarray(0, end);
  }

  #add(ssrc: number, index: number): Source {
    const source = { highest: index, window: new ReplayWindow() };
    this.#sources.set(ssrc, source);
    if (this.#sources.size > sourcesMax) this.#sources.delete(this.#sources.keys().next().value!);
    return source;
  }
}

/** The index nearest to the highest one that has this sequence number (RFC 3711 appendix A). */
function guessIndex(highest: number | null, sequenceNumber: number): number {
  return highest === null ? sequenceNumber : highest + sequenceDistance(sequenceNumber, highest & 0xffff);
}
