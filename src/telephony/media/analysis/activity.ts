/** Watches whether the other side still shows that it is there, by ticks of the session. */
export class Activity {
  #timeoutTicks: number;
  #heardTick = 0;
  #isOver = false;

  /** `timeoutTicks` is the longest silence that is allowed. */
  constructor(timeoutTicks: number) {
    this.#timeoutTicks = timeoutTicks;
  }

  /** Changes the longest silence that is allowed, also for silence that has begun. */
  set timeoutTicks(timeoutTicks: number) {
    this.#timeoutTicks = timeoutTicks;
  }

  /** Notes a sign of life. */
  heard(tick: number): void {
    this.#heardTick = tick;
    this.#isOver = false;
  }

  /** Excludes ticks in which nothing could be heard. */
  skip(tickCount: number): void {
    this.#heardTick += tickCount;
  }

  /** Returns true once when the silence is too long at this tick. Silence counts only while audio `isExpected`. */
  isLost(tick: number, isExpected: boolean): boolean {
    if (!isExpected) this.#heardTick = tick;
    if (this.#isOver || tick - this.#heardTick < this.#timeoutTicks) return false;
    this.#isOver = true;
    return true;
  }
}
