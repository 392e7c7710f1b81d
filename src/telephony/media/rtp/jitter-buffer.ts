import type { Decoder, Payload } from '../codec/decoder.ts';
import { GapFiller } from '../codec/gap-filler.ts';
import { tickMs } from '../codec/pcm.ts';
import { DelayTarget } from './delay-target.ts';
import { timestampDistance } from './rtp-packet.ts';
import { cutOut, cuttableMs } from './time-compression.ts';

/** The number of packets that may wait, and how far ahead of the reader a packet may lie before its clock has jumped. */
const packetsMax = 64;
const aheadMsMax = 1_000;
/** The longest packet that is accepted. */
const packetMsMax = 120;

/** After this many packets older than the reader (one second), the sender has set its clock back. */
const staleBeforeRestart = 50;

/** The delay is judged after this many packets, and kept within this tolerance of the target. */
const packetsPerLook = 25;
const toleranceMs = 20;
/** Up to this excess of delay, speech is shortened only where it is periodic, which is inaudible. */
const urgentMs = 80;
const periodicLikeness = 0.7;
/** The ratio of removed audio to heard audio: the excess divided by `wholeShareMs`, within these bounds. */
const shareMin = 0.25;
const shareMax = 0.5;
const wholeShareMs = 600;
/** The ticks until the next attempt, when speech is not periodic. */
const ticksToTryAgain = 4;
/** Ticks with a smaller mean magnitude (48 dB below full scale) may be left out or repeated. */
const quietMean = 130;
/** The quiet ticks that are always heard: a pause separates words, and the tones of a key pressed twice. */
const pauseTicks = 2;

type PutResult = 'buffered' | 'late' | 'duplicate';

interface Waiting extends Payload {
  timestamp: number;
  duration: number;
  decoder: Decoder;
}

/**
 * An adaptive jitter buffer. Packets wait in the order of their timestamps, and a reader takes 20 ms at each tick. A
 * packet that is missing then is concealed, and dropped when it comes later.
 *
 * Two modes. **Empty**: nothing has come yet, or the sender's timestamps have jumped. The next packet is heard after the
 * target delay. **Running**: the reader advances by a tick at a time, whatever arrives.
 *
 * When the newest packet comes too late, the network has become slower than the delay, and the reader moves back to
 * that packet. After a stall of the network all stalled audio is therefore heard, late. Otherwise the delay follows
 * `DelayTarget`, which also compensates for drifting clocks. A delay that is too short repeats quiet ticks, two a second
 * at most. A delay that is over 20 ms too long leaves out quiet ticks beyond 40 ms, and shortens speech (WSOLA) by a
 * third at most. A stall of 400 ms is recovered within two seconds.
 */
export class JitterBuffer {
  /** Packets that came too late to be heard, and audible milliseconds that were concealed. */
  packetsLate = 0;
  concealedMs = 0;
  readonly #perTick: number;
  readonly #sampleRateHz: number;
  #unitsPerMs: number;
  #unitsPerSample: number;
  readonly #target = new DelayTarget();
  readonly #gapFiller: GapFiller;
  readonly #waiting: Waiting[] = [];
  /** Decoded audio that was not taken yet. */
  readonly #ready: Int16Array;
  #readyCount = 0;
  readonly #decoded: Int16Array;
  readonly #last: Int16Array;
  /** The timestamps just after `#ready`, of the newest packet, and just after that packet; valid while running. */
  #readAt = 0;
  #newestAt = 0;
  #newestEnd = 0;
  #running = false;
  #stale = 0;
  #looked = 0;
  #aheadMaxMs = 0;
  /** Whether enough packets have come since the reader was placed to judge its position. */
  #isSettled = false;
  #isTooShort = false;
  /** Whether speech is shortened even where it is not periodic, until the delay meets the target. */
  #isUrgent = false;
  /** Samples that are heard unchanged before speech is shortened again. */
  #uncut = 0;
  /** Consecutive quiet ticks that were heard just now. */
  #quietTicks = 0;
  #delaySumMs = 0;
  #delayCount = 0;

  constructor(sampleRateHz: number, clockRateHz: number) {
    const perMs = sampleRateHz / 1000;
    this.#sampleRateHz = sampleRateHz;
    this.#perTick = tickMs * perMs;
    this.#unitsPerMs = clockRateHz / 1000;
    this.#unitsPerSample = clockRateHz / sampleRateHz;
    this.#gapFiller = new GapFiller(sampleRateHz);
    this.#decoded = new Int16Array(packetMsMax * perMs);
    this.#ready = new Int16Array(packetMsMax * perMs + 2 * this.#perTick);
    this.#last = new Int16Array(this.#perTick);
  }

  /**
   * Adds the payload between `start` and `end` of `octets`, which begins at `timestamp` and came at `nowMs`. The octets
   * must not change until they are heard.
   */
  put(
    timestamp: number,
    octets: Uint8Array,
    start: number,
    end: number,
    decoder: Decoder,
    nowMs: number,
  ): PutResult {
    this.#setClock(decoder.clockRateHz);
    const duration = decoder.duration(octets, start, end);
    if (duration <= 0 || duration > packetMsMax * this.#unitsPerMs) return 'late';
    this.#target.add(nowMs, timestamp / this.#unitsPerMs);
    if (!this.#running) this.#place(timestamp, this.#target.targetMs);
    const ahead = timestampDistance(timestamp, this.#readAt);
    const isNewest = timestampDistance(timestamp + duration, this.#newestEnd) > 0;
    if (ahead < 0 && timestampDistance(timestamp + duration, this.#readAt) <= 0) {
      if (!isNewest && ++this.#stale < staleBeforeRestart) return this.#isKnownLate();
      this.#place(timestamp, isNewest ? tickMs : this.#target.targetMs);
    } else if (ahead > aheadMsMax * this.#unitsPerMs) {
      this.#place(timestamp, this.#target.targetMs);
    }
    this.#stale = 0;
    if (!this.#insert({ timestamp, duration, octets, start, end, decoder })) return 'duplicate';
    if (timestampDistance(timestamp + duration, this.#newestEnd) > 0) {
      this.#newestAt = timestamp | 0;
      this.#newestEnd = (timestamp + duration) | 0;
    }
    this.#look(timestamp);
    return 'buffered';
  }

  /** Takes the next 20 ms into `target`. */
  take(target: Int16Array): void {
    if (!this.#running) {
      target.fill(0, 0, this.#perTick);
      return;
    }
    if (this.#isTooShort && isQuiet(this.#last)) {
      this.#isTooShort = false;
      target.set(this.#last);
      return;
    }
    if (this.#excessMs <= toleranceMs) this.#isUrgent = false;
    else if (this.#isSettled) while (this.#excessMs > toleranceMs && this.#leaveOut());
    this.#produce(target);
    this.#last.set(target.subarray(0, this.#perTick));
    this.#quietTicks = isQuiet(this.#last) ? this.#quietTicks + 1 : 0;
  }

  /** Advances by `tickCount` ticks without their audio. */
  skip(tickCount: number): void {
    if (!this.#running) return;
    this.#readAt = (this.#playedAt() + tickCount * tickMs * this.#unitsPerMs) | 0;
    this.#readyCount = 0;
    this.#dropPast();
  }

  /** Milliseconds from the reader to the end of the newest packet. */
  get depthMs(): number {
    if (!this.#running) return 0;
    return Math.max(0, timestampDistance(this.#newestEnd, this.#playedAt())) / this.#unitsPerMs;
  }

  /** The wait of the newest packet beyond the target, in milliseconds. */
  get #excessMs(): number {
    return timestampDistance(this.#newestAt, this.#playedAt()) / this.#unitsPerMs - this.#target.targetMs;
  }

  /** The mean time that packets waited; 0 without packets. */
  get delayMeanMs(): number {
    return this.#delayCount === 0 ? 0 : this.#delaySumMs / this.#delayCount;
  }

  /** Returns to **empty**, for another source with timestamps of its own. */
  reset(): void {
    this.#running = false;
    this.#waiting.length = 0;
    this.#readyCount = 0;
    this.#target.reset();
    this.#gapFiller.reset();
  }

  /** Takes the clock of the timestamps. Another clock starts the timestamps anew (RFC 7160 §4.1). */
  #setClock(clockRateHz: number): void {
    if (clockRateHz === this.#unitsPerMs * 1000) return;
    this.reset();
    this.#unitsPerMs = clockRateHz / 1000;
    this.#unitsPerSample = clockRateHz / this.#sampleRateHz;
  }

  /** Returns the timestamp of the next sample that is heard. */
  #playedAt(): number {
    return (this.#readAt - Math.round(this.#readyCount * this.#unitsPerSample)) | 0;
  }

  #isKnownLate(): PutResult {
    this.packetsLate++;
    return 'late';
  }

  #place(timestamp: number, delayMs: number): void {
    this.#waiting.length = 0;
    this.#readyCount = 0;
    // The position is a multiple of ticks, so that packets of 20 ms are not cut in two.
    this.#readAt = (timestamp - Math.ceil(delayMs / tickMs) * tickMs * this.#unitsPerMs) | 0;
    this.#newestAt = timestamp | 0;
    this.#newestEnd = timestamp | 0;
    this.#running = true;
    this.#stale = 0;
    this.#looked = 0;
    this.#aheadMaxMs = 0;
    this.#isSettled = false;
    this.#isTooShort = false;
    this.#isUrgent = false;
    this.#uncut = 0;
  }

  /** Inserts by timestamp. Returns false for a duplicate. The oldest packet is dropped when too many wait. */
  #insert(packet: Waiting): boolean {
    let at = this.#waiting.length;
    while (at > 0 && timestampDistance(packet.timestamp, this.#waiting[at - 1]!.timestamp) < 0) at--;
    if (this.#waiting[at - 1]?.timestamp === packet.timestamp) return false;
    this.#waiting.splice(at, 0, packet);
    if (this.#waiting.length > packetsMax) this.#waiting.shift();
    return true;
  }

  /** Notes how long the packet will wait, and judges the delay after every `packetsPerLook` packets. */
  #look(timestamp: number): void {
    const aheadMs = timestampDistance(timestamp, this.#playedAt()) / this.#unitsPerMs;
    this.#delaySumMs += Math.max(0, aheadMs);
    this.#delayCount++;
    this.#aheadMaxMs = Math.max(this.#aheadMaxMs, aheadMs);
    if (++this.#looked < packetsPerLook) return;
    this.#isSettled = true;
    this.#isTooShort = this.#aheadMaxMs - this.#target.targetMs < -toleranceMs;
    this.#looked = 0;
    this.#aheadMaxMs = 0;
  }

  /** Leaves out the next tick when it is quiet, or a little of speech. Returns whether to look at another tick. */
  #leaveOut(): boolean {
    this.#read(this.#perTick);
    if (isQuiet(this.#ready.subarray(0, this.#perTick))) {
      if (this.#quietTicks < pauseTicks) return false;
      this.#drop(this.#perTick);
      return true;
    }
    if (this.#uncut > 0) {
      this.#uncut -= this.#perTick;
      return false;
    }
    this.#read((cuttableMs * this.#perTick) / tickMs);
    const excess = this.#excessMs;
    if (excess > urgentMs) this.#isUrgent = true;
    const likeness = this.#isUrgent ? 0 : periodicLikeness;
    const cut = cutOut(this.#ready, this.#readyCount, this.#sampleRateHz, likeness);
    this.#readyCount -= cut;
    const share = Math.max(shareMin, Math.min(shareMax, excess / wholeShareMs));
    this.#uncut = cut > 0 ? cut / share - this.#perTick : ticksToTryAgain * this.#perTick;
    return false;
  }

  /** Drops the first `count` ready samples. */
  #drop(count: number): void {
    this.#ready.copyWithin(0, count, this.#readyCount);
    this.#readyCount -= count;
  }

  #produce(target: Int16Array): void {
    if (this.#readyCount === 0 && this.#decodeTick(target)) return;
    this.#read(this.#perTick);
    target.set(this.#ready.subarray(0, this.#perTick));
    this.#drop(this.#perTick);
  }

  /** Decodes the next packet without a copy when it is exactly this tick. Returns false when it is not. */
  #decodeTick(target: Int16Array): boolean {
    this.#dropPast();
    const next = this.#waiting[0];
    if (!next || next.duration !== tickMs * this.#unitsPerMs) return false;
    if (timestampDistance(next.timestamp, this.#readAt) !== 0) return false;
    this.#waiting.shift();
    const count = next.decoder.decode(next.octets, next.start, next.end, target);
    this.#gapFiller.heard(next.decoder, target, count);
    this.#readAt = (next.timestamp + next.duration) | 0;
    return true;
  }

  /** Makes samples ready until there are `count`. */
  #read(count: number): void {
    while (this.#readyCount < count) this.#readMore(count);
  }

  /** Makes the next packet ready, or conceals the gap before it until `wanted` samples are there. */
  #readMore(wanted: number): void {
    this.#dropPast();
    const next = this.#waiting[0];
    const gap = next ? timestampDistance(next.timestamp, this.#readAt) : Number.POSITIVE_INFINITY;
    if (next && gap <= 0) {
      this.#waiting.shift();
      this.#decode(next, -gap);
      return;
    }
    const missing = wanted - this.#readyCount;
    const count = Math.min(missing, Math.max(1, Math.round(gap / this.#unitsPerSample)));
    const isNextAdjacent = next !== undefined && Math.round(gap / this.#unitsPerSample) === count;
    const audible = this.#gapFiller.fill(this.#decoded, count, isNextAdjacent ? next : null);
    this.concealedMs += (audible * tickMs) / this.#perTick;
    this.#append(0, count);
  }

  /** Decodes a packet without its first `heard` units, which lie before the reader. */
  #decode(packet: Waiting, heard: number): void {
    const count = packet.decoder.decode(packet.octets, packet.start, packet.end, this.#decoded);
    const from = Math.min(count, Math.round(heard / this.#unitsPerSample));
    if (from > 0) this.#decoded.copyWithin(0, from, count);
    this.#gapFiller.heard(packet.decoder, this.#decoded, count - from);
    this.#append(0, count - from);
    this.#readAt = (packet.timestamp + packet.duration) | 0;
  }

  #append(from: number, count: number): void {
    this.#ready.set(this.#decoded.subarray(from, from + count), this.#readyCount);
    this.#readyCount += count;
    this.#readAt = (this.#readAt + Math.round(count * this.#unitsPerSample)) | 0;
  }

  /** Drops packets that end before the reader. */
  #dropPast(): void {
    for (;;) {
      const first = this.#waiting[0];
      if (!first || timestampDistance(first.timestamp + first.duration, this.#readAt) > 0) return;
      this.#waiting.shift();
    }
  }
}

function isQuiet(frame: Int16Array): boolean {
  let sum = 0;
  for (let n = 0; n < frame.length; n++) sum += Math.abs(frame[n]!);
  return sum < quietMean * frame.length;
}
