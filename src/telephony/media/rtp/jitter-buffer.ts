import type { Decoder, Payload } from '../codec/decoder.ts';
import { GapFiller } from '../codec/gap-filler.ts';
import { tickMs } from '../codec/pcm.ts';
import { DelayTarget } from './delay-target.ts';
import { timestampDistance } from './rtp-packet.ts';
import { cutOut, cuttableMs } from './time-compression.ts';

/** Packets that may wait, and how far ahead of what is heard one may lie before it counts as a clock that jumped. */
const packetsMax = 64;
const aheadMsMax = 1_000;
/** A packet of this many milliseconds is the longest that is understood. */
const packetMsMax = 120;

/** After so many packets older than what was played (one second), the sender has set its clock back. */
const staleBeforeRestart = 50;

/** The delay is looked at after so many packets, and left as it is within these bounds around the target. */
const packetsPerLook = 25;
const toleranceMs = 20;
/** Up to so much too much delay, speech is shortened only where it is periodic, and nothing is heard of that. */
const urgentMs = 80;
const periodicLikeness = 0.7;
/** For so much of what is heard as much more is taken out: `shareMax` from 300 ms too much on, less where there is less. */
const shareMin = 0.25;
const shareMax = 0.5;
const wholeShareMs = 600;
/** Where speech is not periodic, it may be after so many ticks. */
const ticksToTryAgain = 4;
/** The mean of the samples' magnitudes below which a tick may be left out or repeated: 48 dB below full scale. */
const quietMean = 130;
/** So many quiet ticks are heard before others are left out: a pause parts words, and the tones of a key pressed twice. */
const pauseTicks = 2;

type PutResult = 'buffered' | 'late' | 'duplicate';

interface Waiting extends Payload {
  timestamp: number;
  duration: number;
  decoder: Decoder;
}

/**
 * An adaptive jitter buffer: packets wait in the order of their timestamps, and a reader takes 20 ms at each tick. Where
 * nothing is when it is needed, the gap is concealed; where a packet comes after that, it is dropped.
 *
 * Two modes. **Empty**: nothing has come yet, or the sender's timestamps have jumped; the next packet is heard after the
 * delay that is wanted. **Running**: the reader moves on by a tick at a time, whatever arrives. Where the newest packet of
 * all comes too late, the network has become slower than the delay, and the reader is placed before that packet: after a
 * stall of the network all that was held up is heard, late. Else the delay follows what `DelayTarget` wants; this makes up
 * for clocks that run unevenly, too. A tick is repeated where the delay is too short, two a second at most and only where
 * it is quiet. Where it is more than 20 ms too long, what is quiet is left out but for 40 ms, and speech is shortened (WSOLA) to two
 * thirds of its length at most: a stall of 400 ms is made up for within two seconds.
 */
export class JitterBuffer {
  /** Packets that came too late to be heard, and audible milliseconds that were invented for what did not come. */
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
  /** Timestamp just after what is ready, and of the newest packet ever put and just after it, meaningful while running. */
  #readAt = 0;
  #newestAt = 0;
  #newestEnd = 0;
  #running = false;
  #stale = 0;
  #looked = 0;
  #aheadMaxMs = 0;
  /** Whether enough has come since the reader was placed to judge its place. */
  #isSettled = false;
  #isTooShort = false;
  /** Whether speech is shortened whatever it is like, until the delay is what is wanted. */
  #isUrgent = false;
  /** Samples that are heard as they are before speech is shortened again. */
  #uncut = 0;
  /** Quiet ticks that were heard one after the other until now. */
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
   * Puts the payload between `start` and `end` of `octets`, which begins at `timestamp` and came at `nowMs`. The octets
   * are kept until they are heard, so they must not change.
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

  /** Moves on by so many ticks without handing out what lies there. */
  skip(tickCount: number): void {
    if (!this.#running) return;
    this.#readAt = (this.#playedAt() + tickCount * tickMs * this.#unitsPerMs) | 0;
    this.#readyCount = 0;
    this.#dropPast();
  }

  /** Milliseconds from what is heard to the newest that has come. */
  get depthMs(): number {
    if (!this.#running) return 0;
    return Math.max(0, timestampDistance(this.#newestEnd, this.#playedAt())) / this.#unitsPerMs;
  }

  /** By how much the newest packet waits longer than is wanted. */
  get #excessMs(): number {
    return timestampDistance(this.#newestAt, this.#playedAt()) / this.#unitsPerMs - this.#target.targetMs;
  }

  /** How long packets waited here on average; 0 without any. */
  get delayMeanMs(): number {
    return this.#delayCount === 0 ? 0 : this.#delaySumMs / this.#delayCount;
  }

  /** Back to empty: another source begins, with timestamps of its own. */
  reset(): void {
    this.#running = false;
    this.#waiting.length = 0;
    this.#readyCount = 0;
    this.#target.reset();
    this.#gapFiller.reset();
  }

  /** Takes the clock of the timestamps; where it is another than before, they begin anew (RFC 7160 §4.1). */
  #setClock(clockRateHz: number): void {
    if (clockRateHz === this.#unitsPerMs * 1000) return;
    this.reset();
    this.#unitsPerMs = clockRateHz / 1000;
    this.#unitsPerSample = clockRateHz / this.#sampleRateHz;
  }

  /** The timestamp of the sample that is heard next. */
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
    // On whole ticks, so that packets of 20 ms are not cut in two.
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

  /** Inserts by timestamp; false if it is there already. Where too many wait, the oldest goes. */
  #insert(packet: Waiting): boolean {
    let at = this.#waiting.length;
    while (at > 0 && timestampDistance(packet.timestamp, this.#waiting[at - 1]!.timestamp) < 0) at--;
    if (this.#waiting[at - 1]?.timestamp === packet.timestamp) return false;
    this.#waiting.splice(at, 0, packet);
    if (this.#waiting.length > packetsMax) this.#waiting.shift();
    return true;
  }

  /** Notes how long the packet will wait, and now and then decides whether that is too short. */
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

  /** Leaves out the next tick where it is quiet, or a little of speech; false: nothing is to be left out now. */
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

  /** Drops samples that are ready. */
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

  /** Where the next packet is just this tick it needs no copy; false if it is not. */
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

  /** Makes samples ready until there are so many. */
  #read(count: number): void {
    while (this.#readyCount < count) this.#readMore(count);
  }

  /** Makes the next packet ready, or what is concealed until the next one or until `wanted` samples are there. */
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

  /** Decodes a packet, of which the first `heard` units are over already. */
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

  /** Drops what ends before the place of the reader. */
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
