import { fairTimeout } from '../../../platform/kernel/index.ts';
import type { NegotiatedAudio } from '../../../telephony/sip/index.ts';

export interface PresenceOptions {
  /** How long the other side may keep the call on hold. */
  holdTimeoutMs: number;
  /** The other side put the call on hold, or took it back. */
  onHold: (isHeld: boolean) => void;
  /** It has vanished, or kept the call on hold for too long. */
  onGone: (why: 'vanished' | 'held') => void;
}

/**
 * Whether the other side of an answered call is still there. Its modes: **present**: where nothing comes from it any
 * more, it has vanished without a word; **held** (RFC 3264 §8.4): nothing has to come, for a bounded time.
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

  /** Both sides agreed on what is sent, at first or anew. */
  agreed({ direction }: Pick<NegotiatedAudio, 'direction'>): void {
    const isHeld = direction === 'recvonly' || direction === 'inactive';
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.close();
    const { holdTimeoutMs, onHold, onGone } = this.#options;
    if (isHeld) this.#callOff = fairTimeout(holdTimeoutMs, () => onGone('held'));
    onHold(isHeld);
  }

  /** Neither audio nor a report of it has come for long. */
  silent(): void {
    if (!this.#isHeld) this.#options.onGone('vanished');
  }

  /** Nothing is waited for any more. */
  close(): void {
    this.#callOff();
  }
}
