/** A timer that is wound up again by everything that shows life; it goes off once, after a pause without any. */
export class Watch {
  readonly #onSilence: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onSilence: () => void) {
    this.#onSilence = onSilence;
  }

  restart(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onSilence, ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
