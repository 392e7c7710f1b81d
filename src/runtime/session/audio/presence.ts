import { fairTimeout } from '../../../platform/kernel/index.ts';
import type { NegotiatedAudio } from '../../../telephony/sip/index.ts';

export interface PresenceOptions {
  /** Maximum time for which the other side may hold the call. */
  holdTimeoutMs: number;
  /** Called when the other side holds or resumes the call. */
  onHold: (isHeld: boolean) => void;
  /** Called when the other side has stopped sending, or has held the call for too long. */
  onGone: (why: 'vanished' | 'held') => void;
}

/**
 * Watches whether the other side of an answered call is still there. It has two modes. When the other side is **present**,
 * missing packets mean that it vanished. While the call is **held** (RFC 3264 §8.4), it need not send for a bounded time.
 */
export class Presence {
  readonly #options: PresenceOptions;
  #isHeld = false;
  #callOff = (): void => undefined;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Handles the first agreement about the audio, or a changed one. */
  agreed({ direction }: Pick<NegotiatedAudio, 'direction'>): void {
    const isHeld = direction === 'recvonly' || direction === 'inactive';
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.close();
    const { holdTimeoutMs, onHold, onGone } = this.#options;
    if (isHeld) this.#callOff = fairTimeout(holdTimeoutMs, () => onGone('held'));
    onHold(isHeld);
  }

  /** Handles that neither RTP nor RTCP has arrived for the media timeout. */
  silent(): void {
    if (!this.#isHeld) this.#options.onGone('vanished');
  }

  /** Stops watching. */
  close(): void {
    this.#callOff();
  }
}
