/**
 * Tracks the Call-IDs of active transactions and calls, so that their messages are recognized before they are
 * parsed.
 */
export class CallIds {
  readonly #held = new Map<string, number>();
  /** Call-IDs whose peer has proven that they are its own. */
  readonly #proven = new Set<string>();
  /** Our tag by Call-ID; only the peer's address received it. */
  readonly #tags = new Map<string, string>();

  /** The number of distinct Call-IDs held. */
  get size(): number {
    return this.#held.size;
  }

  /** Holds a Call-ID until the returned function is called. */
  hold(callId: string): () => void {
    this.#held.set(callId, (this.#held.get(callId) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#held.get(callId) ?? 1) - 1;
      if (left > 0) {
        this.#held.set(callId, left);
        return;
      }
      this.#held.delete(callId);
      this.#proven.delete(callId);
      this.#tags.delete(callId);
    };
  }

  /** Marks a held Call-ID as proven: a sender with a spoofed source address cannot have started it. */
  prove(callId: string): void {
    if (this.#held.has(callId)) this.#proven.add(callId);
  }

  /** Expects a message with our tag, which proves a held Call-ID. */
  expectTag(callId: string, tag: string): void {
    if (this.#held.has(callId)) this.#tags.set(callId, tag);
  }

  /** Returns whether the Call-ID is proven, possibly by the tag in this message. */
  isProven(callId: string, message: Buffer): boolean {
    const tag = this.#tags.get(callId);
    if (tag !== undefined && !this.#proven.has(callId)) {
      if (message.subarray(0, searched.bytes).includes(tag)) this.#proven.add(callId);
    }
    return this.#proven.has(callId);
  }

  /** Returns the Call-ID of a message when it is held; otherwise `null`. */
  known(message: Buffer): string | null {
    const found = callIdOf(message);
    return found !== null && this.#held.has(found) ? found : null;
  }
}

/**
 * The part of a message that is searched for its Call-ID, because a flood multiplies this work. A later or
 * folded Call-ID is not found.
 */
const searched = { bytes: 4_096, lines: 64 } as const;

/** Matches at the start of a line. RFC 3261 §7.3.1 discourages blanks before the colon; few are accepted. */
const callIdLine = /(?:call-id|i)[ \t]{0,8}:[ \t]*([^ \t\r\n]+)/iy;

/** Returns the value of the first Call-ID header line without parsing the rest. */
function callIdOf(message: Buffer): string | null {
  const text = message.toString('latin1', 0, searched.bytes);
  let end = text.indexOf('\n');
  for (let line = 0; line < searched.lines && end >= 0; line++) {
    const start = end + 1;
    if ('iIcC'.includes(text.charAt(start))) {
      callIdLine.lastIndex = start;
      const found = callIdLine.exec(text)?.[1];
      if (found !== undefined) return found;
    }
    end = text.indexOf('\n', start);
  }
  return null;
}
