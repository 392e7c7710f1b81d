import { sequenceDistance } from './rtp-packet.ts';

/** So many packets in sequence make sure of a source: 100 ms of audio, which a scanner of ports does not send. */
const packetsWanted = 5;
/** Of so many packets between two that come some may be lost. */
const gapMax = 5;
/** Streams that are watched at once; beyond them the one with the fewest packets goes, the oldest of several. */
const candidatesMax = 16;

interface Candidate {
  address: string;
  port: number;
  ssrc: number;
  sequenceNumber: number;
  count: number;
}

/** Sources of which it is not known yet whether they are the peer: scanners and leftovers of other calls send little. */
export class SourceCandidates {
  readonly #candidates: Candidate[] = [];

  /** Counts a packet; whether its stream has sent enough of them, one after the other, to be taken for the peer's. */
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
