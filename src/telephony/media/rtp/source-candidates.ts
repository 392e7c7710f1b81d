import { sequenceDistance } from './rtp-packet.ts';

/** The packets in sequence that prove a source: 100 ms of audio, which a port scanner does not send. */
const packetsWanted = 5;
/** The largest step between two packets of a sequence, as some may be lost. */
const gapMax = 5;
/** The number of watched streams. Beyond it the stream with the fewest packets is dropped, the oldest of several. */
const candidatesMax = 16;

interface Candidate {
  address: string;
  port: number;
  ssrc: number;
  sequenceNumber: number;
  count: number;
}

/** Watches sources that may be the peer. Scanners and leftovers of other calls send few packets. */
export class SourceCandidates {
  readonly #candidates: Candidate[] = [];

  /** Counts a packet. Returns whether its stream has sent enough packets in sequence to be taken for the peer's. */
  isSure(address: string, port: number, packet: { ssrc: number; sequenceNumber: number }): boolean {
    const { ssrc, sequenceNumber } = packet;
    const known = this.#candidates.find(
      (it) => it.ssrc === ssrc && it.port === port && it.address === address,
    );
    if (!known) {
      this.#add({ address, port, ssrc, sequenceNumber, count: 1 });
      return false;
    }
    const ahead = sequenceDistance(sequenceNumber, known.sequenceNumber);
    if (ahead === 0) return false;
    known.count = ahead > 0 && ahead <= gapMax ? known.count + 1 : 1;
    known.sequenceNumber = sequenceNumber;
    return known.count >= packetsWanted;
  }

  clear(): void {
    this.#candidates.length = 0;
  }

  #add(candidate: Candidate): void {
    if (this.#candidates.length >= candidatesMax) {
      const fewest = this.#candidates.reduce((least, it) => (it.count < least.count ? it : least));
      this.#candidates.splice(this.#candidates.indexOf(fewest), 1);
    }
    this.#candidates.push(candidate);
  }
}
