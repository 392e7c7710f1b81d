import { fairTimeout } from '../../../platform/kernel/index.ts';
import type { NegotiatedAudio } from '../../../telephony/sip/index.ts';

export interface PresenceOptions {
  /** How long the other side may hold the call. */
  holdTimeoutMs: number;
  /** Called when the other side holds or resumes the call. */
  onHold: (isHeld: boolean) => void;
  /** Called when the other side sends nothing any more, or held the call for too long. */
  onGone: (why: 'vanished' | 'held') => void;
}

/**
 * Watches whether the other side of an answered call is still there. Its modes: **present**, in which silence of the network
 * means that it vanished, and **held** (RFC 3264 §8.4), in which it need not send for a bounded time.
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

  /** Takes an agreement about the audio, the first or a changed one. */
  agreed({ direction }: Pick<NegotiatedAudio, 'direction'>): void {
    const isHeld = direction === 'recvonly' || direction === 'inactive';
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.close();
    const { holdTimeoutMs, onHold, onGone } = this.#options;
    if (isHeld) this.#callOff = fairTimeout(holdTimeoutMs, () => onGone('held'));
    onHold(isHeld);
  }

  /** Takes that neither RTP nor RTCP came for long. */
  silent(): void {
    if (!this.#isHeld) this.#options.onGone('vanished');
  }

  /** Stops watching. */
  close(): void {
    this.#callOff();
  }
}
