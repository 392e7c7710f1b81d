/** A stretch of speech of the other side, in milliseconds on the clock of its RTP timestamps since its first packet. */
export interface SpeechInterval {
  startMs: number;
  endMs: number;
}

/** Louder audio is speech; comfort noise and rounding are far below. */
export const speechDb = -50;
/** Speech goes on over a pause that is shorter, such as one between two words. */
const pauseMs = 250;
/** A stretch that is shorter is a click. */
const shortestMs = 40;
/** Stretches that are kept: of a longer call, the last. */
const intervalsMax = 10_000;
/** The clock of most codecs, G.722 among them (RFC 3551 §4.5.2); that of Opus is another. */
const usualClockRateHz = 8000;

/** When the other side spoke, by the timestamps of its packets and not by when they arrived. */
export class HeardSpeech {
  readonly #intervals: SpeechInterval[] = [];
  #lastTimestamp: number | null = null;
  #lastLengthMs = 0;
  #positionMs = 0;
  #zeroEpochMs: number | null = null;

  /** Stretches so far, the last one still growing while the other side speaks. */
  get intervals(): readonly SpeechInterval[] {
    return this.#intervals.filter(({ startMs, endMs }) => endMs - startMs >= shortestMs);
  }

  /** The end of the last packet. */
  get positionMs(): number {
    return this.#positionMs;
  }

  /** The time of position zero in epoch milliseconds, by the packet that was least late; null before the first. */
  get zeroEpochMs(): number | null {
    return this.#zeroEpochMs;
  }

  /** How long the other side has been speaking by now; 0 while it is silent. */
  get spokenForMs(): number {
    const last = this.intervals.at(-1);
    return last && this.silentForMs < pauseMs ? last.endMs - last.startMs : 0;
  }

  /** How long it has been silent by now. */
  get silentForMs(): number {
    return this.#positionMs - (this.intervals.at(-1)?.endMs ?? 0);
  }

  /**
   * How long a turn that goes on after `sinceMs` has been going on by now, pauses shorter than `silenceMs` included; 0
   * when there is none. A pause in which `sinceMs` lies ends a turn.
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

  /** Takes a packet: its timestamp and its length in units of that, how loud it is and when it came. */
  packet(
    timestamp: number,
    length: number,
    levelDb: number,
    arrivedAtEpochMs: number,
    clockRateHz = usualClockRateHz,
  ): void {
    const toMs = (units: number): number => (units * 1000) / clockRateHz;
    // Timestamps begin anywhere and wrap around; a packet that is late is behind.
    const ahead = this.#lastTimestamp === null ? 0 : (timestamp - this.#lastTimestamp) | 0;
    if (ahead < 0) return;
    const startMs = this.#positionMs + toMs(ahead) - (this.#lastTimestamp === null ? 0 : this.#lastLengthMs);
    this.#lastTimestamp = timestamp;
    this.#lastLengthMs = toMs(length);
    this.#positionMs = startMs + this.#lastLengthMs;
    const zero = arrivedAtEpochMs - this.#positionMs;
    this.#zeroEpochMs = Math.min(this.#zeroEpochMs ?? zero, zero);
    if (levelDb > speechDb) this.#speech(startMs, this.#positionMs);
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
