import { fairTimeout } from '../../../platform/kernel/index.ts';

/** A watchdog timer: each sign of life restarts it, and it fires once after a pause without any. */
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
