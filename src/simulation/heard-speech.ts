import { silenceDb } from './level.ts';

/** An interval of speech of the other side, in milliseconds since its first packet, by its RTP timestamps. */
export interface SpeechInterval {
  startMs: number;
  endMs: number;
}

/** Audio above this level counts as speech. Comfort noise and rounding errors are far below. */
export const speechDb = -50;
/** A shorter pause, such as one between two words, does not end an interval. */
const pauseMs = 250;
/** A shorter interval is a click, and is left out. */
const shortestMs = 40;
/** Maximum intervals to keep. The oldest are dropped. */
const intervalsMax = 10_000;
/** The spacing of the levels that are kept, and how many of them: ten minutes. */
export const levelEveryMs = 20;
const levelsMax = 30_000;
/** The RTP clock rate of G.711 and of G.722 (RFC 3551 §4.5.2). Opus has another. */
const defaultClockRateHz = 8000;

/** Records when the other side spoke, by the timestamps of its packets and not by their arrival. */
export class HeardSpeech {
  readonly #intervals: SpeechInterval[] = [];
  readonly #levels: number[] = [];
  #lastTimestamp: number | null = null;
  #lastLengthMs = 0;
  #positionMs = 0;
  #zeroEpochMs: number | null = null;

  /** The intervals so far. The last one grows while the other side speaks. */
  get intervals(): readonly SpeechInterval[] {
    return this.#intervals.filter(({ startMs, endMs }) => endMs - startMs >= shortestMs);
  }

  /** The level of every 20 ms of the first ten minutes, in dB relative to full scale; −96 where no packet came. */
  get levels(): readonly number[] {
    return this.#levels;
  }

  /** The position of the end of the last packet. */
  get positionMs(): number {
    return this.#positionMs;
  }

  /** The epoch time of position zero, from the packet with the least delay; null before the first packet. */
  get zeroEpochMs(): number | null {
    return this.#zeroEpochMs;
  }

  /** How long the other side has been speaking, in milliseconds; 0 while it is silent. */
  get spokenForMs(): number {
    const last = this.intervals.at(-1);
    return last && this.silentForMs < pauseMs ? last.endMs - last.startMs : 0;
  }

  /** How long the other side has been silent, in milliseconds. */
  get silentForMs(): number {
    return this.#positionMs - (this.intervals.at(-1)?.endMs ?? 0);
  }

  /**
   * Returns the duration of the current turn of the other side, including pauses shorter than `silenceMs`. Returns 0 when
   * there is no turn, or when it has no speech after `sinceMs`. A pause that contains `sinceMs` separates turns.
   */
  turnForMs(sinceMs: number, silenceMs: number): number {
    const intervals = this.intervals;
    const last = intervals.at(-1);
    if (!last || last.endMs <= sinceMs || this.silentForMs >= silenceMs) return 0;
    let first = intervals.length - 1;
    while (first > 0) {
      const { endMs } = intervals[first - 1]!;
      const { startMs } = intervals[first]!;
      if (startMs - endMs >= silenceMs || (endMs <= sinceMs && sinceMs <= startMs)) break;
      first--;
    }
    return this.#positionMs - intervals[first]!.startMs;
  }

  /** Records a received packet. `timestamp` and `length` are in units of the RTP clock. */
  packet(
    timestamp: number,
    length: number,
    levelDb: number,
    arrivedAtEpochMs: number,
    clockRateHz = defaultClockRateHz,
  ): void {
    const toMs = (units: number): number => (units * 1000) / clockRateHz;
    // Timestamps begin at a random value and wrap around. The difference of a late packet is negative.
    const ahead = this.#lastTimestamp === null ? 0 : (timestamp - this.#lastTimestamp) | 0;
    if (ahead < 0) return;
    const startMs = this.#positionMs + toMs(ahead) - (this.#lastTimestamp === null ? 0 : this.#lastLengthMs);
    this.#lastTimestamp = timestamp;
    this.#lastLengthMs = toMs(length);
    this.#positionMs = startMs + this.#lastLengthMs;
    const zero = arrivedAtEpochMs - this.#positionMs;
    this.#zeroEpochMs = Math.min(this.#zeroEpochMs ?? zero, zero);
    if (levelDb > speechDb) this.#speech(startMs, this.#positionMs);
    this.#keepLevel(startMs, levelDb);
  }

  #keepLevel(startMs: number, levelDb: number): void {
    const first = Math.round(startMs / levelEveryMs);
    const end = Math.min(Math.round(this.#positionMs / levelEveryMs), levelsMax);
    while (this.#levels.length < Math.min(first, end)) this.#levels.push(silenceDb);
    for (let at = first; at < end; at++) this.#levels[at] = levelDb;
  }

  #speech(startMs: number, endMs: number): void {
    const last = this.#intervals.at(-1);
    if (last && startMs - last.endMs < pauseMs) {
      last.endMs = endMs;
      return;
    }
    this.#intervals.push({ startMs, endMs });
    if (this.#intervals.length > intervalsMax) this.#intervals.shift();
  }
}
