/** The Call-IDs of what is going on: so that what belongs to it is known before it is read. */
export class CallIds {
  readonly #held = new Map<string, number>();

  /** Holds a Call-ID until what it returns is called. */
  hold(callId: string): () => void {
    this.#held.set(callId, (this.#held.get(callId) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#held.get(callId) ?? 1) - 1;
      if (left === 0) this.#held.delete(callId);
      else this.#held.set(callId, left);
    };
  }

  /** The Call-ID of a message that belongs to something going on; null: to nothing, or it is none. */
  known(message: Buffer): string | null {
    const found = callIdLine.exec(message.toString('latin1', 0, lookedAtBytes))?.[1];
    return found !== undefined && this.#held.has(found) ? found : null;
  }
}

/** Where a Call-ID stands later than this, or folded, it is not looked for. */
const lookedAtBytes = 4_096;
const callIdLine = /\n(?:call-id|i)[ \t]*:[ \t]*([^ \t\r\n]+)/i;
