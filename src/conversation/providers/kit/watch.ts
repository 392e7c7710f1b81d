import { fairTimeout } from '../../../platform/kernel/index.ts';

/** A timer that is wound up again by everything that shows life; it goes off once, after a pause without any. */
export class Watch {
  readonly #onSilence: () => void;
  #callOff = (): void => undefined;

  constructor(onSilence: () => void) {
    this.#onSilence = onSilence;
  }

  restart(ms: number): void {
    this.#callOff();
    this.#callOff = fairTimeout(ms, this.#onSilence);
  }

  stop(): void {
    this.#callOff();
  }
}
