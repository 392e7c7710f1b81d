/** Whether the other side still shows that it is there, by ticks of its session. */
export class Activity {
  readonly #timeoutTicks: number;
  #heardTick = 0;
  #isOver = false;

  /** `timeoutTicks`: for how long nothing may come. */
  constructor(timeoutTicks: number) {
    this.#timeoutTicks = timeoutTicks;
  }

  /** It has shown that it is there. */
  heard(tick: number): void {
    this.#heardTick = tick;
    this.#isOver = false;
  }

  /** So many ticks passed in which nothing could be heard. */
  skip(tickCount: number): void {
    this.#heardTick += tickCount;
  }

  /** Whether at this tick nothing has come for too long, which is told once; `isExpected`: something is to come. */
  isLost(tick: number, isExpected: boolean): boolean {
    if (!isExpected) this.#heardTick = tick;
    if (this.#isOver || tick - this.#heardTick < this.#timeoutTicks) return false;
    this.#isOver = true;
    return true;
  }
}
