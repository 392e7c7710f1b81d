import { timingSafeEqual } from 'node:crypto';
import { ReplayWindow } from './replay-window.ts';
import { rtpHeaderLength, sequenceDistance } from './rtp-packet.ts';
import { rtcpTagBytes, rtpTagBytes, SrtpKeys, type SrtpSuite } from './srtp-keys.ts';

/** The most sources: a session has one, and another after a transfer. The least recently used source is dropped. */
const sourcesMax = 16;

/** The state of a source: the index of the newest RTP packet, and the windows of RTP and RTCP. */
interface Source {
  highest: number | null;
  window: ReplayWindow;
  rtcpWindow: ReplayWindow;
  usedAt: number;
}

/**
 * Opens the packets of a session. The result is `null` for a packet that is forged, damaged or repeated. Only packets with
 * a valid tag change the state (RFC 3711 §3.3).
 */
export class SrtpReceiver {
  readonly #tagBytes: number;
  readonly #mkiBytes: number;
  readonly #rtp: SrtpKeys;
  readonly #rtcp: SrtpKeys;
  readonly #sources = new Map<number, Source>();
  /** Counts opened packets, to find the least recently used source. */
  #opened = 0;

  /** `mkiBytes` is the length of the key's identifier before each tag. */
  constructor(suite: SrtpSuite, master: Uint8Array, mkiBytes = 0) {
    this.#tagBytes = rtpTagBytes[suite];
    this.#mkiBytes = mkiBytes;
    this.#rtp = new SrtpKeys(master, 'rtp');
    this.#rtcp = new SrtpKeys(master, 'rtcp');
  }

  /** Opens an RTP packet in place. */
  open(datagram: Buffer): Buffer | null {
    const header = rtpHeaderLength(datagram);
    const tagAt = datagram.length - this.#tagBytes;
    const end = tagAt - this.#mkiBytes;
    if (header === null || header > end) return null;
    const ssrc = datagram.readUInt32BE(8);
    const known = this.#sources.get(ssrc);
    const index = guessIndex(known?.highest ?? null, datagram.readUInt16BE(2));
    if (index < 0 || known?.window.isKnown(index)) return null;
    const tag = this.#rtp.authenticate(datagram, end, Math.floor(index / 2 ** 16));
    if (!timingSafeEqual(tag.subarray(0, this.#tagBytes), datagram.subarray(tagAt))) return null;
    const source = this.#use(ssrc);
    source.window.add(index);
    source.highest = Math.max(source.highest ?? 0, index);
    this.#rtp.crypt(datagram, header, end, ssrc, index);
    return datagram.subarray(0, end);
  }

  /** Opens an RTCP packet in place (RFC 3711 §3.4). */
  openRtcp(datagram: Buffer): Buffer | null {
    const tagAt = datagram.length - rtcpTagBytes;
    const indexEnd = tagAt - this.#mkiBytes;
    const end = indexEnd - 4;
    if (end < 8) return null;
    const word = datagram.readUInt32BE(end);
    const ssrc = datagram.readUInt32BE(4);
    const index = word & 0x7fffffff;
    if (this.#sources.get(ssrc)?.rtcpWindow.isKnown(index)) return null;
    const tag = this.#rtcp.authenticate(datagram, indexEnd, null);
    if (!timingSafeEqual(tag.subarray(0, rtcpTagBytes), datagram.subarray(tagAt))) return null;
    this.#use(ssrc).rtcpWindow.add(index);
    if (word >>> 31 === 1) this.#rtcp.crypt(datagram, 8, end, ssrc, index);
    return datagram.subarray(0, end);
  }

  /** Returns the source of an authentic packet, and marks it as used. */
  #use(ssrc: number): Source {
    const source = this.#sources.get(ssrc) ?? this.#add(ssrc);
    source.usedAt = ++this.#opened;
    return source;
  }

  #add(ssrc: number): Source {
    if (this.#sources.size >= sourcesMax) {
      const [oldest] = [...this.#sources].reduce((least, it) =>
        it[1].usedAt < least[1].usedAt ? it : least,
      );
      this.#sources.delete(oldest);
    }
    const source = { highest: null, window: new ReplayWindow(), rtcpWindow: new ReplayWindow(), usedAt: 0 };
    this.#sources.set(ssrc, source);
    return source;
  }
}

/** Returns the index with this sequence number that is nearest to the highest (RFC 3711 appendix A). */
function guessIndex(highest: number | null, sequenceNumber: number): number {
  return highest === null ? sequenceNumber : highest + sequenceDistance(sequenceNumber, highest & 0xffff);
}
